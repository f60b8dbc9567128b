-- A page that is published, moved, taken back or deleted is so in the search, and with it all below it.
create or replace trigger content_search_pages
  after insert or update or delete on cms.pages for each row
  execute function content_keep_page_search();
