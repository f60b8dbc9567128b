-- The owner of a store, who sells ready accounts here; the staff approve it.
alter table identity_users add column is_store boolean not null default false;
