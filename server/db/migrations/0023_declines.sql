ALTER TABLE "approvals" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "signature" text;