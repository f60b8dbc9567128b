-- A page's text in a language is in the search as it is saved.
create or replace trigger content_search_page_texts
  after insert or update or delete on cms.pages_locales for each row
  execute function content_keep_search('pages', '_parent_id');
