-- Numbers that partners lend for hours and weeks. A number is either for rent or for single SMS, for good: what it was used for is
-- known on its own side only.
create table supply_rent_numbers (
  number bigint primary key check (number between 1000000 and 999999999999999),
  supplier_id integer not null references supply_suppliers,
  country_id integer not null,
  operator text not null default 'any' check (operator ~ '^[a-z0-9_]{1,40}$'),
  port_id text,
  -- services that it may be rented for; null = every one that the partner has an hour cost for, and the whole number
  service_ids integer[],
  online boolean not null default true,
  -- A claim starts at a random place and goes around, so that lent numbers never gather in front of it.
  place double precision not null default random(),
  first_seen_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now()
) with (fillfactor = 80);
create index supply_rent_numbers_lane on supply_rent_numbers (supplier_id, country_id, place) where online;

-- What we pay a supplier for an hour; service null = the whole number.
create table supply_rent_prices (
  supplier_id integer not null references supply_suppliers,
  country_id integer not null,
  service_id integer,
  hour_cost_kopecks bigint not null check (hour_cost_kopecks between 1 and 10000000),
  unique nulls not distinct (supplier_id, country_id, service_id)
);
create index supply_rent_prices_sale on supply_rent_prices (country_id, service_id);

-- Who has which number: service null = the whole number, which excludes everybody else.
create table supply_rent_leases (
  id bigint generated always as identity primary key,
  number bigint not null references supply_rent_numbers,
  service_id integer,
  rental_id bigint not null unique,
  started_at timestamptz not null default app_now(),
  until timestamptz not null,
  ended_at timestamptz,
  check (ended_at is null or ended_at >= started_at)
) with (fillfactor = 80);
create unique index supply_rent_leases_open on supply_rent_leases (number, service_id) nulls not distinct where ended_at is null;
create index supply_rent_leases_number on supply_rent_leases (number, ended_at);

-- What a number has got SMS for: it is never lent for that again. Service 0: it was lent whole, so it may be known anywhere.
create table supply_rent_used (
  number bigint not null references supply_rent_numbers,
  service_id integer not null,
  at timestamptz not null default app_now(),
  primary key (number, service_id)
);

-- Calls as they came in, each once; who called is sealed and removed after its retention.
create table supply_calls (
  id bigint generated always as identity primary key,
  supplier_id integer not null references supply_suppliers,
  call_id bigint not null,
  phone bigint not null,
  sealed_caller text,
  called_at timestamptz not null,
  matched boolean not null default false,
  received_at timestamptz not null default app_now(),
  unique (supplier_id, call_id)
);
create index supply_calls_by_time on supply_calls (received_at) where sealed_caller is not null;

-- Can this number be lent for this service (null = whole) now? Not while it is lent for it or whole, nor in the day after, nor
-- when it has got an SMS for it. The whole number needs all of it free.
create function supply_rent_is_free(p_number bigint, p_service_id integer) returns boolean
language sql stable as $$
  select not exists (
      select from supply_rent_leases l
      where l.number = p_number and (l.ended_at is null or l.ended_at > app_now() - interval '24 hours')
        and (p_service_id is null or l.service_id is null or l.service_id = p_service_id))
    and not exists (
      select from supply_rent_used u
      where u.number = p_number and (p_service_id is null or u.service_id in (0, p_service_id)))
$$;

/*
 * Locks a free number of a partner for the caller's transaction and answers it, or null. Two buyers never get the same one: the
 * number's row is locked first and looked at again behind the lock, with a new snapshot. Numbers that others are looking at are
 * passed over; only when nothing else is left are they waited for.
 */
create function supply_rent_claim(p_supplier_id integer, p_country_id integer, p_service_id integer, p_operator text) returns bigint
language plpgsql as $$
declare
  v_start double precision := random();
  v_low double precision := v_start;
  v_high double precision := 2;
  v_tried bigint[] := '{}';
  v_number bigint;
