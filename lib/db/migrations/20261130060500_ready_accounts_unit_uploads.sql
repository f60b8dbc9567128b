-- Where an account stands among those of its upload is told to its store with each claim.
create index ready_accounts_units_upload on ready_accounts_units (upload_id, id);
