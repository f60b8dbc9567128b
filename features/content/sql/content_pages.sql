-- needs: content_published_pages
-- Published pages as the site shows them now. What is published for later comes in its time, and with the pages above it.
create or replace view content_pages as
  select id, parent_id, slug, path, place, locale, text_locale, title, summary, body, published_at, updated_at, search_title, search_description
  from content_published_pages
  where shown_from <= app_now();
revoke insert, update, delete on content_pages from sms_den_app;
