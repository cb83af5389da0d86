CREATE TABLE "custody_heads" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"head" text NOT NULL,
	CONSTRAINT "custody_heads_kind_subject_pk" PRIMARY KEY("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "custody_lines" (
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"seq" integer NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "custody_lines_kind_subject_seq_pk" PRIMARY KEY("kind","subject","seq")
);
