import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** An open activation at an upstream that may still get a code. */
export type Watch = {
  readonly supplierId: number;
  /** `supplier_ref` as text: up to 2^63-1. */
  readonly ref: string;
  /** The shop's own id: the same, or its word. */
  readonly supplierRef: bigint | string;
  readonly number: number;
  readonly serviceId: number;
  readonly round: number;
  readonly isLast: boolean;
  /** Null: not yet. */
  readonly askedSeconds: number | null;
  readonly ageSeconds: number;
};

const WATCHES_MAX = 5_000;

/** An upstream's open activations; those that were asked about longest ago come first. */
export async function listWatches(db: Queryable, supplierId: number): Promise<Watch[]> {
  const found = await rows<Omit<Watch, "supplierRef"> & { word: string | null }>(
    db,
    sql`select w.supplier_id as "supplierId", w.supplier_ref::text as ref, w.number, w.service_id as "serviceId", w.round,
          w.is_last as "isLast", extract(epoch from app_now() - w.asked_at)::float8 as "askedSeconds",
          extract(epoch from app_now() - w.began_at)::float8 as "ageSeconds",
          (select r.reference from supply_references r where r.id = w.supplier_ref and r.supplier_id = w.supplier_id) as word
        from supply_upstream_watches w where w.supplier_id = ${supplierId}
        order by w.asked_at nulls first, w.supplier_ref limit ${WATCHES_MAX}`,
  );
  return found.map(({ word, ...watch }) => ({ ...watch, supplierRef: word ?? BigInt(watch.ref) }));
}
