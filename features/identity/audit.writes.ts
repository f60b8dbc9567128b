import sql from "sql-template-tag";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

export type AuditedAction = {
  /** The member of the staff. */
  readonly actorId: number;
  /** Thing and verb: `withdrawal.approve`. */
  readonly action: string;
  /** Thing and id: `payment:100017`. */
  readonly subject: string;
  /** Ids, states, amounts in kopecks, the reason given; never secrets, card numbers or addresses in full. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly ip?: string;
};

/** Records an action of the staff in the transaction that carries it out: both exist or neither. Rows cannot be changed. */
export async function recordAction(
  tx: Tx,
  { actorId, action, subject, details, ip = "" }: AuditedAction,
): Promise<void> {
  await execute(
    tx,
    sql`insert into identity_audit (actor_id, action, subject, details, ip)
        values (${actorId}, ${action}, ${subject}, ${details}, ${ip.slice(0, 64)})`,
  );
}
