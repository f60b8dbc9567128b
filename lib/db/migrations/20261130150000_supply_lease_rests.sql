-- How long a number rests after this lease: a day, and less where its rental was cancelled before anything had come.
alter table supply_rent_leases add column rest_minutes integer not null default 1440 check (rest_minutes >= 0);
