/*
 * Adds the numbers of own stock that are on line now to the hours of their country's day, once an hour however often it is called.
 * Returns how many countries were added.
 */
create or replace function partners_count_stock_hour() returns integer
language plpgsql as $$
declare
  v_now timestamp := app_now() at time zone 'UTC';
  v_counted integer;
begin
  insert into partners_stock_hours as h (day, country_id, number_hours, last_hour)
    select v_now::date, o.country_id, o.numbers, extract(hour from v_now)::integer from supply_online_numbers o order by o.country_id
    on conflict (day, country_id) do update
      set number_hours = h.number_hours + excluded.number_hours, last_hour = excluded.last_hour
      where h.last_hour < excluded.last_hour;
  get diagnostics v_counted = row_count;
  return v_counted;
end $$;
