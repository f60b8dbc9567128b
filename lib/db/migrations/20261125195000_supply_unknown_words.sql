alter table supply_suppliers
  -- Which words for countries it uses: SMSHub's or our slugs. Null = SMSHub's for an agent, our slugs for own stock.
  add column word_table text check (word_table in ('smshub', 'slugs')),
  -- {"16": "united-kingdom"}: by country id, the word its last answer used where that is not the table's. It is asked in it.
  add column country_words jsonb not null default '{}';

-- Words that a supplier used and nobody here understands, so that the numbers said with them are not on sale. What they may hold is
-- bounded per supplier and kind (features/supply/dialects/unknown-words.rules.ts).
create table supply_unknown_words (
  supplier_id integer not null references supply_suppliers,
  kind text not null check (kind in ('country', 'service', 'operator')),
  -- Without control characters.
  word text not null check (char_length(word) between 1 and 40),
  -- How many numbers the last report said with it.
  stock bigint not null check (stock > 0),
  -- Reports that said it, counted at most once a minute.
  reports_count bigint not null default 1 check (reports_count > 0),
  first_at timestamptz not null default app_now(),
  last_at timestamptz not null default app_now(),
  primary key (supplier_id, kind, word)
) with (fillfactor = 80);
revoke truncate on supply_unknown_words from sms_den_app;
