-- A partner takes numbers of its own off sale, and they stay so when its program reports them again, until it puts them on sale again.
-- A held number is off line for whoever sells; whether the program has it on line is kept beside it, and what it may be sold for.
alter table supply_numbers
  add column held_at timestamptz,
  add column held_online boolean not null default false,
  add column held_service_ids integer[],
  add constraint supply_numbers_held_off_line check (held_at is null or not online),
  add constraint supply_numbers_held_online check (held_at is not null or not held_online);

alter table supply_rent_numbers
  add column held_at timestamptz,
  add column held_online boolean not null default false,
  add constraint supply_rent_numbers_held_off_line check (held_at is null or not online),
  add constraint supply_rent_numbers_held_online check (held_at is not null or not held_online);

create index supply_rent_numbers_by_supplier on supply_rent_numbers (supplier_id);
