CREATE TABLE "bitcoin_sends" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"rate" numeric(78, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "evm_sends" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"data" text NOT NULL,
	"gas_limit" numeric(78, 0) NOT NULL,
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"nonce" integer
);
--> statement-breakpoint
DROP INDEX "sends_nonce";--> statement-breakpoint
ALTER TABLE "bitcoin_sends" ADD CONSTRAINT "bitcoin_sends_transaction_id_sends_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."sends"("transaction_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "evm_sends" ADD CONSTRAINT "evm_sends_transaction_id_sends_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."sends"("transaction_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
INSERT INTO "evm_sends" ("transaction_id", "data", "gas_limit", "max_fee_per_gas", "max_priority_fee_per_gas", "nonce")
SELECT "transaction_id", "data", "gas_limit", "max_fee_per_gas", "max_priority_fee_per_gas", "nonce" FROM "sends";--> statement-breakpoint
ALTER TABLE "sends" DROP COLUMN "data";--> statement-breakpoint
ALTER TABLE "sends" DROP COLUMN "gas_limit";--> statement-breakpoint
ALTER TABLE "sends" DROP COLUMN "max_fee_per_gas";--> statement-breakpoint
ALTER TABLE "sends" DROP COLUMN "max_priority_fee_per_gas";--> statement-breakpoint
ALTER TABLE "sends" DROP COLUMN "nonce";