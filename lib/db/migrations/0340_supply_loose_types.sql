-- Partners that write numbers as text are understood; whoever keeps the suppliers sees when it last happened, and with what.
alter table supply_suppliers add column loose_types_at timestamptz, add column loose_types text;

-- Some agents name their activations by words (UUIDs). Everything here knows them by a number, which begins above what agents
-- count; FINISH_ACTIVATION says their own word again.
create table supply_references (
  id bigint generated always as identity (start with 4503599627370496) primary key,
  supplier_id integer not null references supply_suppliers,
  reference text not null check (length(reference) between 1 and 100),
  noted_at timestamptz not null default app_now(),
  unique (supplier_id, reference)
);
