-- The owner of a store answers a claim: what is accepted is decided at once; an objection stands unless the staff overrule it in time.
alter table ready_accounts_claims
  add column objection text check (length(objection) between 1 and 500),
  add column objected_at timestamptz,
  add constraint ready_accounts_claims_objection check ((objection is null) = (objected_at is null));
