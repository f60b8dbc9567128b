import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Records that credited top-ups of a user were reported; strangers' and unknown ids are passed over. Answers the newly noted. */
export async function recordReportedOrders(
  db: Queryable,
  userId: number,
  paymentIds: readonly number[],
): Promise<number[]> {
  const noted = await rows<{ id: number }>(
    db,
    sql`insert into payments_commerce_reports (payment_id)
        select id from payments
        where id = any (${paymentIds}::bigint[]) and user_id = ${userId} and credited_at is not null
        order by id
        on conflict do nothing returning payment_id as id`,
  );
  return noted.map(({ id }) => id);
}