begin
  for v_round in 1..3 loop
    loop
      if v_round < 3 then
        select n.number into v_number from supply_rent_numbers n
          where n.supplier_id = p_supplier_id and n.country_id = p_country_id and n.online and n.place >= v_low and n.place < v_high
            and (p_operator = 'any' or n.operator = any (string_to_array(p_operator, ',')))
            and (n.service_ids is null or p_service_id = any (n.service_ids))
            and n.number <> all (v_tried) and supply_rent_is_free(n.number, p_service_id)
          order by n.place limit 1 for update skip locked;
      else
        select n.number into v_number from supply_rent_numbers n
          where n.supplier_id = p_supplier_id and n.country_id = p_country_id and n.online and n.place >= v_low and n.place < v_high
            and (p_operator = 'any' or n.operator = any (string_to_array(p_operator, ',')))
            and (n.service_ids is null or p_service_id = any (n.service_ids))
            and n.number <> all (v_tried) and supply_rent_is_free(n.number, p_service_id)
          order by n.place limit 1 for update;
      end if;
      exit when not found;
      if supply_rent_is_free(v_number, p_service_id) then return v_number; end if;
      v_tried := v_tried || v_number;
    end loop;
    v_low := 0;
    v_high := case v_round when 1 then v_start else 2 end;
  end loop;
  return null;
end $$;

-- Writes down who has a claimed number, and until when.
create function supply_rent_lease(p_number bigint, p_service_id integer, p_rental_id bigint, p_until timestamptz) returns void
language sql as $$
  insert into supply_rent_leases (number, service_id, rental_id, until) values (p_number, p_service_id, p_rental_id, p_until)
$$;

create function supply_rent_prolong(p_rental_id bigint, p_until timestamptz) returns void
language sql as $$
  update supply_rent_leases set until = p_until where rental_id = p_rental_id and ended_at is null
$$;

-- The number rests for a day from here on.
create function supply_rent_end_lease(p_rental_id bigint) returns void
language sql as $$
  update supply_rent_leases set ended_at = greatest(started_at, app_now()) where rental_id = p_rental_id and ended_at is null
$$;

create function supply_rent_note_use(p_number bigint, p_service_id integer) returns void
language sql as $$
  insert into supply_rent_used (number, service_id) values (p_number, coalesce(p_service_id, 0)) on conflict do nothing
$$;

-- What of a list of numbers is for rent. Reports for single SMS ask before they write; those for rent wait for them.
create function supply_refuse_rent_numbers(p_numbers bigint[]) returns setof bigint
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('supply_kinds_of_numbers'));
  return query select n.number from supply_rent_numbers n where n.number = any (p_numbers);
end $$;

-- Brings a partner's numbers for rent up to date: p_numbers is a list of {number, country_id, operator, port_id, service_ids}.
-- Numbers of other partners, and those that are for single SMS, are answered as taken.
create function supply_report_rent_numbers(p_supplier_id integer, p_numbers jsonb, p_removed bigint[])
returns table (online integer, put_on_sale integer, taken_off integer, taken bigint[])
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('supply_report_numbers'), p_supplier_id);
  perform pg_advisory_xact_lock(hashtext('supply_kinds_of_numbers'));
  with given as (
    select distinct on (g.number) g.number, g.country_id, g.operator, g.port_id, g.service_ids
    from jsonb_to_recordset(p_numbers) as g(number bigint, country_id integer, operator text, port_id text, service_ids integer[])
    order by g.number
  ), put as (
    insert into supply_rent_numbers as n (number, supplier_id, country_id, operator, port_id, service_ids)
      select g.number, p_supplier_id, g.country_id, g.operator, g.port_id, g.service_ids from given g
      where not exists (select from supply_numbers s where s.number = g.number)
      on conflict (number) do update
        set online = true, operator = excluded.operator, port_id = excluded.port_id, service_ids = excluded.service_ids,
            changed_at = app_now()
        where n.supplier_id = p_supplier_id
          and (not n.online or (n.operator, n.port_id, n.service_ids) is distinct from (excluded.operator, excluded.port_id, excluded.service_ids))
      returning n.number
  ), gone as (
    update supply_rent_numbers n set online = false, changed_at = app_now()
      where n.supplier_id = p_supplier_id and n.online and n.number = any (p_removed) and n.number not in (select number from given)
      returning n.number
  )
  select (select count(*) from put), (select count(*) from gone) into put_on_sale, taken_off;
  select coalesce(array_agg(g.number), '{}') into taken
    from jsonb_to_recordset(p_numbers) as g(number bigint)
    where not exists (select from supply_rent_numbers n where n.number = g.number and n.supplier_id = p_supplier_id);
  select count(*) into online from supply_rent_numbers n where n.supplier_id = p_supplier_id and n.online;
  return next;
end $$;

revoke delete on supply_rent_numbers, supply_rent_leases, supply_rent_used from sms_den_app;
