-- The owner's own phone number, E.164. Nothing is sent there, so it is not confirmed.
alter table identity_settings add column phone text check (phone ~ '^\+[1-9][0-9]{5,14}$');
