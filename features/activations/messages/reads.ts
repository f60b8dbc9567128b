import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

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
