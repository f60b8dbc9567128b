import sql from "sql-template-tag";
import type { DueList } from "#features/supply/inventory/inventory.reads.ts";
import { recordContact } from "#features/supply/polling/polling.writes.ts";
import type { CallingSupplier } from "#features/supply/supply.reads.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

export type OwnNumber = {
  readonly number: number;
  readonly countryId: number;
  readonly operator: string;
  readonly portId: string | null;
  /** null = every service that the partner has a price for. */
  readonly serviceIds: readonly number[] | null;
};

export type Inventory = {
  /** Numbers on line after the report. */
  readonly online: number;
  /** Units (number x service) that went on sale, and off it. */
  readonly putOnSale: number;
  readonly takenOff: number;
  /** Numbers that belong to another partner, or that were first reported for rent. */
  readonly taken: number[];
};

/** Units per transaction stay well below what the statement time limit allows. */
const NUMBERS_PER_TRANSACTION = 250;
/** 250 numbers of 300 services are 75,000 units: more than a request's usual statement. */
const REPORT_LIMIT_MS = 15_000;

/** Brings a partner's numbers up to date, in transactions of bounded size; repeating a report changes nothing. */
export async function reportNumbers(
  db: Db,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  return reportInChunks(numbers, removed, NUMBERS_PER_TRANSACTION, (chunk, gone) =>
    reportChunk(db, supplierId, chunk, gone),
  );
}

/** Reports numbers in chunks of at most `size`, the removed ones with the first, which is made even of nothing. */
export async function reportInChunks(
  numbers: readonly OwnNumber[],
  removed: readonly number[],
  size: number,
  report: (chunk: readonly OwnNumber[], removed: readonly number[]) => Promise<Inventory>,
): Promise<Inventory> {
  let total = await report(numbers.slice(0, size), removed);
  for (let from = size; from < numbers.length; from += size) {
    const chunk = await report(numbers.slice(from, from + size), []);
    total = {
      online: chunk.online,
      putOnSale: total.putOnSale + chunk.putOnSale,
      takenOff: total.takenOff + chunk.takenOff,
      taken: [...total.taken, ...chunk.taken],
    };
  }
  return total;
}

/** Numbers as the SQL functions of a report take them. */
export function toReportRows(numbers: readonly OwnNumber[]) {
  return numbers.map(({ number, countryId, operator, portId, serviceIds }) => ({
    number,
    country_id: countryId,
    operator,
    port_id: portId,
    service_ids: serviceIds,
  }));
}

async function reportChunk(
  db: Db,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  return withTransaction(db, (tx) => reportNumbersWithin(tx, supplierId, numbers, removed), {
    statementTimeoutMs: REPORT_LIMIT_MS,
  });
}

/** The same for a few numbers, in the transaction of who imports them. */
export async function reportNumbersWithin(
  tx: Tx,
  supplierId: number,
  numbers: readonly OwnNumber[],
  removed: readonly number[],
): Promise<Inventory> {
  const forRent = await listForRent(tx, supplierId, numbers);
  const given = toReportRows(numbers.filter(({ number }) => !forRent.has(number)));
  const row = await one<Inventory>(
    tx,
    sql`select online, put_on_sale as "putOnSale", taken_off as "takenOff", taken
            from supply_report_numbers(${supplierId}, ${JSON.stringify(given)}::jsonb, ${[...removed]}::bigint[])`,
  );
  return { ...row, taken: [...row.taken.map(Number), ...forRent] };
}

/** Those of them that are for rent; until the transaction ends no further ones become so. */
async function listForRent(tx: Tx, supplierId: number, numbers: readonly OwnNumber[]): Promise<Set<number>> {
  const listed = numbers.map(({ number }) => number);
  const found = await rows<{ number: number }>(
    tx,
    sql`select supply_refuse_rent_numbers(${supplierId}, ${listed}::bigint[]) as number`,
  );
  return new Set(found.map(({ number }) => number));
}

const CONTACT_EVERY_MS = 5_000;
const contacts = new WeakMap<Db, Map<number, number>>();

/** An own-stock partner is alive when it calls; noted every few seconds, not with every SMS. */
export async function recordOwnContact(
  db: Db,
  supplier: Pick<CallingSupplier, "id" | "kind">,
): Promise<void> {
  if (supplier.kind !== "own") return;
  const seen = contacts.get(db) ?? new Map<number, number>();
  contacts.set(db, seen);
  const nowAt = monotonicMs();
  if (nowAt - (seen.get(supplier.id) ?? Number.NEGATIVE_INFINITY) < CONTACT_EVERY_MS) return;
  seen.set(supplier.id, nowAt);
  await recordContact(db, supplier.id);
}

/** The partner's whole list is here. One that became due while it was being written stays due. */
export async function recordFullList(db: Queryable, supplierId: number, due: DueList | null): Promise<void> {
  if (due === null) return;
  await execute(
    db,
    sql`update supply_suppliers set poll_due_at = 'infinity' where id = ${supplierId} and poll_due_at = ${due}::timestamptz`,
  );
}

/** Puts given-back units whose day of rest is over on sale again. Answers how many were looked at. */
export async function endRests(db: Queryable, limit: number): Promise<number> {
  return (await one<{ seen: number }>(db, sql`select supply_end_rests(${limit}) as seen`)).seen;
}
