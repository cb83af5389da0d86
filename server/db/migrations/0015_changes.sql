CREATE TABLE "changes" (
	"user_id" text NOT NULL,
	"list" text NOT NULL,
	"wallet_id" text NOT NULL,
	"entity_id" text NOT NULL,
	"revision" bigint NOT NULL,
	"removed" boolean NOT NULL,
	CONSTRAINT "changes_user_id_list_entity_id_wallet_id_pk" PRIMARY KEY("user_id","list","entity_id","wallet_id")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"user_id" text PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "changes_since" ON "changes" USING btree ("user_id","list","wallet_id","revision");