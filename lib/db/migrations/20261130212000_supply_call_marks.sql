-- A call is known by what it is beside its supplier's id of it: the ids of one whose counter begins anew come a second time. Null: it came
-- before there were marks.
alter table supply_calls add column content_mark bigint;
create unique index supply_calls_once on supply_calls (supplier_id, call_id, content_mark);
alter table supply_calls drop constraint supply_calls_supplier_id_call_id_key;
