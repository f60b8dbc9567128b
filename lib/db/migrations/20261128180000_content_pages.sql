-- Pages of the editors, one below the other (npm run cms).
CREATE TYPE "cms"."enum_pages_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__pages_v_version_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__pages_v_published_locale" AS ENUM('en', 'ru', 'cn', 'tr', 'es', 'hi');
CREATE TABLE "cms"."pages" (
  "id" serial PRIMARY KEY NOT NULL,
  "slug" varchar,
  "parent_id" integer,
  "place" numeric DEFAULT 100,
  "published_at" timestamp(3) with time zone,
  "edited_by_id" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "_status" "cms"."enum_pages_status" DEFAULT 'draft'
);

CREATE TABLE "cms"."pages_locales" (
  "title" varchar,
  "summary" varchar,
  "body" jsonb,
  "search_title" varchar,
  "search_description" varchar,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."_pages_v" (
  "id" serial PRIMARY KEY NOT NULL,
  "parent_id" integer,
  "version_slug" varchar,
  "version_parent_id" integer,
  "version_place" numeric DEFAULT 100,
  "version_published_at" timestamp(3) with time zone,
  "version_edited_by_id" numeric,
  "version_updated_at" timestamp(3) with time zone,
  "version_created_at" timestamp(3) with time zone,
  "version__status" "cms"."enum__pages_v_version_status" DEFAULT 'draft',
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "snapshot" boolean,
  "published_locale" "cms"."enum__pages_v_published_locale",
  "latest" boolean
);

CREATE TABLE "cms"."_pages_v_locales" (
  "version_title" varchar,
  "version_summary" varchar,
  "version_body" jsonb,
  "version_search_title" varchar,
  "version_search_description" varchar,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "pages_id" integer;
ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_parent_id_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."pages"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."pages" ADD CONSTRAINT "pages_edited_by_id_editors_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."pages_locales" ADD CONSTRAINT "pages_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."pages"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_parent_id_pages_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."pages"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_parent_id_pages_id_fk" FOREIGN KEY ("version_parent_id") REFERENCES "cms"."pages"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_pages_v" ADD CONSTRAINT "_pages_v_version_edited_by_id_editors_id_fk" FOREIGN KEY ("version_edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_pages_v_locales" ADD CONSTRAINT "_pages_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_pages_v"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "pages_slug_idx" ON "cms"."pages" USING btree ("slug");
CREATE INDEX "pages_parent_idx" ON "cms"."pages" USING btree ("parent_id");
CREATE INDEX "pages_published_at_idx" ON "cms"."pages" USING btree ("published_at");
CREATE INDEX "pages_edited_by_idx" ON "cms"."pages" USING btree ("edited_by_id");
CREATE INDEX "pages_updated_at_idx" ON "cms"."pages" USING btree ("updated_at");
CREATE INDEX "pages_created_at_idx" ON "cms"."pages" USING btree ("created_at");
CREATE INDEX "pages__status_idx" ON "cms"."pages" USING btree ("_status");
CREATE UNIQUE INDEX "parent_slug_idx" ON "cms"."pages" USING btree ("parent_id","slug");
CREATE UNIQUE INDEX "pages_locales_locale_parent_id_unique" ON "cms"."pages_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "_pages_v_parent_idx" ON "cms"."_pages_v" USING btree ("parent_id");
CREATE INDEX "_pages_v_version_version_slug_idx" ON "cms"."_pages_v" USING btree ("version_slug");
CREATE INDEX "_pages_v_version_version_parent_idx" ON "cms"."_pages_v" USING btree ("version_parent_id");
CREATE INDEX "_pages_v_version_version_published_at_idx" ON "cms"."_pages_v" USING btree ("version_published_at");
CREATE INDEX "_pages_v_version_version_edited_by_idx" ON "cms"."_pages_v" USING btree ("version_edited_by_id");
CREATE INDEX "_pages_v_version_version_updated_at_idx" ON "cms"."_pages_v" USING btree ("version_updated_at");
CREATE INDEX "_pages_v_version_version_created_at_idx" ON "cms"."_pages_v" USING btree ("version_created_at");
CREATE INDEX "_pages_v_version_version__status_idx" ON "cms"."_pages_v" USING btree ("version__status");
CREATE INDEX "_pages_v_created_at_idx" ON "cms"."_pages_v" USING btree ("created_at");
CREATE INDEX "_pages_v_updated_at_idx" ON "cms"."_pages_v" USING btree ("updated_at");
CREATE INDEX "_pages_v_snapshot_idx" ON "cms"."_pages_v" USING btree ("snapshot");
CREATE INDEX "_pages_v_published_locale_idx" ON "cms"."_pages_v" USING btree ("published_locale");
CREATE INDEX "_pages_v_latest_idx" ON "cms"."_pages_v" USING btree ("latest");
CREATE INDEX "version_parent_version_slug_idx" ON "cms"."_pages_v" USING btree ("version_parent_id","version_slug");
CREATE UNIQUE INDEX "_pages_v_locales_locale_parent_id_unique" ON "cms"."_pages_v_locales" USING btree ("_locale","_parent_id");
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_pages_fk" FOREIGN KEY ("pages_id") REFERENCES "cms"."pages"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "payload_locked_documents_rels_pages_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("pages_id");

-- By hand: the index of parent and slug takes no two nulls for alike, and pages of the first level have no parent.
create unique index "pages_slug_top_idx" on "cms"."pages" ("slug") where "parent_id" is null;
