import sql, { raw } from "sql-template-tag";
import { activationStates, moneyOf } from "#features/activations/activations.rules.ts";
import { isCaptured, isRefunded } from "#features/ledger/transfer-lines.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

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

const CHARGED_STATES = stateList(activationStates.filter((state) => moneyOf[state] === "captured"));

/** A condition on an order `a`: it was charged, and the staff have refunded it since. Others are not looked for in the ledger. */
export const IS_REFUNDED = sql`case when a.state in (${raw(CHARGED_STATES)}) then ${isRefunded(sql`a.id`)} else false end`;

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
