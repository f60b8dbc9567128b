import type { Check } from "#lib/db/check.ts";

/** Statements about what guests have paid; a row that comes back is an offence. */
export const guestChecks: Check[] = [
  {
    name: "payments guests: a payment without an owner is a guest's, and one that was taken belongs to who took it",
    sql: `select p.id, p.user_id, g.claimed_by from payments p left join payments_guests g on g.payment_id = p.id
          where (p.user_id is null and (g.payment_id is null or g.claimed_by is not null))
             or (g.payment_id is not null and p.user_id is distinct from g.claimed_by)`,
  },
  {
    name: "payments guests: money that nobody owns goes back on its day or waits for the staff",
    sql: `select p.id from payments p join payments_guests g on g.payment_id = p.id
          where p.state = 'confirmed' and g.claimed_by is null and g.kept_at is null
            and (g.return_due_at > app_now() + interval '15 days'
              or (g.ended_at is not null and g.ended_at < app_now() - interval '1 day'))`,
  },
  {
    name: "payments guests: what an account has taken was never sent back to a guest",
    sql: `select payment_id from payments_guests where claimed_by is not null and (returning_at is not null or ended_at is not null)`,
  },
  {
    name: "payments guests: nothing is credited before an account has taken it",
    sql: `select p.id from payments p join payments_guests g on g.payment_id = p.id
          where p.credited_transfer_id is not null and (g.claimed_by is null or p.credited_at < g.claimed_at)`,
  },
];
