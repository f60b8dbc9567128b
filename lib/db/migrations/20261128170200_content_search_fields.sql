-- What search engines and shared links show of an article instead of its title and summary (npm run cms).
ALTER TABLE "cms"."articles_locales" ADD COLUMN "search_title" varchar;
ALTER TABLE "cms"."articles_locales" ADD COLUMN "search_description" varchar;
ALTER TABLE "cms"."_articles_v_locales" ADD COLUMN "version_search_title" varchar;
ALTER TABLE "cms"."_articles_v_locales" ADD COLUMN "version_search_description" varchar;
