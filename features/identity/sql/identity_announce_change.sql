-- Other processes forget what they remember of a user's key.
create or replace function identity_announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
