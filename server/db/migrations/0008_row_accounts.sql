DROP INDEX "transactions_on_chain";--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_on_chain" ON "transactions" USING btree ("blockchain",coalesce(hash, block_number::text),"token_id","item","account_id") WHERE block_number is not null;