-- The role that every process acts as. It owns nothing: tables belong to the role that migrates.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sms_den_app') then
    begin
      create role sms_den_app nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  -- Since PostgreSQL 16 who creates a role administers it without being allowed to act as it: granted in any case.
  begin
    execute format('grant sms_den_app to %I', current_user);
  exception when insufficient_privilege then
    if not pg_has_role(current_user, 'sms_den_app', 'member') then raise; end if;
  end;
end $$;

grant usage on schema public to sms_den_app;
alter default privileges in schema public grant select, insert, update, delete on tables to sms_den_app;
alter default privileges in schema public grant usage, select on sequences to sms_den_app;

-- Test clock: an offset that tests move; the app role may only read it.
create table job_clock (
  only_row boolean primary key default true check (only_row),
  offset_interval interval not null default '0'
);
insert into job_clock default values;
revoke insert, update, delete on job_clock from sms_den_app;

-- The one clock of every deadline. It stands here and not in lib/db/sql, because columns of later files begin with it by default.
create function app_now() returns timestamptz
language sql stable parallel safe
as $$ select clock_timestamp() + (select offset_interval from job_clock) $$;

-- What happened, for the live stream and the webhooks: written in the transaction that made it happen.
create table job_events (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  kind text not null,
  -- Ids and states only, never a code, a text or a key.
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp()
);
create index job_events_user on job_events (user_id, id);
create index job_events_age on job_events using brin (created_at);
revoke update on job_events from sms_den_app;

-- A process tells in /readyz whether the tables are as new as its own code.
grant select on lib_migrations, lib_definitions to sms_den_app;
