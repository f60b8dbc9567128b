-- Whose searches are looked at next: each account with searches has a turn, and no more than one attempt under way.
create table activations_search_turns (
  user_id bigint primary key,
  -- attempts that were begun: whoever ends one proves with its number that no later one is under way
  turns integer not null default 0,
  -- when one of its searches was taken last; null = never: next before all others
  served_at timestamptz,
  -- an attempt is under way, and is taken for dead after this moment; null = none
  busy_until timestamptz
) with (fillfactor = 70);
revoke truncate on activations_search_turns from sms_den_app;
insert into activations_search_turns (user_id) select distinct user_id from activations_searches where closed_at is null;

alter table activations_searches
  -- what would have to change before another attempt is of use; null = nothing, it tries again after its pause
  add column waiting_for text check (waiting_for in ('offer', 'money')),
  -- when it is woken it does not try before this moment: attempts keep their pause
  add column rests_until timestamptz,
  add constraint activations_searches_waiting check (waiting_for is null or state = 'searching');
create index activations_searches_wanted on activations_searches (service_id, country_id) where waiting_for is not null;
create index activations_searches_for_money on activations_searches (user_id) where waiting_for = 'money';
