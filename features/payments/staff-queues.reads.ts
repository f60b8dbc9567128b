import sql from "sql-template-tag";
import { openStates as openClaims } from "#features/payments/claims/claims.rules.ts";
import { expectedStates, oddStates } from "#features/payments/payments.rules.ts";
import { waitingStates } from "#features/payments/withdrawals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type PaymentQueue = "withdrawals" | "transfers" | "claims" | "couponBatches" | "oddPayments";

/** What waits in a queue, for how many seconds the oldest of it has waited (null when nothing does), and how much of money it is. */
export type Waiting = {
  readonly count: number;
  readonly oldestSeconds: number | null;
  readonly kopecks: number;
};

/** What of the money that comes and leaves waits for the staff. Odd payments are those of the last 30 days, and guests' that nobody claims. */
export async function readPaymentQueues(db: Queryable): Promise<Readonly<Record<PaymentQueue, Waiting>>> {
  const found = await rows<Waiting & { queue: PaymentQueue }>(
    db,
    sql`with waiting (queue, since, kopecks) as (
          select 'withdrawals', created_at, amount_kopecks from payments_withdrawals where state = any (${waitingStates}::text[])
          union all
          select 'transfers', p.created_at, 0 from payments p join payments_transfers t on t.payment_id = p.id
            where p.state = any (${[...expectedStates]}::text[])
          union all
          select 'claims', created_at, 0 from payments_claims where state = any (${openClaims}::text[])
          union all
          select 'couponBatches', created_at, 0 from payments_coupon_batches
            where needs_second and approved_at is null and voided_at is null and expires_at > app_now()
          union all
          select 'oddPayments', created_at, 0 from payments where state = any (${[...oddStates]}::text[])
            and created_at > app_now() - interval '30 days'
          union all
          select 'oddPayments', g.kept_at, 0 from payments_guests g join payments p on p.id = g.payment_id
            where g.kept_at is not null and g.claimed_by is null and p.state = 'confirmed'
        )
        select queue, count(*)::int as count, greatest(0, extract(epoch from app_now() - min(since)))::int as "oldestSeconds",
          sum(kopecks)::bigint as kopecks
        from waiting group by queue`,
  );
  const queue = (name: PaymentQueue): Waiting => {
    const { count, oldestSeconds, kopecks } = found.find((row) => row.queue === name) ?? NOTHING;
    return { count, oldestSeconds, kopecks };
  };
  return {
    withdrawals: queue("withdrawals"),
    transfers: queue("transfers"),
    claims: queue("claims"),
    couponBatches: queue("couponBatches"),
    oddPayments: queue("oddPayments"),
  };
}

const NOTHING: Waiting = { count: 0, oldestSeconds: null, kopecks: 0 };
