-- Told to other processes: suspended, or another role.
create or replace trigger identity_users_suspended after update of suspended_at, role on identity_users
  for each row execute function identity_announce_user();
