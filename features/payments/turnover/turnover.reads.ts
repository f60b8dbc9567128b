import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** A span of time, its end left out, in which top-ups were credited, and the methods that do not count. */
export type TurnoverSpan = {
  readonly from: Date;
  readonly until: Date;
  readonly uncountedMethods: readonly string[];
};

/** What a user topped up in a span, less what was reversed of it since. */
export async function sumToppedUp(db: Queryable, userId: number, span: TurnoverSpan): Promise<Kopecks> {
  const row = await one<{ total: number }>(db, {
    text: `select coalesce(sum(amount_kopecks - reversed_kopecks), 0)::bigint as total from payments
      where user_id = $1 and credited_at >= $2 and credited_at < $3 and method <> all ($4::text[])`,
    values: [userId, span.from, span.until, span.uncountedMethods],
  });
  return kopecks(row.total);
}

/** What the payments of a user come to that are credited now. */
export async function sumCredited(db: Queryable, userId: number): Promise<Kopecks> {
  const row = await one<{ total: number }>(db, {
    text: `select coalesce(sum(amount_kopecks), 0)::bigint as total from payments where user_id = $1 and state = 'credited'`,
    values: [userId],
  });
  return kopecks(row.total);
}

/** Users who topped up at least `minKopecks` in a span, by id, those after `afterUserId`. */
export async function listToppedUpUsers(
  db: Queryable,
  span: TurnoverSpan,
  page: { readonly minKopecks: Kopecks; readonly afterUserId: number; readonly limit: number },
): Promise<number[]> {
  const found = await rows<{ user_id: number }>(db, {
    text: `select user_id from payments
      where credited_at >= $1 and credited_at < $2 and method <> all ($3::text[]) and user_id > $4
      group by user_id having sum(amount_kopecks - reversed_kopecks) >= $5
      order by user_id limit $6`,
    values: [span.from, span.until, span.uncountedMethods, page.afterUserId, page.minKopecks, page.limit],
  });
  return found.map((row) => row.user_id);
}

/** What counts as a large top-up: at least so much of it is left, and its method counts. */
export type LargeTopUp = { readonly minKopecks: Kopecks; readonly uncountedMethods: readonly string[] };

/** A user's first large top-up, or null while there has been none. */
export async function findFirstTopUp(
  db: Queryable,
  userId: number,
  { minKopecks, uncountedMethods }: LargeTopUp,
): Promise<number | null> {
  const row = await maybeOne<{ id: number }>(db, {
    text: `select id from payments
      where user_id = $1 and credited_at is not null and amount_kopecks - reversed_kopecks >= $2 and method <> all ($3::text[])
      order by credited_at, id limit 1`,
    values: [userId, minKopecks, uncountedMethods],
  });
  return row?.id ?? null;
}

/** The first large top-up of users since a moment, by the users' ids, those after one; for those whose notice may have been lost. */
export async function listLargeTopUps(
  db: Queryable,
  since: Date,
  { minKopecks, uncountedMethods }: LargeTopUp,
  page: { readonly afterUserId: number; readonly limit: number },
): Promise<{ paymentId: number; userId: number }[]> {
  const found = await rows<{ id: number; user_id: number }>(db, {
    text: `select distinct on (user_id) id, user_id from payments
      where credited_at >= $1 and amount_kopecks - reversed_kopecks >= $2 and method <> all ($3::text[]) and user_id > $4
      order by user_id, credited_at, id limit $5`,
    values: [since, minKopecks, uncountedMethods, page.afterUserId, page.limit],
  });
  return found.map((row) => ({ paymentId: row.id, userId: row.user_id }));
}

/** Users for whom a payer with this fingerprint has paid. */
export async function listUsersOfPayer(db: Queryable, fingerprint: string): Promise<number[]> {
  const found = await rows<{ user_id: number }>(db, {
    text: `select distinct user_id from payments where payer_fingerprint = $1 and credited_at is not null`,
    values: [fingerprint],
  });
  return found.map((row) => row.user_id);
}
