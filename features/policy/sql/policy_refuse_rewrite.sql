-- What was decided about sales stays as it was written.
create or replace function policy_refuse_rewrite() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
