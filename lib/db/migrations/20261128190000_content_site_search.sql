-- The search of the site. The extensions have a schema of their own, so that public holds what the product's files define and nothing else.
create schema text_search;
grant usage on schema text_search to sms_den_app;
create extension unaccent schema text_search;
create extension pg_trgm schema text_search;

-- Every published text, once in each language that it is written in; kept by triggers in the transaction of the edit.
create table content_search_texts (
  kind text not null,
  document_id integer not null,
  -- what it is written in
  language text not null,
  -- the languages of the site in which it is shown: English stands in for those that a document lacks
  shown_in text[] not null,
  slug text not null,
  -- null = at once
  shown_from timestamptz,
  title text not null,
  body text not null,
  -- without accents and signs, for titles that are nearly what was typed
  folded_title text not null,
  title_words tsvector not null,
  words tsvector not null,
  primary key (kind, document_id, language)
)
-- A question looks at many rows and reads few texts, which are kept beside the rows.
with (toast_tuple_target = 256);
-- An edit is rare and a search is not: nothing waits in a list that every search would read.
create index content_search_words on content_search_texts using gin (words) with (fastupdate = off);
create index content_search_titles on content_search_texts using gin (folded_title text_search.gin_trgm_ops) with (fastupdate = off);
revoke insert, update, delete on content_search_texts from sms_den_app;
