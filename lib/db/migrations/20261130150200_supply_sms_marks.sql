-- An SMS is known by what it is beside its supplier's id of it: the ids of one whose counter begins anew come a second time. Null: it came
-- before there were marks.
alter table supply_sms add column content_mark bigint;
create unique index supply_sms_once on supply_sms (supplier_id, sms_id, content_mark);
alter table supply_sms drop constraint supply_sms_supplier_id_sms_id_key;
