CREATE TABLE "approval_flows" (
	"wallet_id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"changing" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" text PRIMARY KEY NOT NULL,
	"transaction_id" text NOT NULL,
	"approver_id" text NOT NULL,
	"status" text NOT NULL,
	"counts" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approvals_transactionId_approverId_unique" UNIQUE("transaction_id","approver_id")
);
--> statement-breakpoint
CREATE TABLE "approvers" (
	"id" text PRIMARY KEY NOT NULL,
	"wallet_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"status" text NOT NULL,
	"signer_wallet_id" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"try_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposals" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"policy_version" integer NOT NULL,
	"required" integer NOT NULL,
	"approved" integer DEFAULT 0 NOT NULL,
	"recipient_known" boolean NOT NULL,
	"lookalike_of" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approval_flows" ADD CONSTRAINT "approval_flows_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_transaction_id_proposals_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."proposals"("transaction_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_approver_id_approvers_id_fk" FOREIGN KEY ("approver_id") REFERENCES "public"."approvers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_wallet_id_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvers" ADD CONSTRAINT "approvers_signer_wallet_id_wallets_id_fk" FOREIGN KEY ("signer_wallet_id") REFERENCES "public"."wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposals" ADD CONSTRAINT "proposals_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_approver_id_index" ON "approvals" USING btree ("approver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvers_open" ON "approvers" USING btree ("wallet_id","email_key") WHERE status in ('pending', 'confirmed');--> statement-breakpoint
CREATE INDEX "approvers_email_key_index" ON "approvers" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "approvers_expiring" ON "approvers" USING btree ("expires_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "letters_try_at_index" ON "letters" USING btree ("try_at");