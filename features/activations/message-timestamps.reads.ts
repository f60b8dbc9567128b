import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { unseal } from "#lib/sealed-text.ts";

/** That an SMS came to an order, without what it says. */
export type MessageMark = { readonly id: number; readonly activationId: number; readonly receivedAt: Date };

/** The SMS of many orders, those that came late too. */
export function listMessageMarks(db: Queryable, activationIds: readonly number[]): Promise<MessageMark[]> {
  return rows<MessageMark>(db, {
    text: `select id, activation_id as "activationId", received_at as "receivedAt" from activations_messages
      where activation_id = any ($1::bigint[]) order by id`,
    values: [activationIds],
  });
}

export type MessageText = {
  readonly sender: string | null;
  readonly code: string | null;
  readonly text: string | null;
};

/** What an SMS of an order says; null when it has been removed. */
export async function findMessageText(db: Queryable, id: number): Promise<MessageText | null> {
  const found = await maybeOne<{ sender: string | null; sealedText: string; sealedCode: string }>(db, {
    text: `select sender, sealed_text as "sealedText", sealed_code as "sealedCode" from activations_messages
      where id = $1 and sealed_text is not null`,
    values: [id],
  });
  return found && { sender: found.sender, code: unseal(found.sealedCode), text: unseal(found.sealedText) };
}
