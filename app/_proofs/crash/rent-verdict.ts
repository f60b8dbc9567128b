import sql from "sql-template-tag";
import { endsSoon } from "#app/_proofs/crash/rent-stock.ts";
import { RENTED_HOURS, type Renters } from "#app/_proofs/crash/renters.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Of the verdict what rents and extensions may be found guilty of. */
type RentVerdict = { readonly lost: string[]; readonly doubled: string[]; readonly mismatched: string[] };

type StoredRental = {
  id: number;
  key: string;
  number: string;
  state: string;
  hours: number;
  messages: number;
};

/** Holds what renters were told against the rows: their numbers, their ends, and how long they have them. */
export async function judgeRentals(db: Db, renters: Renters, verdict: RentVerdict): Promise<void> {
  const stored = await rows<StoredRental>(
    db,
    sql`select id, idempotency_key as key, number::text, state, hours, messages_count as messages from rentals`,
  );
  const byKey = Map.groupBy(stored, ({ key }) => key);
  const moreHours = Map.groupBy(renters.extensions, ({ rental }) => rental.id);
  for (const { id, number, idempotencyKey } of renters.rentals) {
    const [row, ...more] = byKey.get(idempotencyKey) ?? [];
    byKey.delete(idempotencyKey);
    if (!row) verdict.lost.push(`rental ${id}`);
    if (more.length > 0) verdict.doubled.push(`rental ${id} has ${more.length} more under its key`);
    if (row && (row.id !== id || row.number !== number))
      verdict.mismatched.push(`rental ${id}: ${JSON.stringify(row)}`);
    const extended = (moreHours.get(id) ?? []).reduce((sum, { hours }) => sum + hours, 0);
    if (row && row.hours !== RENTED_HOURS + extended)
      verdict.mismatched.push(`rental ${id} has ${row.hours} hours instead of ${RENTED_HOURS + extended}`);
    if (row) judgeEnd(row, renters, verdict);
  }
  for (const [key, [row]] of byKey)
    verdict.doubled.push(`rental ${row?.id} (${row?.state}) under key ${key}, which nobody was told of`);
  await judgeExtensions(db, renters, verdict);
}

function judgeEnd(row: StoredRental, { cancelled, withSms }: Renters, verdict: RentVerdict): void {
  if (cancelled.has(row.id) && row.state !== "canceled")
    verdict.lost.push(`the cancel of rental ${row.id}, which is ${row.state}`);
  const isKept = row.state === "received" && withSms.has(row.id);
  if (!cancelled.has(row.id) && row.state !== "expired" && !isKept)
    verdict.mismatched.push(`rental ${row.id} is ${row.state} at the end`);
  const meant = withSms.has(row.id) ? 1 : 0;
  if (row.messages > meant) verdict.doubled.push(`rental ${row.id} has its SMS ${row.messages} times`);
  // Those whose time was shortened may have ended before their SMS came.
  if (row.messages < meant && !endsSoon(row.id)) verdict.lost.push(`the SMS of rental ${row.id}`);
}

async function judgeExtensions(db: Db, { extensions }: Renters, verdict: RentVerdict): Promise<void> {
  const stored = await rows<{ key: string; rentalId: number; hours: number }>(
    db,
    sql`select idempotency_key as key, rental_id as "rentalId", hours from rentals_extensions`,
  );
  const byKey = Map.groupBy(stored, ({ key }) => key);
  for (const { rental, idempotencyKey, hours } of extensions) {
    const [row, ...more] = byKey.get(idempotencyKey) ?? [];
    byKey.delete(idempotencyKey);
    if (!row) verdict.lost.push(`an extension of rental ${rental.id}`);
    if (more.length > 0) verdict.doubled.push(`an extension of rental ${rental.id}, under its key`);
    if (row && (row.rentalId !== rental.id || row.hours !== hours))
      verdict.mismatched.push(`an extension of rental ${rental.id}: ${JSON.stringify(row)}`);
  }
  for (const [key, [row]] of byKey)
    verdict.doubled.push(
      `an extension of rental ${row?.rentalId} under key ${key}, which nobody was told of`,
    );
}
