import sql from "sql-template-tag";
import { lockBalance, moveFunds, reverseStoreShare } from "#features/ledger/ledger.writes.ts";
import {
  type StoreEarningState,
  storeEarnings,
} from "#features/ready-accounts/earnings/store-earnings.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type Earning = {
  readonly sellerId: number;
  readonly shareKopecks: number;
  readonly reversedKopecks: number;
  readonly state: StoreEarningState;
};

/**
 * Takes back what the store would have got for an account whose price goes back to its buyer. It is always still pending: nothing is paid
 * while a claim waits. Orders of the house have no earning.
 */
export async function reverseAccountShare(
  tx: Tx,
  claim: { orderId: number; claimId: number },
): Promise<void> {
  const { orderId, claimId } = claim;
  const earning = await maybeOne<Earning & { unitKopecks: number }>(
    tx,
    sql`select e.seller_id as "sellerId", e.share_kopecks as "shareKopecks", e.reversed_kopecks as "reversedKopecks", e.state,
          r.seller_unit_kopecks as "unitKopecks"
        from ready_accounts_earnings e join ready_accounts_orders r on r.id = e.order_id
        where e.order_id = ${orderId} for update of e`,
  );
  if (!earning) return;
  if (storeEarnings.nextState(earning.state, "reverse") === null)
    throw new Error(`the earning of order ${orderId} is ${earning.state} and cannot be reversed`);
  const reversed = earning.reversedKopecks + earning.unitKopecks;
  const state = reversed === earning.shareKopecks ? "reversed" : earning.state;
  await execute(
    tx,
    sql`update ready_accounts_earnings set reversed_kopecks = ${reversed}, state = ${state} where order_id = ${orderId}`,
  );
  await reverseStoreShare(tx, {
    sellerId: earning.sellerId,
    amountKopecks: kopecks(earning.unitKopecks),
    reference: `ready_account:${orderId}:share:back:${claimId}`,
  });
}

/** A replacement has a warranty of its own: what the order earned waits for its end too. */
export async function waitForReplacement(tx: Tx, claimId: number): Promise<void> {
  await execute(
    tx,
    sql`update ready_accounts_earnings e set due_at = greatest(e.due_at, c.replacement_until)
        from ready_accounts_claims c where c.id = ${claimId} and e.order_id = c.order_id and e.state = 'pending'`,
  );
}

/** Orders that nobody can claim any more and whose store is not paid yet, longest waiting first. */
export async function listDueStoreEarnings(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ orderId: number }>(
    db,
    sql`select e.order_id as "orderId" from ready_accounts_earnings e
        where e.state = 'pending' and e.due_at <= app_now()
          and not exists (select from ready_accounts_claims c where c.order_id = e.order_id and c.state = 'open')
        order by e.due_at limit ${limit}`,
  );
  return due.map(({ orderId }) => orderId);
}

/**
 * Moves what an order earned into its seller's balance, once. Locks the balance, the order and the earning, in this order: whoever claims
 * holds the order, so that behind its lock no claim about it can begin. One that has to wait after all is left as it is.
 */
export async function payStoreEarning(db: Db, orderId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const seller = await maybeOne<{ sellerId: number }>(
      tx,
      sql`select seller_id as "sellerId" from ready_accounts_earnings where order_id = ${orderId}`,
    );
    if (!seller) return;
    await lockBalance(tx, "store", seller.sellerId);
    await execute(tx, sql`select from ready_accounts_orders where id = ${orderId} for update`);
    const earning = await maybeOne<Earning>(
      tx,
      sql`update ready_accounts_earnings e set state = 'paid', paid_at = app_now()
          where e.order_id = ${orderId} and e.state = any (${storeEarnings.statesBefore("pay")}) and e.due_at <= app_now()
            and not exists (select from ready_accounts_claims c where c.order_id = e.order_id and c.state = 'open')
          returning e.seller_id as "sellerId", e.share_kopecks as "shareKopecks", e.reversed_kopecks as "reversedKopecks", e.state`,
    );
    if (!earning) return;
    await moveFunds(tx, {
      kind: "store_accrual",
      userId: earning.sellerId,
      amountKopecks: kopecks(earning.shareKopecks - earning.reversedKopecks),
      houseCode: `user:${earning.sellerId}`,
      reference: `ready_account:${orderId}:earning`,
      reason: "earned",
    });
  });
}
