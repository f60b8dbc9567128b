import sql from "sql-template-tag";
import { ownerTold } from "#features/identity/identity.topics.ts";
import {
  type SecurityEventKind,
  toldEventKinds,
} from "#features/identity/security-log/security-log.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { publish } from "#lib/jobs/topics.ts";

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  /** Which one of its kind, as its owner knows it; never a secret, a card number or an address in full. */
  readonly what?: string;
  readonly amountKopecks?: number;
  /** Of sign-ins. */
  readonly ip?: string;
  readonly userAgent?: string;
};

/**
 * Writes a line of an account's security log in the transaction that does what it tells: both are there or neither. What an owner has to
 * hear of is told on (`ownerTold`). An account that is gone has no log.
 */
export async function recordSecurityEvent(
  tx: Queryable,
  userId: number,
  { kind, what = "", amountKopecks, ip = "", userAgent = "" }: SecurityEvent,
): Promise<void> {
  const event = await maybeOne<{ id: number }>(
    tx,
    sql`insert into identity_security_events (user_id, kind, what, amount_kopecks, ip, user_agent)
        select id, ${kind}, ${what.slice(0, 320)}, ${amountKopecks ?? null}::bigint, ${ip.slice(0, 64)}, ${userAgent.slice(0, 300)}
        from identity_users where id = ${userId} returning id`,
  );
  const told: readonly SecurityEventKind[] = toldEventKinds;
  if (event && told.includes(kind)) await publish(tx, ownerTold, { userId, eventId: event.id });
}
