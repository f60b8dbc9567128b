/** Statements about the live rows; a row that comes back is an offence. */
export const rentalChecks = [
  {
    name: "rentals: every rental has its hold, of its price, on its buyer's wallet",
    sql: `select r.id from rentals r
          left join ledger_transfers h on h.id = r.hold_id
          left join ledger_accounts w on w.id = h.debit_account_id
          where h.id is null or h.phase <> 'pending' or h.kind <> 'rental' or h.amount_kopecks <> r.price_kopecks
            or w.user_id is distinct from r.user_id`,
  },
  {
    name: "rentals: every hold belongs to a rental",
    sql: `select h.id from ledger_transfers h left join rentals r on r.hold_id = h.id
          where h.kind = 'rental' and h.phase = 'pending' and r.id is null`,
  },
  {
    name: "rentals: money follows the state: held while it can be cancelled, captured exactly once, refunded when canceled",
    sql: `select r.id, r.state, t.phase from rentals r left join ledger_transfers t on t.pending_id = r.hold_id
          where t.phase is distinct from case when r.state = 'canceled' then 'void' when r.captured_at is not null then 'post' end`,
  },
  {
    name: "rentals: the first arrival and every end but a cancel have taken the money",
    sql: `select id, state from rentals
          where (state in ('received', 'expired') and captured_at is null) or (state = 'canceled' and captured_at is not null)
             or (received_at is not null) <> (messages_count + calls_count > 0) or (state = 'received' and received_at is null)`,
  },
  {
    name: "rentals: the supplier's part is booked once for every captured rental and for every extension, and never else",
    sql: `select r.id from rentals r left join ledger_transfers t on t.reference = 'rental:' || r.id || ':share'
          where (r.captured_at is not null) <> (t.id is not null) or t.amount_kopecks <> r.cost_kopecks
          union all
          select e.rental_id from rentals_extensions e
          left join ledger_transfers t on t.reference = 'rental:' || e.rental_id || ':extension:' || e.id || ':share'
          where t.amount_kopecks is distinct from e.cost_kopecks`,
  },
  {
    name: "rentals: every extension has its payment, and every payment its extension",
    sql: `select e.id from rentals_extensions e
          left join ledger_transfers t on t.reference = 'rental:' || e.rental_id || ':extension:' || e.id
          left join ledger_accounts w on w.id = t.debit_account_id
          where t.kind is distinct from 'rental_extension' or t.amount_kopecks <> e.price_kopecks or w.user_id <> e.user_id
          union all
          select t.id from ledger_transfers t
          where t.kind = 'rental_extension' and not exists (
            select from rentals_extensions e where t.reference = 'rental:' || e.rental_id || ':extension:' || e.id)`,
  },
  {
    name: "rentals: the end is the beginning and all hours that were bought; extensions follow one another",
    sql: `select r.id from rentals r
          left join (select rental_id, sum(hours) as hours from rentals_extensions group by 1) e on e.rental_id = r.id
          where r.expires_at <> r.issued_at + make_interval(hours => r.hours)
          union all
          select rental_id from (
            select rental_id, expires_before, lag(expires_after) over (partition by rental_id order by id) as before from rentals_extensions) x
          where before <> expires_before`,
  },
  {
    name: "rentals: nothing is rented for more than four weeks ahead",
    sql: `select id from rentals_extensions where expires_after > created_at + interval '672 hours'
          union all select id from rentals where expires_at > requested_at + interval '672 hours'
            and not exists (select from rentals_extensions e where e.rental_id = rentals.id)`,
  },
  {
    name: "rentals: an open rental has its open lease, of its number, service and end; no other lease is open",
    sql: `select coalesce(r.id, l.rental_id) as id from (select * from rentals where closed_at is null and number is not null) r
          full join (select * from supply_rent_leases where ended_at is null) l on l.rental_id = r.id
          where r.id is null or l.id is null or l.number <> r.number or l.service_id is distinct from r.service_id
            or l.until <> r.expires_at`,
  },
  {
    name: "rentals: no number is rented twice at a time: whole ones exclude everybody, others one of their service",
    sql: `select a.id, b.id as other from supply_rent_leases a join supply_rent_leases b on b.number = a.number and b.id > a.id
          where (a.service_id is null or b.service_id is null or a.service_id = b.service_id)
            and a.started_at < coalesce(b.ended_at, 'infinity') + make_interval(mins => b.rest_minutes)
            and b.started_at < coalesce(a.ended_at, 'infinity') + make_interval(mins => a.rest_minutes)`,
  },
  {
    name: "rentals: a number is never rented again for what it has got SMS for",
    sql: `select l.id from supply_rent_leases l join supply_rent_used u on u.number = l.number and u.at < l.started_at
          where l.service_id is null or u.service_id in (0, l.service_id)`,
  },
  {
    name: "rentals: the price is never above what the buyer agreed to, and never below the supplier's part",
    sql: `select id from rentals where price_kopecks > max_price_kopecks or price_kopecks < cost_kopecks
          union all select rental_id from rentals_extensions where price_kopecks < cost_kopecks`,
  },
  {
    name: "rentals: time is let pass within 60 s: money taken when cancelling is over, expired at the end",
    sql: `select id, state, due_at from rentals where closed_at is null and due_at < app_now() - interval '60 seconds'`,
  },
  {
    name: "rentals: closed exactly when the state is final",
    sql: `select id, state from rentals where (closed_at is not null) <> (state in ('expired', 'canceled'))`,
  },
  {
    name: "rentals: counts are of what is kept, until it is removed a week after the end",
    sql: `select r.id from rentals r
          where (r.forgotten_at is null and (
              r.messages_count <> (select count(*) from rentals_messages m where m.rental_id = r.id)
              or r.calls_count <> (select count(*) from rentals_calls c where c.rental_id = r.id)))
            or (r.forgotten_at is not null and (
              exists (select from rentals_messages m where m.rental_id = r.id) or exists (select from rentals_calls c where c.rental_id = r.id)))`,
  },
  {
    name: "rentals: one rental for a buyer's key",
    sql: `select user_id, min(id) as first from rentals group by user_id, idempotency_key having count(*) > 1`,
  },
] as const;
