CREATE TABLE "dapp_commands" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"content" text NOT NULL,
	"fence" bigint,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "dapp_sessions" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "fence" bigint DEFAULT 0 NOT NULL;