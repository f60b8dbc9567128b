-- Pictures of the editors, and the one at the head of an article (npm run cms).
CREATE TABLE "cms"."media" (
  "id" serial PRIMARY KEY NOT NULL,
  "edited_by_id" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "url" varchar,
  "thumbnail_u_r_l" varchar,
  "filename" varchar,
  "mime_type" varchar,
  "filesize" numeric,
  "width" numeric,
  "height" numeric
);

CREATE TABLE "cms"."media_locales" (
  "alt" varchar,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

ALTER TABLE "cms"."articles" ADD COLUMN "cover_id" integer;
ALTER TABLE "cms"."_articles_v" ADD COLUMN "version_cover_id" integer;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "media_id" integer;
ALTER TABLE "cms"."media" ADD CONSTRAINT "media_edited_by_id_editors_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."media_locales" ADD CONSTRAINT "media_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."media"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "media_edited_by_idx" ON "cms"."media" USING btree ("edited_by_id");
CREATE INDEX "media_updated_at_idx" ON "cms"."media" USING btree ("updated_at");
CREATE INDEX "media_created_at_idx" ON "cms"."media" USING btree ("created_at");
CREATE UNIQUE INDEX "media_filename_idx" ON "cms"."media" USING btree ("filename");
CREATE UNIQUE INDEX "media_locales_locale_parent_id_unique" ON "cms"."media_locales" USING btree ("_locale","_parent_id");
ALTER TABLE "cms"."articles" ADD CONSTRAINT "articles_cover_id_media_id_fk" FOREIGN KEY ("cover_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_articles_v" ADD CONSTRAINT "_articles_v_version_cover_id_media_id_fk" FOREIGN KEY ("version_cover_id") REFERENCES "cms"."media"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_media_fk" FOREIGN KEY ("media_id") REFERENCES "cms"."media"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "articles_cover_idx" ON "cms"."articles" USING btree ("cover_id");
CREATE INDEX "_articles_v_version_version_cover_idx" ON "cms"."_articles_v" USING btree ("version_cover_id");
CREATE INDEX "payload_locked_documents_rels_media_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("media_id");
