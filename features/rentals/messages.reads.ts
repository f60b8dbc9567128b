import sql from "sql-template-tag";
import type { RentalCall, RentalMessage } from "#features/rentals/rentals.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

type MessageRow = {
  id: number;
  sealed_sender: string;
  sealed_text: string;
  sealed_code: string | null;
  received_at: Date;
};

function toMessage(row: MessageRow): RentalMessage {
  return {
    id: row.id,
    sender: unseal(row.sealed_sender),
    text: unseal(row.sealed_text),
    code: row.sealed_code === null ? null : unseal(row.sealed_code),
    receivedAt: row.received_at.toISOString(),
  };
}

/** SMS of a rental, newest first. */
export async function listMessages(
  db: Queryable,
  rentalId: number,
  page: { readonly start: number; readonly limit: number },
): Promise<RentalMessage[]> {
  const found = await rows<MessageRow>(
    db,
    sql`select id, sealed_sender, sealed_text, sealed_code, received_at from rentals_messages
        where rental_id = ${rentalId} order by id desc limit ${page.limit} offset ${page.start}`,
  );
  return found.map(toMessage);
}

/** The newest SMS of each rental, newest first, so many of each at most; a rental that got none is left out. */
export async function listNewestMessages(
  db: Queryable,
  rentalIds: readonly number[],
  limit: number,
): Promise<Map<number, RentalMessage[]>> {
  const found = await rows<MessageRow & { rental_id: number }>(
    db,
    sql`select m.* from unnest(${[...rentalIds]}::bigint[]) wanted (id) cross join lateral (
          select rental_id, id, sealed_sender, sealed_text, sealed_code, received_at from rentals_messages
          where rental_id = wanted.id order by id desc limit ${limit}) m
        order by m.id desc`,
  );
  const byRental = Map.groupBy(found, ({ rental_id }) => rental_id);
  return new Map([...byRental].map(([id, list]) => [id, list.map(toMessage)]));
}

/** Where a list goes on: below an id, null = from the newest. */
export type Below = { readonly beforeId: number | null; readonly limit: number };

/** SMS of a rental below an id, newest first. */
export async function listMessagesBelow(
  db: Queryable,
  rentalId: number,
  { beforeId, limit }: Below,
): Promise<RentalMessage[]> {
  const found = await rows<MessageRow>(
    db,
    sql`select id, sealed_sender, sealed_text, sealed_code, received_at from rentals_messages
        where rental_id = ${rentalId} and (${beforeId}::bigint is null or id < ${beforeId}) order by id desc limit ${limit}`,
  );
  return found.map(toMessage);
}

type CallRow = { id: number; sealed_caller: string; called_at: Date };

function toCall(row: CallRow): RentalCall {
  return { id: row.id, caller: unseal(row.sealed_caller), calledAt: row.called_at.toISOString() };
}

/** Calls of a rental, newest first. */
export async function listCalls(db: Queryable, rentalId: number, limit: number): Promise<RentalCall[]> {
  return listCallsBelow(db, rentalId, { beforeId: null, limit });
}

/** Calls of a rental below an id, newest first. */
export async function listCallsBelow(
  db: Queryable,
  rentalId: number,
  { beforeId, limit }: Below,
): Promise<RentalCall[]> {
  const found = await rows<CallRow>(
    db,
    sql`select id, sealed_caller, called_at from rentals_calls
        where rental_id = ${rentalId} and (${beforeId}::bigint is null or id < ${beforeId}) order by id desc limit ${limit}`,
  );
  return found.map(toCall);
}
