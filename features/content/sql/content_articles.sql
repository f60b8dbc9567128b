-- needs: content_published_articles
-- Published articles as the site shows them now. What is published for later comes in its time. The site reads the desk's texts through
-- such views alone.
create or replace view content_articles as
  select id, slug, locale, text_locale, title, summary, body, published_at, updated_at, search_title, search_description,
    cover_id
  from content_published_articles
  where published_at <= app_now();
revoke insert, update, delete on content_articles from sms_den_app;
