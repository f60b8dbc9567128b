-- A question's text in a language is in the search as it is saved.
create or replace trigger content_search_faq_texts
  after insert or update or delete on cms.faq_entries_locales for each row
  execute function content_keep_search('faq', '_parent_id');
