import sql from "sql-template-tag";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * Owes the supplier of a charged order the word that it was refunded (FINISH_ACTIVATION 5), once. It is said behind the end of the order.
 * Another shop keeps what we paid it and is told nothing.
 */
export async function reportRefund(tx: Tx, activationId: number): Promise<void> {
  await execute(
    tx,
    sql`select supply_enqueue_finish(a.supplier_id, coalesce(a.supplier_ref, a.id), 5, a.id)
        from activations a where a.id = ${activationId} and a.supplier_kind <> 'upstream'`,
  );
}
