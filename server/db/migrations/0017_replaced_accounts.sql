ALTER TABLE "accounts" DROP CONSTRAINT "accounts_walletId_network_unique";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "replaced_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_in_use" ON "accounts" USING btree ("wallet_id","network") WHERE replaced_at is null;