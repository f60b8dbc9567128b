import sql from "sql-template-tag";
import { z } from "zod";
import { askPolicy } from "#features/policy/policy.reads.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  type AccountOrderState,
  accountOrders,
  deliverySeconds,
  preparedBehind,
} from "#features/ready-accounts/ready-accounts.rules.ts";
import { withdrawTakenDown } from "#features/ready-accounts/stock/stock.writes.ts";
import { openUnits } from "#features/ready-accounts/unit-texts.reads.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { defineJob, enqueue } from "#lib/jobs/queue.ts";
import { log } from "#lib/log.ts";

/** What a delivery has to know of an order. */
type OrderInWork = {
  readonly id: number;
  readonly state: AccountOrderState;
  readonly count: number;
  readonly preparedCount: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly channel: SaleChannel;
};

function getOrder(db: Queryable, orderId: number): Promise<OrderInWork> {
  return one<OrderInWork>(
    db,
    sql`select id, state, count, prepared_count as "preparedCount", service_id as "serviceId", country_id as "countryId", channel
        from ready_accounts_orders where id = ${orderId}`,
  );
}

/**
 * Brings an order to its end, whichever it is, part by part: the units of a part are opened, and with the last one all of them are sold
 * and the money is taken. Whoever comes upon an order goes on where the last one stopped, and any number may. Nothing is taken for what
 * nobody can read: then the whole price goes back, unreadable units leave the stock and the others return to it. Nor for what may not be
 * sold any more: policy is asked before each part, and a takedown of the service decides under the offer's lock.
 */
export async function settleOrder(db: Db, orderId: number): Promise<void> {
  for (;;) {
    const order = await getOrder(db, orderId);
    if (order.state !== "held") break;
    await takePart(db, order);
  }
  notifyListeners(db);
}

/** The next part of an order that is held, or its end. */
async function takePart(db: Db, order: OrderInWork): Promise<void> {
  const { id, count, preparedCount: behind } = order;
  const upTo = preparedBehind(behind, count);
  const units = await openUnits(db, id, { behind, upTo });
  const broken = units.flatMap(({ unitId, text }) => (text === null ? [unitId] : []));
  const canBeRead = units.length === upTo - behind && broken.length === 0;
  const { serviceId, countryId, channel } = order;
  const goods = { serviceId, countryId, channel, mode: "readyAccounts" } as const;
  if (canBeRead && (await askPolicy(db, goods)).allowed) {
    if (upTo < count) return prepare(db, id, { behind, upTo });
    if (await deliver(db, id)) return;
  }
  // Where another one was faster it has ended, and nothing is refunded.
  if (!(await refundOrder(db, id, broken))) return;
  if (canBeRead) log.info({ orderId: id }, "an order of accounts is refunded: they may not be sold any more");
  else log.error({ orderId: id, brokenCount: broken.length }, "accounts of an order cannot be read");
}

/** Notes that a part is ready, which moves the time at which the sweep takes the order up; where another one did it is left as it is. */
async function prepare(db: Db, orderId: number, part: { behind: number; upTo: number }): Promise<void> {
  await execute(db, {
    name: "ready-accounts-prepare",
    text: `update ready_accounts_orders set prepared_count = $3, due_at = app_now() + make_interval(secs => $4)
      where id = $1 and prepared_count = $2 and state = 'held'`,
    values: [orderId, part.behind, part.upTo, deliverySeconds],
  });
}

/** Answers whether this call did it: not where another one has, and not once the service is taken down. */
async function deliver(db: Db, orderId: number): Promise<boolean> {
  const { done } = await withTransaction(db, (tx) =>
    one<{ done: boolean }>(tx, {
      name: "ready-accounts-deliver",
      text: "select ready_accounts_deliver($1, $2) as done",
      values: [orderId, accountOrders.statesBefore("deliver")],
    }),
  );
  return done;
}

async function refundOrder(db: Db, orderId: number, broken: readonly number[]): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { done, offerId } = await one<{ done: boolean; offerId: number }>(tx, {
      name: "ready-accounts-refund-order",
      text: `select ready_accounts_refund_order(id, $2, $3) as done, offer_id as "offerId" from ready_accounts_orders where id = $1`,
      values: [orderId, accountOrders.statesBefore("refund"), broken],
    });
    if (done) await withdrawTakenDown(tx, [offerId]);
    return done;
  });
}

/** What an order delivered; null while it is held. Throws NOT_DELIVERED where its money is back. */
export async function findDelivered(
  db: Db,
  orderId: number,
  { isReadLater = false }: { readonly isReadLater?: boolean } = {},
): Promise<string[] | null> {
  const { state, count } = await getOrder(db, orderId);
  if (state === "cancelled") throw new AppError(readyAccountErrors.NOT_DELIVERED);
  if (state === "held") return null;
  if (isReadLater) return [];
  const units = await openUnits(db, orderId, { behind: 0, upTo: count });
  return units.flatMap(({ text }) => (text === null ? [] : [text]));
}

/** Prepares an order in parts and delivers it. */
export const prepareOrderJob = defineJob({
  name: "ready_accounts_prepare",
  payload: z.object({ orderId: z.number().int() }),
  handler: (db, { orderId }) => settleOrder(db, orderId),
});

/** Leaves an order to the worker, in the transaction that holds it. */
export async function prepareLater(tx: Tx, orderId: number): Promise<void> {
  await enqueue(tx, prepareOrderJob, { orderId }, { key: `ready-accounts-order:${orderId}` });
}

/** Orders that came no further in time: their process died, or the queue is late. */
export async function listStuckOrders(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ id: number }>(
    db,
    sql`select id from ready_accounts_orders where state = 'held' and due_at <= app_now() order by due_at limit ${limit}`,
  );
  return due.map(({ id }) => id);
}
