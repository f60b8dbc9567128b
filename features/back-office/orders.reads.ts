import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** An order as the desk needs it for a refund. */
export type DeskOrder = {
  readonly id: number;
  readonly userId: number;
  readonly state: string;
  readonly priceKopecks: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly requestedAt: Date;
  /** The buyer was charged: the first code came. */
  readonly isCaptured: boolean;
  /** The correction that gives or gave it back, if there is one. */
  readonly refundId: number | null;
  readonly refundState: "proposed" | "carried_out" | null;
};

const ORDER = sql`select a.id, a.user_id as "userId", a.state, a.price_kopecks as "priceKopecks", a.service_id as "serviceId",
    a.country_id as "countryId", a.requested_at as "requestedAt",
    exists (select from ledger_transfers t where t.pending_id = a.hold_id and t.phase = 'post') as "isCaptured",
    c.id as "refundId", c.state as "refundState"
  from activations a
  left join back_office_corrections c on c.activation_id = a.id and c.state in ('proposed', 'carried_out')`;

/** One order, or null. */
export function findDeskOrder(db: Queryable, id: number): Promise<DeskOrder | null> {
  return maybeOne<DeskOrder>(db, sql`${ORDER} where a.id = ${id}`);
}

/** The same with the order's row locked until the transaction ends: orders are locked before wallets. */
export function lockDeskOrder(db: Queryable, id: number): Promise<DeskOrder | null> {
  return maybeOne<DeskOrder>(db, sql`${ORDER} where a.id = ${id} for update of a`);
}
