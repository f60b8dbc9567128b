-- The Ed25519 keys that licence keys are signed with. One signs; older ones are kept as far as they prove what they signed.
create table licences_signing_keys (
  -- the thumbprint of RFC 7638
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  -- 32 bytes in base64url, the member x of its JWK
  public_key text not null check (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  -- PKCS 8, sealed; it is gone as soon as another key signs
  sealed_private_key text,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz,
  -- it was in wrong hands: what it signed proves nothing any more
  withdrawn_at timestamptz,
  constraint licences_signing_keys_private check ((sealed_private_key is null) = (retired_at is not null)),
  constraint licences_signing_keys_withdrawn check (withdrawn_at is null or retired_at is not null)
);
create unique index licences_signing_keys_one on licences_signing_keys ((true)) where retired_at is null;
revoke delete, truncate on licences_signing_keys from sms_den_app;
