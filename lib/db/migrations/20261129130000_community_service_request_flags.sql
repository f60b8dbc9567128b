-- What makes the staff look twice at a request for a service; requests from before were not looked at.
alter table community_service_requests
  -- keyed hash of the SMS in one spelling
  add column text_hash bytea,
  add column flags text[] not null default '{}' check (flags <@ '{disposable,repeated,links}'::text[]);
create index community_service_requests_text on community_service_requests (text_hash, created_at) where text_hash is not null;
