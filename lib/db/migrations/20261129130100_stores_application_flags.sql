-- What makes the staff look twice at an application for a store; applications from before were not looked at.
alter table stores_applications
  -- keyed hash of the description in one spelling
  add column text_hash bytea,
  add column flags text[] not null default '{}' check (flags <@ '{disposable,repeated,links}'::text[]);
create index stores_applications_text on stores_applications (text_hash) where text_hash is not null;
