-- Rows of the audit stay as they were written.
create or replace trigger identity_audit_append_only before update or delete on identity_audit
  for each row execute function identity_refuse_audit_change();
