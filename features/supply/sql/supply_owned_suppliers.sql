-- Suppliers that belong to a partner: an owner is named when the supplier is made and never later.
-- door: partners, statistics
create or replace view supply_owned_suppliers with (security_invoker = true) as
  select id as supplier_id, owner_user_id, code from supply_suppliers where owner_user_id is not null;
revoke insert, update, delete on supply_owned_suppliers from sms_den_app;
