-- Other processes forget what they remember of a user.
create or replace function identity_announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_changed', new.id::text);
  return null;
end $$;
