-- A text as words with spaces between them, small letters, for full-text search: no sign stays that would join or part words otherwise in
-- another locale of the database. Chinese has no spaces, so that each two neighbouring signs are a word; a text has its last sign of a row
-- besides, by which a question of one sign finds it.
create or replace function content_words(p_text text, p_is_question boolean) returns text
language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(string_agg(
    case when part[1] !~ '^[\u2E80-\u2FDF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]' then part[1]
    else ' ' || (
      select string_agg(substr(part[1], at, 2), ' ' order by at)
      from generate_series(1, greatest(1, length(part[1]) - p_is_question::integer)) as at) || ' '
    end, '' order by place), '')
  from regexp_matches(
    regexp_replace(
      regexp_replace(lower(normalize(left(p_text, 50000), NFKC)), '[\u00AD\u200C\u200D\uFEFF]', '', 'g'),
      '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u0964\u0965\u0970\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u2E00-\u2E7F\u3000-\u303F\uFE00-\uFE4F\uFFFD\U0001F000-\U0001FAFF\U000E0000-\U000E01EF]+',
      ' ', 'g'),
    '[\u2E80-\u2FDF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]+|[^\u2E80-\u2FDF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]+', 'g')
    with ordinality as parts (part, place)
$$;
