ALTER TABLE "sends" ADD COLUMN "raises" text;--> statement-breakpoint
ALTER TABLE "sends" ADD CONSTRAINT "sends_raises_transactions_id_fk" FOREIGN KEY ("raises") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sends_raising" ON "sends" USING btree ("raises") WHERE raises is not null;