import sql from "sql-template-tag";
import { isCaptured } from "#features/ledger/transfer-lines.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";

/** What others need to know of an order, whoever has bought it. */
export type OrderFacts = {
  readonly id: number;
  readonly userId: number;
  readonly state: string;
  readonly priceKopecks: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly requestedAt: Date;
  /** The buyer was charged: the first code came. */
  readonly isCaptured: boolean;
};

const FACTS = sql`select a.id, a.user_id as "userId", a.state, a.price_kopecks as "priceKopecks", a.service_id as "serviceId",
    a.country_id as "countryId", a.requested_at as "requestedAt", ${isCaptured(sql`a.hold_id`)} as "isCaptured"
  from activations a`;

/** One order, or null. */
export function findOrderFacts(db: Queryable, id: number): Promise<OrderFacts | null> {
  return maybeOne<OrderFacts>(db, sql`${FACTS} where a.id = ${id}`);
}

/** The same with the order's row locked until the transaction ends: orders are locked before wallets. */
export function lockOrderFacts(db: Queryable, id: number): Promise<OrderFacts | null> {
  return maybeOne<OrderFacts>(db, sql`${FACTS} where a.id = ${id} for update of a`);
}

/** How many orders of an account are open. */
export async function countOpenOrders(db: Queryable, userId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from activations where user_id = ${userId} and closed_at is null`,
  );
  return count;
}
