CREATE TABLE "attempts" (
	"transaction_id" text NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"cancels" boolean NOT NULL,
	CONSTRAINT "attempts_transaction_id_number_pk" PRIMARY KEY("transaction_id","number")
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "cancels" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_hash_index" ON "attempts" USING btree ("hash");