-- A key that is gone opens nothing any more, in any process.
create or replace trigger identity_api_keys_removed after delete on identity_api_keys
  for each row execute function identity_announce_change();
