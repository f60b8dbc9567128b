import sql from "sql-template-tag";
import type { RentalCall, RentalMessage } from "#features/rentals/contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

/** SMS of a rental, newest first. */
export async function listMessages(
  db: Queryable,
  rentalId: number,
  page: { readonly start: number; readonly limit: number },
): Promise<RentalMessage[]> {
  const found = await rows<{
    id: number;
    sealed_sender: string;
    sealed_text: string;
    sealed_code: string | null;
    received_at: Date;
  }>(
    db,
    sql`select id, sealed_sender, sealed_text, sealed_code, received_at from rentals_messages
        where rental_id = ${rentalId} order by id desc limit ${page.limit} offset ${page.start}`,
  );
  return found.map((row) => ({
    id: row.id,
    sender: unseal(row.sealed_sender),
    text: unseal(row.sealed_text),
    code: row.sealed_code === null ? null : unseal(row.sealed_code),
    receivedAt: row.received_at.toISOString(),
  }));
}

/** Calls of a rental, newest first. */
export async function listCalls(db: Queryable, rentalId: number, limit: number): Promise<RentalCall[]> {
  const found = await rows<{ id: number; sealed_caller: string; called_at: Date }>(
    db,
    sql`select id, sealed_caller, called_at from rentals_calls where rental_id = ${rentalId} order by id desc limit ${limit}`,
  );
  return found.map((row) => ({
    id: row.id,
    caller: unseal(row.sealed_caller),
    calledAt: row.called_at.toISOString(),
  }));
}
