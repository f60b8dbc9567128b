import sql from "sql-template-tag";
import type { CommerceOrder } from "#features/payments/commerce/commerce.contract.ts";
import { methodName } from "#features/payments/payments.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const ANSWERED = 50;

/** A user's credited top-ups that were not reported, oldest first. */
export async function listUnreportedOrders(
  db: Queryable,
  userId: number,
  locale: Locale,
): Promise<CommerceOrder[]> {
  const found = await rows<{ id: number; method: string; amountKopecks: number }>(
    db,
    sql`select p.id, p.method, p.amount_kopecks as "amountKopecks" from payments p
        where p.user_id = ${userId} and p.credited_at is not null
          and not exists (select from payments_commerce_reports r where r.payment_id = p.id)
        order by p.id limit ${ANSWERED}`,
  );
  return found.map(({ id, method, amountKopecks }) => ({
    id,
    payment_method_name: methodName(locale, method),
    cost: roublesNumber(kopecks(amountKopecks)),
  }));
}
