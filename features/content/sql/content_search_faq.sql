-- A question that is published, changed, taken back or deleted is so in the search.
create or replace trigger content_search_faq
  after insert or update or delete on cms.faq_entries for each row
  execute function content_keep_search('faq', 'id');
