CREATE TABLE "dapp_icons" (
	"session_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"data" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dapp_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"topic" text NOT NULL,
	"rpc_id" bigint NOT NULL,
	"blockchain" text NOT NULL,
	"method" text NOT NULL,
	"params" json NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"transaction_id" text,
	"answer" jsonb,
	"answered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "dapp_requests_topic_rpcId_unique" UNIQUE("topic","rpc_id")
);
--> statement-breakpoint
CREATE TABLE "dapp_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL,
	"pairing_topic" text NOT NULL,
	"topic" text,
	"proposal_id" bigint,
	"wanted" jsonb,
	"proposer_meta" jsonb,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "dapp_sessions_pairingTopic_unique" UNIQUE("pairing_topic"),
	CONSTRAINT "dapp_sessions_topic_unique" UNIQUE("topic")
);
--> statement-breakpoint
CREATE TABLE "dapp_storage" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dapp_icons" ADD CONSTRAINT "dapp_icons_session_id_dapp_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."dapp_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dapp_requests" ADD CONSTRAINT "dapp_requests_session_id_dapp_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."dapp_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dapp_requests" ADD CONSTRAINT "dapp_requests_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dapp_requests" ADD CONSTRAINT "dapp_requests_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dapp_sessions" ADD CONSTRAINT "dapp_sessions_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dapp_requests_wallet_id_created_at_index" ON "dapp_requests" USING btree ("wallet_id","created_at");--> statement-breakpoint
CREATE INDEX "dapp_requests_session_id_created_at_index" ON "dapp_requests" USING btree ("session_id","created_at");--> statement-breakpoint
CREATE INDEX "dapp_requests_open" ON "dapp_requests" USING btree ("expires_at") WHERE not answered;--> statement-breakpoint
CREATE INDEX "dapp_sessions_wallet_id_created_at_index" ON "dapp_sessions" USING btree ("wallet_id","created_at");--> statement-breakpoint
CREATE INDEX "dapp_sessions_live" ON "dapp_sessions" USING btree ("expires_at") WHERE status in ('created', 'pending-approval', 'connected');--> statement-breakpoint
CREATE INDEX "dapp_sessions_closed" ON "dapp_sessions" USING btree ("closed_at") WHERE deleted_at is null;