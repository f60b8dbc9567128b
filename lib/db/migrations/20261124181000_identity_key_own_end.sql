-- The end that the owner of a key chose, kept while a rotation has shortened expires_at ('infinity': the owner chose none). Null:
-- expires_at is the owner's own choice. The next rotation gives its successor this end, not the shortened one.
alter table identity_api_keys add column own_expires_at timestamptz
  check (own_expires_at is null or own_expires_at >= expires_at);

-- What keys replaced so far had as their own end is known from their successors, which took it over.
update identity_api_keys old set own_expires_at = coalesce(greatest(new.expires_at, old.expires_at), 'infinity')
from identity_api_keys new where new.replaces_id = old.id and old.expires_at is not null;
