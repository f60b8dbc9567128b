-- SMS that came before their order had its number written down are looked for by number.
create index supply_sms_unmatched on supply_sms (supplier_id, phone) where not matched;
