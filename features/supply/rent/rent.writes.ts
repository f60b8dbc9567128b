import sql from "sql-template-tag";
import {
  type Inventory,
  type OwnNumber,
  reportInChunks,
  toReportRows,
} from "#features/supply/inventory/inventory.writes.ts";
import type { SupplierPrice } from "#features/supply/suppliers.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { seal } from "#lib/sealed-text.ts";

const NUMBERS_PER_TRANSACTION = 1_000;

/** Brings a partner's numbers for rent up to date, in transactions of bounded size; repeating a report changes nothing. */
export async function reportRentNumbers(
  db: Db,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  return reportInChunks(numbers, removed, NUMBERS_PER_TRANSACTION, (chunk, gone) =>
    reportChunk(db, supplierId, chunk, gone),
  );
}

async function reportChunk(
  db: Db,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  return withTransaction(db, (tx) => reportRentNumbersWithin(tx, supplierId, numbers, removed));
}

/** The same for a few numbers, in the transaction of who imports them. */
export async function reportRentNumbersWithin(
  tx: Tx,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  const given = JSON.stringify(toReportRows(numbers));
  const row = await one<Inventory>(
    tx,
    sql`select online, put_on_sale as "putOnSale", taken_off as "takenOff", taken
          from supply_report_rent_numbers(${supplierId}, ${given}::jsonb, ${[...removed]}::bigint[])`,
  );
  return { ...row, taken: row.taken.map(Number) };
}

/** What we pay a supplier for an hour; a service of null is the whole number. Prices that are not named stay. */
export type RentHourCost = Pick<SupplierPrice, "countryId" | "costKopecks"> & {
  readonly serviceId: number | null;
};

/**
 * Sets what an hour of a supplier's numbers costs; it counts from the next rental on. A lower price of before is remembered for
 * `toldSeconds`: the lists showed it.
 */
export async function setRentHourCosts(
  tx: Tx,
  supplierId: number,
  costs: readonly RentHourCost[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into supply_rent_prices as p (supplier_id, country_id, service_id, hour_cost_kopecks)
        select ${supplierId}, given.country_id, given.service_id, given.cost
        from unnest(${costs.map(({ countryId }) => countryId)}::integer[],
          ${costs.map(({ serviceId }) => serviceId)}::integer[],
          ${costs.map(({ costKopecks }) => costKopecks)}::bigint[]) as given(country_id, service_id, cost)
        on conflict (supplier_id, country_id, service_id) do update set hour_cost_kopecks = excluded.hour_cost_kopecks,
            past_hour_cost_kopecks = least(p.hour_cost_kopecks, case when p.past_until > app_now() then p.past_hour_cost_kopecks end),
            past_until = app_now() + make_interval(secs => ${env.PRICE_TOLD_SECONDS})
          where p.hour_cost_kopecks <> excluded.hour_cost_kopecks`,
  );
}

/** A call as the rentals' side gets it. */
export type IncomingCall = {
  /** Our own id of the call (`supply_calls.id`), unique. */
  readonly id: number;
  readonly supplierId: number;
  /** The supplier's id, 0 to 2^63-1. */
  readonly callId: bigint;
  /** Digits with the country code. */
  readonly phone: number;
  readonly caller: string;
  readonly calledAt: Date;
};

/** Gives a call to the rentals on its number, in the same transaction. Answers how many took it. */
export type CallSink = (tx: Tx, db: Db, call: IncomingCall) => Promise<number>;

/**
 * What a call is, as a number, like `contentMark` of an SMS: a supplier whose counter has begun anew sends ids that were used before.
 * When it rang is no part of it: a supplier that repeats a call may name the time of the repetition.
 */
function markOfCall({ phone, caller }: Pick<IncomingCall, "phone" | "caller">): number {
  // Six bytes: an exact number everywhere.
  return keyedHash("supply-call", JSON.stringify([phone, caller])).readUIntBE(0, 6);
}

/**
 * Takes a call in once per supplier, callId and content, with all its effects in one transaction. Returns whether it was new.
 */
export async function receiveCall(db: Db, call: Omit<IncomingCall, "id">, sink: CallSink): Promise<boolean> {
  const isNew = await withTransaction(db, async (tx) => {
    const stored = await maybeOne<{ id: number }>(
      tx,
      sql`insert into supply_calls (supplier_id, call_id, content_mark, phone, sealed_caller, called_at)
          values (${call.supplierId}, ${call.callId}, ${markOfCall(call)}, ${call.phone}, ${seal(call.caller)}, ${call.calledAt})
          on conflict (supplier_id, call_id, content_mark) do nothing returning id`,
    );
    if (!stored) return false;
    if ((await sink(tx, db, { ...call, id: stored.id })) > 0)
      await execute(tx, sql`update supply_calls set matched = true where id = ${stored.id}`);
    return true;
  });
  if (isNew) notifyListeners(db);
  return isNew;
}

/** Removes who called once its time is over; when and where stays. */
export function forgetOldCalls(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`update supply_calls set sealed_caller = null
        where id in (
          select id from supply_calls
          where sealed_caller is not null and received_at < app_now() - interval '24 hours'
          order by received_at limit ${limit} for update skip locked)`,
  );
}
