-- Purchases of these days may not be counted yet: their waits come with them, and must not be there before.
delete from statistics_day_waits where day >= (now() at time zone 'UTC')::date - 1;
