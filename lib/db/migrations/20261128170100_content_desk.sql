-- The content desk's own schema, as its role alone sees it. Everything of the product is in public, which that role cannot enter.
create schema cms;
do $$
begin
  if not exists (select from pg_roles where rolname = 'sms_den_cms') then
    begin
      create role sms_den_cms nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  -- As with sms_den_app: who creates a role since PostgreSQL 16 may not act as it without this.
  begin
    execute format('grant sms_den_cms to %I', current_user);
  exception when insufficient_privilege then
    if not pg_has_role(current_user, 'sms_den_cms', 'member') then raise; end if;
  end;
end $$;

grant usage on schema cms to sms_den_cms;
alter default privileges in schema cms grant select, insert, update, delete on tables to sms_den_cms;
alter default privileges in schema cms grant usage, select on sequences to sms_den_cms;
-- Whoever belongs in public has been let in by name (sms_den_app, and its owner).
revoke usage on schema public from public;

-- From here on as Payload writes it for app/_cms (npm run cms); app/_cms/data/schema.json is what the next change is told from.
CREATE TYPE "cms"."_locales" AS ENUM('en', 'ru', 'cn', 'tr', 'es', 'hi');
CREATE TYPE "cms"."enum_articles_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__articles_v_version_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__articles_v_published_locale" AS ENUM('en', 'ru', 'cn', 'tr', 'es', 'hi');
CREATE TYPE "cms"."enum_faq_entries_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__faq_entries_v_version_status" AS ENUM('draft', 'published');
CREATE TYPE "cms"."enum__faq_entries_v_published_locale" AS ENUM('en', 'ru', 'cn', 'tr', 'es', 'hi');
CREATE TABLE "cms"."articles" (
  "id" serial PRIMARY KEY NOT NULL,
  "slug" varchar,
  "published_at" timestamp(3) with time zone,
  "edited_by_id" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "_status" "cms"."enum_articles_status" DEFAULT 'draft'
);

