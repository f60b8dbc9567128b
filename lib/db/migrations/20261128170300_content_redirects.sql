-- Addresses that have moved, as editors say (npm run cms).
CREATE TABLE "cms"."redirects" (
  "id" serial PRIMARY KEY NOT NULL,
  "from" varchar NOT NULL,
  "to" varchar NOT NULL,
  "is_permanent" boolean DEFAULT true,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "redirects_id" integer;
CREATE UNIQUE INDEX "redirects_from_idx" ON "cms"."redirects" USING btree ("from");
CREATE INDEX "redirects_updated_at_idx" ON "cms"."redirects" USING btree ("updated_at");
CREATE INDEX "redirects_created_at_idx" ON "cms"."redirects" USING btree ("created_at");
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_redirects_fk" FOREIGN KEY ("redirects_id") REFERENCES "cms"."redirects"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "payload_locked_documents_rels_redirects_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("redirects_id");
