-- A fine of a partner. It is announced, may be appealed against once, and is taken out of the partner's balance when it stands. What the
-- balance holds meanwhile is reserved for it; the rest is reserved or taken as money comes in.
-- State table: features/partners/fines/fines.rules.ts.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('partner_fine', 'partner', 'revenue', true);

create table partners_fines (
  id bigint generated always as identity primary key,
  -- the proposal of the desk that was signed: one fine for it, for ever
  correction_id bigint not null unique,
  user_id bigint not null,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  cause text not null check (cause in ('number_reused', 'codes_withheld', 'false_stock', 'number_gone', 'rules_broken', 'other')),
  -- told to the partner
  words text not null check (char_length(words) between 3 and 500),
  -- who of the staff proposed it
  proposer_id bigint not null,
  -- the activation that it is about
  order_id bigint,
  state text not null default 'announced' check (state in ('announced', 'appealed', 'due', 'taken', 'cancelled')),
  announced_at timestamptz not null default app_now(),
  appeal_until timestamptz not null,
  appeal text check (char_length(appeal) between 3 and 2000),
  appealed_at timestamptz,
  decided_by bigint,
  decision text check (char_length(decision) between 3 and 500),
  decided_at timestamptz,
  -- reserved in the balance, and from the state due on taken
  reserved_kopecks bigint not null default 0 check (reserved_kopecks between 0 and amount_kopecks),
  constraint partners_fines_appeal check ((appeal is null) = (appealed_at is null) and (state <> 'appealed' or appeal is not null)),
  constraint partners_fines_decision check (
    (decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)
    and case state when 'cancelled' then decision is not null when 'announced' then decision is null
      when 'appealed' then decision is null else (decision is null) = (appeal is null) end),
  constraint partners_fines_taken check ((state = 'taken') <= (reserved_kopecks = amount_kopecks)
    and (state <> 'cancelled' or reserved_kopecks = 0))
) with (fillfactor = 80);
create index partners_fines_user on partners_fines (user_id, id);
create index partners_fines_appealable on partners_fines (appeal_until) where state = 'announced';
create index partners_fines_appealed on partners_fines (appealed_at) where state = 'appealed';
create index partners_fines_uncovered on partners_fines (user_id, id)
  where state in ('announced', 'appealed', 'due') and reserved_kopecks < amount_kopecks;
revoke delete, truncate on partners_fines from sms_den_app;

-- What is reserved for a fine, part by part as the balance had it.
create table partners_fine_holds (
  hold_id bigint primary key,
  fine_id bigint not null references partners_fines,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- taken or given back
  resolved_at timestamptz
);
create index partners_fine_holds_fine on partners_fine_holds (fine_id);
revoke delete, truncate on partners_fine_holds from sms_den_app;
