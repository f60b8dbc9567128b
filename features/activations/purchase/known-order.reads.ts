import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** An order that was placed before under a key; `mismatch`: for other words. */
export type KnownOrder = {
  readonly outcome: "replayed" | "mismatch";
  readonly activation_id: number;
  readonly number: string | null;
};

/** The order that an idempotency key has placed before; null for a key that stands for none. */
export function findKnownOrder(
  db: Queryable,
  of: { readonly userId: number; readonly idempotencyKey: string; readonly inputHash: string },
): Promise<KnownOrder | null> {
  return maybeOne<KnownOrder>(
    db,
    sql`select outcome, id as activation_id, number::text
        from activations_replay(${of.userId}, ${of.idempotencyKey}, ${of.inputHash})`,
  );
}
