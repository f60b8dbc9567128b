import sql from "sql-template-tag";
import { findOrderFacts, lockOrderFacts, type OrderFacts } from "#features/activations/order-facts.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** The correction that gives or gave an order back; null when there is none. */
type Refund = { readonly refundId: number | null; readonly refundState: "proposed" | "carried_out" | null };

/** An order as the desk needs it for a refund. */
export type DeskOrder = OrderFacts & Refund;

/** One order, or null. */
export async function findDeskOrder(db: Queryable, id: number): Promise<DeskOrder | null> {
  return withRefund(db, await findOrderFacts(db, id));
}

/** The same with the order's row locked until the transaction ends: orders are locked before wallets. */
export async function lockDeskOrder(db: Queryable, id: number): Promise<DeskOrder | null> {
  return withRefund(db, await lockOrderFacts(db, id));
}

async function withRefund(db: Queryable, order: OrderFacts | null): Promise<DeskOrder | null> {
  if (!order) return null;
  const refund = await maybeOne<Refund>(
    db,
    sql`select id as "refundId", state as "refundState" from back_office_corrections
        where activation_id = ${order.id} and state in ('proposed', 'carried_out')`,
  );
  return { ...order, ...(refund ?? { refundId: null, refundState: null }) };
}