CREATE TABLE "cms"."articles_locales" (
  "title" varchar,
  "summary" varchar,
  "body" jsonb,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."articles_rels" (
  "id" serial PRIMARY KEY NOT NULL,
  "order" integer,
  "parent_id" integer NOT NULL,
  "path" varchar NOT NULL,
  "tags_id" integer
);

CREATE TABLE "cms"."_articles_v" (
  "id" serial PRIMARY KEY NOT NULL,
  "parent_id" integer,
  "version_slug" varchar,
  "version_published_at" timestamp(3) with time zone,
  "version_edited_by_id" numeric,
  "version_updated_at" timestamp(3) with time zone,
  "version_created_at" timestamp(3) with time zone,
  "version__status" "cms"."enum__articles_v_version_status" DEFAULT 'draft',
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "snapshot" boolean,
  "published_locale" "cms"."enum__articles_v_published_locale",
  "latest" boolean
);

CREATE TABLE "cms"."_articles_v_locales" (
  "version_title" varchar,
  "version_summary" varchar,
  "version_body" jsonb,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."_articles_v_rels" (
  "id" serial PRIMARY KEY NOT NULL,
  "order" integer,
  "parent_id" integer NOT NULL,
  "path" varchar NOT NULL,
  "tags_id" integer
);

CREATE TABLE "cms"."tags" (
  "id" serial PRIMARY KEY NOT NULL,
  "slug" varchar NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."tags_locales" (
  "name" varchar NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."faq_topics" (
  "id" serial PRIMARY KEY NOT NULL,
  "slug" varchar NOT NULL,
  "place" numeric DEFAULT 100 NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."faq_topics_locales" (
  "name" varchar NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."faq_entries" (
  "id" serial PRIMARY KEY NOT NULL,
  "slug" varchar,
  "topic_id" integer,
  "place" numeric DEFAULT 100,
  "edited_by_id" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "_status" "cms"."enum_faq_entries_status" DEFAULT 'draft'
);

CREATE TABLE "cms"."faq_entries_locales" (
  "question" varchar,
  "answer" jsonb,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."_faq_entries_v" (
  "id" serial PRIMARY KEY NOT NULL,
  "parent_id" integer,
  "version_slug" varchar,
  "version_topic_id" integer,
  "version_place" numeric DEFAULT 100,
  "version_edited_by_id" numeric,
  "version_updated_at" timestamp(3) with time zone,
  "version_created_at" timestamp(3) with time zone,
  "version__status" "cms"."enum__faq_entries_v_version_status" DEFAULT 'draft',
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "snapshot" boolean,
  "published_locale" "cms"."enum__faq_entries_v_published_locale",
  "latest" boolean
);

CREATE TABLE "cms"."_faq_entries_v_locales" (
  "version_question" varchar,
  "version_answer" jsonb,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."editors" (
  "id" numeric PRIMARY KEY NOT NULL,
  "name" varchar NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."payload_kv" (
  "id" serial PRIMARY KEY NOT NULL,
  "key" varchar NOT NULL,
  "data" jsonb NOT NULL
);

CREATE TABLE "cms"."payload_locked_documents" (
  "id" serial PRIMARY KEY NOT NULL,
  "global_slug" varchar,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."payload_locked_documents_rels" (
  "id" serial PRIMARY KEY NOT NULL,
  "order" integer,
  "parent_id" integer NOT NULL,
  "path" varchar NOT NULL,
  "articles_id" integer,
  "tags_id" integer,
  "faq_topics_id" integer,
  "faq_entries_id" integer,
  "editors_id" numeric
);

CREATE TABLE "cms"."payload_preferences" (
  "id" serial PRIMARY KEY NOT NULL,
  "key" varchar,
  "value" jsonb,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."payload_preferences_rels" (
  "id" serial PRIMARY KEY NOT NULL,
  "order" integer,
  "parent_id" integer NOT NULL,
  "path" varchar NOT NULL,
  "editors_id" numeric
);

CREATE TABLE "cms"."payload_migrations" (
  "id" serial PRIMARY KEY NOT NULL,
  "name" varchar,
  "batch" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "cms"."articles" ADD CONSTRAINT "articles_edited_by_id_editors_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."articles_locales" ADD CONSTRAINT "articles_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."articles"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."articles_rels" ADD CONSTRAINT "articles_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."articles"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."articles_rels" ADD CONSTRAINT "articles_rels_tags_fk" FOREIGN KEY ("tags_id") REFERENCES "cms"."tags"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_articles_v" ADD CONSTRAINT "_articles_v_parent_id_articles_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."articles"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_articles_v" ADD CONSTRAINT "_articles_v_version_edited_by_id_editors_id_fk" FOREIGN KEY ("version_edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_articles_v_locales" ADD CONSTRAINT "_articles_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_articles_v"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_articles_v_rels" ADD CONSTRAINT "_articles_v_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."_articles_v"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_articles_v_rels" ADD CONSTRAINT "_articles_v_rels_tags_fk" FOREIGN KEY ("tags_id") REFERENCES "cms"."tags"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."tags_locales" ADD CONSTRAINT "tags_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."tags"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."faq_topics_locales" ADD CONSTRAINT "faq_topics_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."faq_topics"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."faq_entries" ADD CONSTRAINT "faq_entries_topic_id_faq_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "cms"."faq_topics"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."faq_entries" ADD CONSTRAINT "faq_entries_edited_by_id_editors_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."faq_entries_locales" ADD CONSTRAINT "faq_entries_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."faq_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_faq_entries_v" ADD CONSTRAINT "_faq_entries_v_parent_id_faq_entries_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."faq_entries"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_faq_entries_v" ADD CONSTRAINT "_faq_entries_v_version_topic_id_faq_topics_id_fk" FOREIGN KEY ("version_topic_id") REFERENCES "cms"."faq_topics"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_faq_entries_v" ADD CONSTRAINT "_faq_entries_v_version_edited_by_id_editors_id_fk" FOREIGN KEY ("version_edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_faq_entries_v_locales" ADD CONSTRAINT "_faq_entries_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_faq_entries_v"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."payload_locked_documents"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_articles_fk" FOREIGN KEY ("articles_id") REFERENCES "cms"."articles"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_tags_fk" FOREIGN KEY ("tags_id") REFERENCES "cms"."tags"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_faq_topics_fk" FOREIGN KEY ("faq_topics_id") REFERENCES "cms"."faq_topics"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_faq_entries_fk" FOREIGN KEY ("faq_entries_id") REFERENCES "cms"."faq_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_editors_fk" FOREIGN KEY ("editors_id") REFERENCES "cms"."editors"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."payload_preferences"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."payload_preferences_rels" ADD CONSTRAINT "payload_preferences_rels_editors_fk" FOREIGN KEY ("editors_id") REFERENCES "cms"."editors"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "articles_slug_idx" ON "cms"."articles" USING btree ("slug");
CREATE INDEX "articles_published_at_idx" ON "cms"."articles" USING btree ("published_at");
CREATE INDEX "articles_edited_by_idx" ON "cms"."articles" USING btree ("edited_by_id");
CREATE INDEX "articles_updated_at_idx" ON "cms"."articles" USING btree ("updated_at");
CREATE INDEX "articles_created_at_idx" ON "cms"."articles" USING btree ("created_at");
CREATE INDEX "articles__status_idx" ON "cms"."articles" USING btree ("_status");
CREATE UNIQUE INDEX "articles_locales_locale_parent_id_unique" ON "cms"."articles_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "articles_rels_order_idx" ON "cms"."articles_rels" USING btree ("order");
CREATE INDEX "articles_rels_parent_idx" ON "cms"."articles_rels" USING btree ("parent_id");
CREATE INDEX "articles_rels_path_idx" ON "cms"."articles_rels" USING btree ("path");
CREATE INDEX "articles_rels_tags_id_idx" ON "cms"."articles_rels" USING btree ("tags_id");
CREATE INDEX "_articles_v_parent_idx" ON "cms"."_articles_v" USING btree ("parent_id");
CREATE INDEX "_articles_v_version_version_slug_idx" ON "cms"."_articles_v" USING btree ("version_slug");
CREATE INDEX "_articles_v_version_version_published_at_idx" ON "cms"."_articles_v" USING btree ("version_published_at");
CREATE INDEX "_articles_v_version_version_edited_by_idx" ON "cms"."_articles_v" USING btree ("version_edited_by_id");
CREATE INDEX "_articles_v_version_version_updated_at_idx" ON "cms"."_articles_v" USING btree ("version_updated_at");
CREATE INDEX "_articles_v_version_version_created_at_idx" ON "cms"."_articles_v" USING btree ("version_created_at");
CREATE INDEX "_articles_v_version_version__status_idx" ON "cms"."_articles_v" USING btree ("version__status");
CREATE INDEX "_articles_v_created_at_idx" ON "cms"."_articles_v" USING btree ("created_at");
CREATE INDEX "_articles_v_updated_at_idx" ON "cms"."_articles_v" USING btree ("updated_at");
CREATE INDEX "_articles_v_snapshot_idx" ON "cms"."_articles_v" USING btree ("snapshot");
CREATE INDEX "_articles_v_published_locale_idx" ON "cms"."_articles_v" USING btree ("published_locale");
CREATE INDEX "_articles_v_latest_idx" ON "cms"."_articles_v" USING btree ("latest");
CREATE UNIQUE INDEX "_articles_v_locales_locale_parent_id_unique" ON "cms"."_articles_v_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "_articles_v_rels_order_idx" ON "cms"."_articles_v_rels" USING btree ("order");
CREATE INDEX "_articles_v_rels_parent_idx" ON "cms"."_articles_v_rels" USING btree ("parent_id");
CREATE INDEX "_articles_v_rels_path_idx" ON "cms"."_articles_v_rels" USING btree ("path");
CREATE INDEX "_articles_v_rels_tags_id_idx" ON "cms"."_articles_v_rels" USING btree ("tags_id");
CREATE UNIQUE INDEX "tags_slug_idx" ON "cms"."tags" USING btree ("slug");
CREATE INDEX "tags_updated_at_idx" ON "cms"."tags" USING btree ("updated_at");
CREATE INDEX "tags_created_at_idx" ON "cms"."tags" USING btree ("created_at");
CREATE UNIQUE INDEX "tags_locales_locale_parent_id_unique" ON "cms"."tags_locales" USING btree ("_locale","_parent_id");
CREATE UNIQUE INDEX "faq_topics_slug_idx" ON "cms"."faq_topics" USING btree ("slug");
CREATE INDEX "faq_topics_updated_at_idx" ON "cms"."faq_topics" USING btree ("updated_at");
CREATE INDEX "faq_topics_created_at_idx" ON "cms"."faq_topics" USING btree ("created_at");
CREATE UNIQUE INDEX "faq_topics_locales_locale_parent_id_unique" ON "cms"."faq_topics_locales" USING btree ("_locale","_parent_id");
CREATE UNIQUE INDEX "faq_entries_slug_idx" ON "cms"."faq_entries" USING btree ("slug");
CREATE INDEX "faq_entries_topic_idx" ON "cms"."faq_entries" USING btree ("topic_id");
CREATE INDEX "faq_entries_edited_by_idx" ON "cms"."faq_entries" USING btree ("edited_by_id");
CREATE INDEX "faq_entries_updated_at_idx" ON "cms"."faq_entries" USING btree ("updated_at");
CREATE INDEX "faq_entries_created_at_idx" ON "cms"."faq_entries" USING btree ("created_at");
CREATE INDEX "faq_entries__status_idx" ON "cms"."faq_entries" USING btree ("_status");
CREATE UNIQUE INDEX "faq_entries_locales_locale_parent_id_unique" ON "cms"."faq_entries_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "_faq_entries_v_parent_idx" ON "cms"."_faq_entries_v" USING btree ("parent_id");
CREATE INDEX "_faq_entries_v_version_version_slug_idx" ON "cms"."_faq_entries_v" USING btree ("version_slug");
CREATE INDEX "_faq_entries_v_version_version_topic_idx" ON "cms"."_faq_entries_v" USING btree ("version_topic_id");
CREATE INDEX "_faq_entries_v_version_version_edited_by_idx" ON "cms"."_faq_entries_v" USING btree ("version_edited_by_id");
CREATE INDEX "_faq_entries_v_version_version_updated_at_idx" ON "cms"."_faq_entries_v" USING btree ("version_updated_at");
CREATE INDEX "_faq_entries_v_version_version_created_at_idx" ON "cms"."_faq_entries_v" USING btree ("version_created_at");
CREATE INDEX "_faq_entries_v_version_version__status_idx" ON "cms"."_faq_entries_v" USING btree ("version__status");
CREATE INDEX "_faq_entries_v_created_at_idx" ON "cms"."_faq_entries_v" USING btree ("created_at");
CREATE INDEX "_faq_entries_v_updated_at_idx" ON "cms"."_faq_entries_v" USING btree ("updated_at");
CREATE INDEX "_faq_entries_v_snapshot_idx" ON "cms"."_faq_entries_v" USING btree ("snapshot");
CREATE INDEX "_faq_entries_v_published_locale_idx" ON "cms"."_faq_entries_v" USING btree ("published_locale");
CREATE INDEX "_faq_entries_v_latest_idx" ON "cms"."_faq_entries_v" USING btree ("latest");
CREATE UNIQUE INDEX "_faq_entries_v_locales_locale_parent_id_unique" ON "cms"."_faq_entries_v_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "editors_updated_at_idx" ON "cms"."editors" USING btree ("updated_at");
CREATE INDEX "editors_created_at_idx" ON "cms"."editors" USING btree ("created_at");
CREATE UNIQUE INDEX "payload_kv_key_idx" ON "cms"."payload_kv" USING btree ("key");
CREATE INDEX "payload_locked_documents_global_slug_idx" ON "cms"."payload_locked_documents" USING btree ("global_slug");
CREATE INDEX "payload_locked_documents_updated_at_idx" ON "cms"."payload_locked_documents" USING btree ("updated_at");
CREATE INDEX "payload_locked_documents_created_at_idx" ON "cms"."payload_locked_documents" USING btree ("created_at");
CREATE INDEX "payload_locked_documents_rels_order_idx" ON "cms"."payload_locked_documents_rels" USING btree ("order");
CREATE INDEX "payload_locked_documents_rels_parent_idx" ON "cms"."payload_locked_documents_rels" USING btree ("parent_id");
CREATE INDEX "payload_locked_documents_rels_path_idx" ON "cms"."payload_locked_documents_rels" USING btree ("path");
CREATE INDEX "payload_locked_documents_rels_articles_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("articles_id");
CREATE INDEX "payload_locked_documents_rels_tags_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("tags_id");
CREATE INDEX "payload_locked_documents_rels_faq_topics_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("faq_topics_id");
CREATE INDEX "payload_locked_documents_rels_faq_entries_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("faq_entries_id");
CREATE INDEX "payload_locked_documents_rels_editors_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("editors_id");
CREATE INDEX "payload_preferences_key_idx" ON "cms"."payload_preferences" USING btree ("key");
CREATE INDEX "payload_preferences_updated_at_idx" ON "cms"."payload_preferences" USING btree ("updated_at");
CREATE INDEX "payload_preferences_created_at_idx" ON "cms"."payload_preferences" USING btree ("created_at");
CREATE INDEX "payload_preferences_rels_order_idx" ON "cms"."payload_preferences_rels" USING btree ("order");
CREATE INDEX "payload_preferences_rels_parent_idx" ON "cms"."payload_preferences_rels" USING btree ("parent_id");
CREATE INDEX "payload_preferences_rels_path_idx" ON "cms"."payload_preferences_rels" USING btree ("path");
CREATE INDEX "payload_preferences_rels_editors_id_idx" ON "cms"."payload_preferences_rels" USING btree ("editors_id");
CREATE INDEX "payload_migrations_updated_at_idx" ON "cms"."payload_migrations" USING btree ("updated_at");
CREATE INDEX "payload_migrations_created_at_idx" ON "cms"."payload_migrations" USING btree ("created_at");
