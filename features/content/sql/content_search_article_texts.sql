-- An article's text in a language is in the search as it is saved.
create or replace trigger content_search_article_texts
  after insert or update or delete on cms.articles_locales for each row
  execute function content_keep_search('articles', '_parent_id');
