-- Nor are they removed all at once.
create or replace trigger identity_audit_no_truncate before truncate on identity_audit
  for each statement execute function identity_refuse_audit_change();
