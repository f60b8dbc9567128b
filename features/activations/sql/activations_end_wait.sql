-- A search that has gone on waits for nothing, whoever moved it.
create or replace function activations_end_wait() returns trigger language plpgsql as $$
begin
  new.waiting_for := null;
  new.rests_until := null;
  return new;
end $$;
