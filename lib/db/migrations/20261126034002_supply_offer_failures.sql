-- Attempts that ended in a failure or an answer that nobody can use, beside those that told of stock.
alter table supply_offer_hours drop constraint supply_offer_hours_told_count_check;
alter table supply_offer_hours
  add constraint supply_offer_hours_told_count_check check (told_count >= 0),
  add column failed_count integer not null default 0 check (failed_count >= 0);
