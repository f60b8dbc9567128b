-- An article that is published, changed, taken back or deleted is so in the search.
create or replace trigger content_search_articles
  after insert or update or delete on cms.articles for each row
  execute function content_keep_search('articles', 'id');
