import sql from "sql-template-tag";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { renderEarningMail } from "#features/ready-accounts/earnings/earning-mails.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** An owner hears of a day once it is over, and of days during which the worker rested together. Days end at this hour (UTC), when nobody who reads is woken. */
const DAY_ENDS_AT_HOUR = 6;

/** The end of the last day that is over, by the deadlines' clock. */
const lastDaysEnd = sql`date_trunc('day', app_now() - make_interval(hours => ${DAY_ENDS_AT_HOUR}), 'UTC')
  + make_interval(hours => ${DAY_ENDS_AT_HOUR})`;

/** Owners of stores to whom something was released on a day that is over, and who have not been told. */
export async function listUntoldSellers(db: Queryable, limit: number): Promise<number[]> {
  const untold = await rows<{ sellerId: number }>(
    db,
    sql`select distinct seller_id as "sellerId" from ready_accounts_earnings
        where state = 'paid' and told_at is null and paid_at < (select ${lastDaysEnd}) order by seller_id limit ${limit}`,
  );
  return untold.map(({ sellerId }) => sellerId);
}

/**
 * Tells the owner of a store what was released up to the end of the last day, once however many tell it: an event for chats, and a mail,
 * in the transaction that marks it as told.
 */
export async function tellEarnings(db: Db, sellerId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { orders, total, lastOrderId } = await markTold(tx, sellerId);
    if (lastOrderId === null) return;
    await emitEvent(tx, { userId: sellerId, kind: "store_earned", data: { storeOrderId: lastOrderId } });
    const reader = await findMailReader(tx, sellerId);
    if (!reader) return;
    const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
    const told = { personName: reader.name, orders, amountKopecks: kopecks(total) };
    const mail = renderEarningMail(told, reader.locale, house);
    await enqueueMail(tx, { ...mail, to: reader.email, key: `store-earned:${lastOrderId}` });
  });
  notifyListeners(db);
}

type Marked = { readonly orders: number; readonly total: number; readonly lastOrderId: number | null };

/** Rows are locked in one order; whoever waited for them finds them marked and tells nothing. All marks of a notice are of one moment. */
function markTold(tx: Tx, sellerId: number): Promise<Marked> {
  return one<Marked>(
    tx,
    sql`with untold as materialized (
          select order_id from ready_accounts_earnings
          where seller_id = ${sellerId} and state = 'paid' and told_at is null and paid_at < (select ${lastDaysEnd})
          order by order_id for update
        ), moment as materialized (select app_now() as at),
        told as (
          update ready_accounts_earnings e set told_at = m.at from untold u, moment m where e.order_id = u.order_id
          returning e.order_id, e.share_kopecks - e.reversed_kopecks as kopecks
        )
        select count(*)::int as orders, coalesce(sum(kopecks), 0)::bigint as total, max(order_id) as "lastOrderId" from told`,
  );
}
