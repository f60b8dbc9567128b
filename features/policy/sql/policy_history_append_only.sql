-- The history of the policy only grows.
create or replace trigger policy_history_append_only before update or delete or truncate on policy_history
  for each statement execute function policy_refuse_rewrite();
