-- Whose stems and stop words a language's texts are searched by; a language that PostgreSQL has none of is searched by whole words.
create or replace function content_search_config(p_language text) returns regconfig
language sql immutable parallel safe as $$
  select case p_language when 'en' then 'pg_catalog.english' when 'ru' then 'pg_catalog.russian' when 'tr' then 'pg_catalog.turkish'
    when 'es' then 'pg_catalog.spanish' when 'hi' then 'pg_catalog.hindi' else 'pg_catalog.simple' end::regconfig
$$;
