import { statesBefore } from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Withdrawals whose turn it is, longest waiting first. `isPaused`: without those that are not on their way yet and may not begin. */
export async function listDueWithdrawals(db: Queryable, limit: number, isPaused: boolean): Promise<number[]> {
  const found = await rows<{ id: number }>(db, {
    text: `select id from payments_withdrawals where due_at <= app_now() and not ($2 and state = any ($3::text[]))
      order by due_at limit $1`,
    values: [limit, isPaused, statesBefore("send")],
  });
  return found.map(({ id }) => id);
}

/** Paid withdrawals of a user whose bonus money is still kept aside. */
export async function listKeptAside(db: Queryable, userId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(db, {
    text: `select id from payments_withdrawals
      where user_id = $1 and state = 'paid' and bonus_hold_id is not null and bonus_free_at is null`,
    values: [userId],
  });
  return found.map(({ id }) => id);
}

/** The same of everybody, of withdrawals that were paid `minutes` ago: nobody said that their part had been reversed. */
export async function listForgottenAside(db: Queryable, minutes: number, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(db, {
    text: `select id from payments_withdrawals
      where state = 'paid' and bonus_hold_id is not null and bonus_free_at is null
        and closed_at < app_now() - make_interval(mins => $1)
      order by closed_at limit $2`,
    values: [minutes, limit],
  });
  return found.map(({ id }) => id);
}
