-- Logging in with a code by mail. A row is a request for a code: made for any address alike, so that nobody learns who has an
-- account. Whoever asked holds the token of the request; the code alone opens nothing.
create table identity_mail_codes (
  id bigint generated always as identity primary key,
  request_hash bytea not null unique check (octet_length(request_hash) = 32),
  email_key text not null,
  locale text not null,
  -- Null until the mail is made, and for ever where nobody has the address.
  user_id bigint references identity_users (id) on delete cascade,
  -- HMAC of id and code with a key that is not in the database: eight digits would be guessed from a plain hash.
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint identity_mail_codes_whose check ((user_id is null) = (code_hash is null))
);
create index identity_mail_codes_user on identity_mail_codes (user_id);
create index identity_mail_codes_expiry on identity_mail_codes (expires_at);
