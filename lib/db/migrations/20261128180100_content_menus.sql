-- Menus that editors write, in place of the product's own (npm run cms).
CREATE TYPE "cms"."enum_menus_entries_network" AS ENUM('telegram', 'vk', 'x', 'youtube', 'instagram', 'facebook', 'discord', 'whatsapp', 'wechat', 'sinaweibo', 'bilibili', 'tiktok', 'reddit');
CREATE TYPE "cms"."enum_menus_position" AS ENUM('header', 'footer', 'documents', 'social');
CREATE TYPE "cms"."enum__menus_v_version_entries_network" AS ENUM('telegram', 'vk', 'x', 'youtube', 'instagram', 'facebook', 'discord', 'whatsapp', 'wechat', 'sinaweibo', 'bilibili', 'tiktok', 'reddit');
CREATE TYPE "cms"."enum__menus_v_version_position" AS ENUM('header', 'footer', 'documents', 'social');
CREATE TABLE "cms"."menus_entries_children" (
  "_order" integer NOT NULL,
  "_parent_id" varchar NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "id" varchar PRIMARY KEY NOT NULL,
  "label" varchar,
  "href" varchar
);

CREATE TABLE "cms"."menus_entries" (
  "_order" integer NOT NULL,
  "_parent_id" integer NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "id" varchar PRIMARY KEY NOT NULL,
  "label" varchar,
  "network" "cms"."enum_menus_entries_network",
  "href" varchar
);

CREATE TABLE "cms"."menus" (
  "id" serial PRIMARY KEY NOT NULL,
  "position" "cms"."enum_menus_position" DEFAULT 'footer' NOT NULL,
  "place" numeric DEFAULT 100 NOT NULL,
  "edited_by_id" numeric,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."menus_locales" (
  "title" varchar NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

CREATE TABLE "cms"."_menus_v_version_entries_children" (
  "_order" integer NOT NULL,
  "_parent_id" integer NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "label" varchar,
  "href" varchar,
  "_uuid" varchar
);

CREATE TABLE "cms"."_menus_v_version_entries" (
  "_order" integer NOT NULL,
  "_parent_id" integer NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "label" varchar,
  "network" "cms"."enum__menus_v_version_entries_network",
  "href" varchar,
  "_uuid" varchar
);

CREATE TABLE "cms"."_menus_v" (
  "id" serial PRIMARY KEY NOT NULL,
  "parent_id" integer,
  "version_position" "cms"."enum__menus_v_version_position" DEFAULT 'footer' NOT NULL,
  "version_place" numeric DEFAULT 100 NOT NULL,
  "version_edited_by_id" numeric,
  "version_updated_at" timestamp(3) with time zone,
  "version_created_at" timestamp(3) with time zone,
  "created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  "updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "cms"."_menus_v_locales" (
  "version_title" varchar NOT NULL,
  "id" serial PRIMARY KEY NOT NULL,
  "_locale" "cms"."_locales" NOT NULL,
  "_parent_id" integer NOT NULL
);

ALTER TABLE "cms"."payload_locked_documents_rels" ADD COLUMN "menus_id" integer;
ALTER TABLE "cms"."menus_entries_children" ADD CONSTRAINT "menus_entries_children_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."menus_entries" ADD CONSTRAINT "menus_entries_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."menus" ADD CONSTRAINT "menus_edited_by_id_editors_id_fk" FOREIGN KEY ("edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."menus_locales" ADD CONSTRAINT "menus_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."menus"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_menus_v_version_entries_children" ADD CONSTRAINT "_menus_v_version_entries_children_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_menus_v_version_entries"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_menus_v_version_entries" ADD CONSTRAINT "_menus_v_version_entries_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cms"."_menus_v" ADD CONSTRAINT "_menus_v_parent_id_menus_id_fk" FOREIGN KEY ("parent_id") REFERENCES "cms"."menus"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_menus_v" ADD CONSTRAINT "_menus_v_version_edited_by_id_editors_id_fk" FOREIGN KEY ("version_edited_by_id") REFERENCES "cms"."editors"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cms"."_menus_v_locales" ADD CONSTRAINT "_menus_v_locales_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "cms"."_menus_v"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "menus_entries_children_order_idx" ON "cms"."menus_entries_children" USING btree ("_order");
CREATE INDEX "menus_entries_children_parent_id_idx" ON "cms"."menus_entries_children" USING btree ("_parent_id");
CREATE INDEX "menus_entries_children_locale_idx" ON "cms"."menus_entries_children" USING btree ("_locale");
CREATE INDEX "menus_entries_order_idx" ON "cms"."menus_entries" USING btree ("_order");
CREATE INDEX "menus_entries_parent_id_idx" ON "cms"."menus_entries" USING btree ("_parent_id");
CREATE INDEX "menus_entries_locale_idx" ON "cms"."menus_entries" USING btree ("_locale");
CREATE INDEX "menus_edited_by_idx" ON "cms"."menus" USING btree ("edited_by_id");
CREATE INDEX "menus_updated_at_idx" ON "cms"."menus" USING btree ("updated_at");
CREATE INDEX "menus_created_at_idx" ON "cms"."menus" USING btree ("created_at");
CREATE UNIQUE INDEX "menus_locales_locale_parent_id_unique" ON "cms"."menus_locales" USING btree ("_locale","_parent_id");
CREATE INDEX "_menus_v_version_entries_children_order_idx" ON "cms"."_menus_v_version_entries_children" USING btree ("_order");
CREATE INDEX "_menus_v_version_entries_children_parent_id_idx" ON "cms"."_menus_v_version_entries_children" USING btree ("_parent_id");
CREATE INDEX "_menus_v_version_entries_children_locale_idx" ON "cms"."_menus_v_version_entries_children" USING btree ("_locale");
CREATE INDEX "_menus_v_version_entries_order_idx" ON "cms"."_menus_v_version_entries" USING btree ("_order");
CREATE INDEX "_menus_v_version_entries_parent_id_idx" ON "cms"."_menus_v_version_entries" USING btree ("_parent_id");
CREATE INDEX "_menus_v_version_entries_locale_idx" ON "cms"."_menus_v_version_entries" USING btree ("_locale");
CREATE INDEX "_menus_v_parent_idx" ON "cms"."_menus_v" USING btree ("parent_id");
CREATE INDEX "_menus_v_version_version_edited_by_idx" ON "cms"."_menus_v" USING btree ("version_edited_by_id");
CREATE INDEX "_menus_v_version_version_updated_at_idx" ON "cms"."_menus_v" USING btree ("version_updated_at");
CREATE INDEX "_menus_v_version_version_created_at_idx" ON "cms"."_menus_v" USING btree ("version_created_at");
CREATE INDEX "_menus_v_created_at_idx" ON "cms"."_menus_v" USING btree ("created_at");
CREATE INDEX "_menus_v_updated_at_idx" ON "cms"."_menus_v" USING btree ("updated_at");
CREATE UNIQUE INDEX "_menus_v_locales_locale_parent_id_unique" ON "cms"."_menus_v_locales" USING btree ("_locale","_parent_id");
ALTER TABLE "cms"."payload_locked_documents_rels" ADD CONSTRAINT "payload_locked_documents_rels_menus_fk" FOREIGN KEY ("menus_id") REFERENCES "cms"."menus"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "payload_locked_documents_rels_menus_id_idx" ON "cms"."payload_locked_documents_rels" USING btree ("menus_id");
