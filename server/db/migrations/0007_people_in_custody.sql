DELETE FROM "sessions";--> statement-breakpoint
DROP TABLE "attempts" CASCADE;--> statement-breakpoint
DROP TABLE "half_sessions" CASCADE;--> statement-breakpoint
DROP TABLE "installation_secrets" CASCADE;--> statement-breakpoint
DROP TABLE "sign_in_requests" CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "email" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signature" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "pending_secret";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "pending_secret_until";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "codes_generated";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "used_at";