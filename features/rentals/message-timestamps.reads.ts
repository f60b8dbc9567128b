import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** That something was added to a rental, without what it says. */
export type RentalMark = { readonly id: number; readonly rentalId: number; readonly at: Date };

/** The SMS of many rentals. */
export function listRentalMessageMarks(db: Queryable, rentalIds: readonly number[]): Promise<RentalMark[]> {
  return rows<RentalMark>(db, {
    text: `select id, rental_id as "rentalId", received_at as at from rentals_messages
      where rental_id = any ($1::bigint[]) order by id`,
    values: [rentalIds],
  });
}

/** The extensions of many rentals. */
export function listExtensionMarks(db: Queryable, rentalIds: readonly number[]): Promise<RentalMark[]> {
  return rows<RentalMark>(db, {
    text: `select id, rental_id as "rentalId", created_at as at from rentals_extensions
      where rental_id = any ($1::bigint[]) order by id`,
    values: [rentalIds],
  });
}

export type ExtensionFacts = {
  readonly hours: number;
  readonly priceKopecks: number;
  readonly expiresAt: Date;
};

/** What an extension bought, or null. */
export async function findExtensionFacts(db: Queryable, id: number): Promise<ExtensionFacts | null> {
  const [found] = await rows<ExtensionFacts>(db, {
    text: `select hours, price_kopecks as "priceKopecks", expires_after as "expiresAt" from rentals_extensions where id = $1`,
    values: [id],
  });
  return found ?? null;
}

export type RentalMessageFacts = {
  readonly id: number;
  readonly sealedSender: string;
  readonly sealedText: string;
  readonly sealedCode: string | null;
  readonly receivedAt: Date;
};

/** One SMS as it is stored, or null when it has been removed. */
export async function findRentalMessage(db: Queryable, id: number): Promise<RentalMessageFacts | null> {
  const [found] = await rows<RentalMessageFacts>(db, {
    text: `select id, sealed_sender as "sealedSender", sealed_text as "sealedText", sealed_code as "sealedCode",
        received_at as "receivedAt" from rentals_messages where id = $1`,
    values: [id],
  });
  return found ?? null;
}
