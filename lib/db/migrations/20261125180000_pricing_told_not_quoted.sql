-- A quoted price is a search's; what this column says is that a price counts as told.
alter table pricing_past_offers rename column is_quoted to is_told;
