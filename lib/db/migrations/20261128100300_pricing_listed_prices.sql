-- A price that the lists show is a listed price.
alter table pricing_offers rename column told_since to listed_since;
alter table pricing_past_offers rename column is_told to is_listed;
