-- Suppliers that name countries by dialling codes and services by names (features/supply/dialects/data/onlinesim-words.ts).
alter table supply_suppliers drop constraint supply_suppliers_word_table_check;
alter table supply_suppliers
  add constraint supply_suppliers_word_table_check check (word_table in ('smshub', 'slugs', 'ids', 'onlinesim'));
