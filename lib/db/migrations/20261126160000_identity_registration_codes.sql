-- A registration is confirmed by its mailed link or by the code of the same mail, and may come without a password.
alter table identity_registrations
  -- False: the hash is of a password that nobody knows.
  add column has_password boolean not null default true,
  -- Of the token that the browser which registered keeps: the code counts with it alone, and the link signs in where it is.
  add column request_hash bytea unique check (octet_length(request_hash) = 32);

alter table identity_mail_codes
  -- The registration that the code confirms; gone as soon as its address has an account.
  add column registration_id bigint references identity_registrations (id) on delete set null,
  drop constraint identity_mail_codes_whose,
  add constraint identity_mail_codes_whose check (user_id is null or code_hash is not null);
create index identity_mail_codes_registration on identity_mail_codes (registration_id);
