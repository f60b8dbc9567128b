import sql from "sql-template-tag";
import { type ArchivePart, archiveRows, pagedPart } from "#features/identity/archive/archive-part.reads.ts";
import { unseal } from "#lib/sealed-text.ts";

type RentalRow = { readonly id: number; readonly [member: string]: unknown };
type MessageRow = {
  readonly rentalId: number;
  readonly sealedSender: string;
  readonly sealedText: string;
  readonly sealedCode: string | null;
  readonly receivedAt: Date;
};
type CallRow = { readonly rentalId: number; readonly sealedCaller: string; readonly calledAt: Date };

function readableMessage({ sealedSender, sealedText, sealedCode, receivedAt }: MessageRow): object {
  const code = sealedCode === null ? null : unseal(sealedCode);
  return { receivedAt, sender: unseal(sealedSender), text: unseal(sealedText), code };
}

/** What rentals keep about a person: rented numbers with messages and calls as long as they are kept, and what made them longer. */
export const rentalArchive: readonly ArchivePart[] = [
  {
    name: "rentals",
    readPage: async (db, { userId, after, limit }) => {
      const rentals = await archiveRows<RentalRow>(
        db,
        sql`select id, service_id, country_id, operator, number::text as number, state, hours, price_kopecks, max_price_kopecks, channel,
              requested_at, issued_at, cancel_until, expires_at, received_at, closed_at, close_reason
            from rentals where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
      );
      const ids = rentals.map(({ id }) => id);
      const messages = await archiveRows<MessageRow>(
        db,
        sql`select rental_id, sealed_sender, sealed_text, sealed_code, received_at from rentals_messages
            where rental_id = any (${ids}::bigint[]) order by id`,
      );
      const calls = await archiveRows<CallRow>(
        db,
        sql`select rental_id, sealed_caller, called_at from rentals_calls
            where rental_id = any (${ids}::bigint[]) order by id`,
      );
      const messagesOf = Map.groupBy(messages, ({ rentalId }) => rentalId);
      const callsOf = Map.groupBy(calls, ({ rentalId }) => rentalId);
      return rentals.map((rental) => ({
        ...rental,
        messages: (messagesOf.get(rental.id) ?? []).map(readableMessage),
        calls: (callsOf.get(rental.id) ?? []).map(({ sealedCaller, calledAt }) => ({
          calledAt,
          caller: unseal(sealedCaller),
        })),
      }));
    },
  },
  pagedPart(
    "rentalExtensions",
    ({ userId, after, limit }) => sql`
      select id, rental_id, hours, price_kopecks, expires_before, expires_after, created_at from rentals_extensions
      where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
