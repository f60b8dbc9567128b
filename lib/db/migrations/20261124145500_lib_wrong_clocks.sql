-- Clocks that differ from the database's by more than a minute, written by the process on whose machine that is, for the desk to show.
create table lib_wrong_clocks (
  process text not null check (process in ('api', 'worker')),
  machine text not null check (length(machine) between 1 and 255),
  -- Negative when it is behind.
  ahead_ms bigint not null,
  -- The real time, not app_now(): a clock is compared with it.
  measured_at timestamptz not null default clock_timestamp(),
  primary key (process, machine)
);
