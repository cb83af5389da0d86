CREATE TABLE "installation_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"blockchain" text NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "chain_blocks_blockchain_number_pk" PRIMARY KEY("blockchain","number")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"blockchain" text PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"blockchain" text NOT NULL,
	"contract" text NOT NULL,
	"type" text,
	"symbol" text NOT NULL,
	"name" text NOT NULL,
	"decimals" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tokens_blockchain_contract_unique" UNIQUE("blockchain","contract")
);
--> statement-breakpoint
CREATE TABLE "account_txs" (
	"transaction_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"account_id" text NOT NULL,
	"direction" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_txs_transaction_id_account_id_pk" PRIMARY KEY("transaction_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "send_keys" (
	"wallet_id" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "send_keys_wallet_id_key_pk" PRIMARY KEY("wallet_id","key")
);
--> statement-breakpoint
CREATE TABLE "sends" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL,
	"blockchain" text NOT NULL,
	"address_key" text NOT NULL,
	"wallet_name" text NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"value" numeric(78, 0) NOT NULL,
	"data" text NOT NULL,
	"gas" text NOT NULL,
	"gas_limit" numeric(78, 0) NOT NULL,
	"max_fee_per_gas" numeric(78, 0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78, 0) NOT NULL,
	"fee_ceiling" numeric(78, 0) NOT NULL,
	"guarded" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"nonce" integer,
	"raw" text,
	"broadcast_at" timestamp (3) with time zone,
	"lost_at_block" integer,
	"void" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"blockchain" text NOT NULL,
	"token_id" text NOT NULL,
	"item" text DEFAULT '' NOT NULL,
	"hash" text,
	"block_number" integer,
	"block_hash" text,
	"log_index" integer,
	"reverted" boolean DEFAULT false NOT NULL,
	"sender" text,
	"recipient" text,
	"amount" numeric(78, 0) NOT NULL,
	"amount_in_usd" bigint,
	"fee" numeric(78, 0),
	"fee_in_usd" bigint,
	"direction" text NOT NULL,
	"status" text NOT NULL,
	"description" text NOT NULL,
	"reject_reason" text,
	"note" text,
	"approval_consensus" integer,
	"inputs" jsonb,
	"outputs" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"address_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_walletId_network_unique" UNIQUE("wallet_id","network"),
	CONSTRAINT "accounts_network_addressKey_unique" UNIQUE("network","address_key")
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"token_id" text NOT NULL,
	"item" text DEFAULT '' NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "assets_accountId_tokenId_item_unique" UNIQUE("account_id","token_id","item")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"kyc_completed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id");--> statement-breakpoint
ALTER TABLE "half_sessions" ADD COLUMN "identity" text;--> statement-breakpoint
ALTER TABLE "account_txs" ADD CONSTRAINT "account_txs_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_txs" ADD CONSTRAINT "account_txs_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_txs" ADD CONSTRAINT "account_txs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "send_keys" ADD CONSTRAINT "send_keys_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "send_keys" ADD CONSTRAINT "send_keys_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_token_id_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_txs_wallet_id_created_at_transaction_id_index" ON "account_txs" USING btree ("wallet_id","created_at" DESC NULLS LAST,"transaction_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "send_keys_created_at_index" ON "send_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sends_blockchain_address_key_index" ON "sends" USING btree ("blockchain","address_key");--> statement-breakpoint
CREATE INDEX "sends_wallet_id_index" ON "sends" USING btree ("wallet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sends_nonce" ON "sends" USING btree ("blockchain","address_key","nonce") WHERE nonce is not null and not void;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_on_chain" ON "transactions" USING btree ("blockchain","hash",coalesce(log_index, -1)) WHERE block_number is not null;--> statement-breakpoint
CREATE INDEX "transactions_blockchain_hash_index" ON "transactions" USING btree ("blockchain","hash");--> statement-breakpoint
CREATE INDEX "transactions_in_block" ON "transactions" USING btree ("blockchain","block_number");--> statement-breakpoint
CREATE INDEX "transactions_unsettled" ON "transactions" USING btree ("blockchain","block_number") WHERE status = 'broadcasting';--> statement-breakpoint
CREATE INDEX "wallets_user_id_created_at_index" ON "wallets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_name" ON "wallets" USING btree ("user_id","name") WHERE status not in ('removed', 'rejected', 'canceled', 'failure');--> statement-breakpoint
CREATE INDEX "wallets_without_kyc" ON "wallets" USING btree ("id") WHERE not kyc_completed;