-- At what price numbers were rented out in the last seconds is looked up at each rental without a limit.
create index rentals_recent on rentals (country_id, requested_at);
