CREATE TABLE "coins" (
	"blockchain" text NOT NULL,
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"account_id" text NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"block" integer,
	"change" boolean NOT NULL,
	"taken_by" text,
	"spent_block" integer,
	CONSTRAINT "coins_blockchain_txid_vout_pk" PRIMARY KEY("blockchain","txid","vout")
);
--> statement-breakpoint
ALTER TABLE "coins" ADD CONSTRAINT "coins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coins" ADD CONSTRAINT "coins_taken_by_transactions_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coins_unspent" ON "coins" USING btree ("account_id") WHERE spent_block is null;--> statement-breakpoint
CREATE INDEX "coins_taken" ON "coins" USING btree ("taken_by") WHERE taken_by is not null;