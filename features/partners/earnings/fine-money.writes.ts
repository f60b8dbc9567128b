import sql, { raw } from "sql-template-tag";
import { reserveFunds, resolveHold } from "#features/ledger/ledger.writes.ts";
import { type FineState, nextState, openStates } from "#features/partners/fines.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** What moving a fine's money needs to know of it. */
export type FineMoney = {
  readonly id: number;
  readonly userId: number;
  readonly amountKopecks: number;
  readonly reservedKopecks: number;
  readonly state: FineState;
};

/** Columns of `partners_fines` that make a `FineMoney`. */
export const FINE_MONEY = sql`id, user_id as "userId", amount_kopecks as "amountKopecks", reserved_kopecks as "reservedKopecks", state`;

/**
 * Reserves for a partner's fines what the balance can give, the oldest first; of fines that stand it is taken at once. The caller holds the
 * balance's lock, and `availableKopecks` is what it answered. Returns what went, in kopecks.
 */
export async function reserveForFines(tx: Tx, userId: number, availableKopecks: number): Promise<number> {
  if (availableKopecks <= 0) return 0;
  const uncovered = await rows<FineMoney>(
    tx,
    sql`select ${FINE_MONEY} from partners_fines
        where user_id = ${userId} and state in (${raw(stateList(openStates))}) and reserved_kopecks < amount_kopecks
        order by id for update`,
  );
  let left = availableKopecks;
  for (const fine of uncovered) {
    const part = Math.min(left, fine.amountKopecks - fine.reservedKopecks);
    if (part === 0) break;
    left -= part;
    await reservePart(tx, fine, part);
  }
  return availableKopecks - left;
}

async function reservePart(tx: Tx, fine: FineMoney, part: number): Promise<void> {
  const reservedKopecks = fine.reservedKopecks + part;
  const { holdId } = await reserveFunds(tx, {
    kind: "partner_fine",
    userId: fine.userId,
    houseCode: "main",
    amountKopecks: kopecks(part),
    reference: `fine:${fine.id}:${reservedKopecks}`,
  });
  await execute(
    tx,
    sql`insert into partners_fine_holds (hold_id, fine_id, amount_kopecks) values (${holdId}, ${fine.id}, ${part})`,
  );
  await execute(
    tx,
    sql`update partners_fines set reserved_kopecks = ${reservedKopecks} where id = ${fine.id}`,
  );
  if (fine.state === "due") await takeReserved(tx, { ...fine, reservedKopecks });
}

/** Takes what is reserved for a fine that stands. The caller holds the balance and the fine. */
export async function takeReserved(tx: Tx, fine: FineMoney): Promise<void> {
  await resolveAll(tx, fine.id, "post");
  if (fine.reservedKopecks < fine.amountKopecks) return;
  await execute(
    tx,
    sql`update partners_fines set state = ${nextState(fine.state, "take")} where id = ${fine.id}`,
  );
}

/** Gives back what is reserved for a fine that is cancelled. The caller holds the balance and the fine. */
export function freeReserved(tx: Tx, fineId: number): Promise<void> {
  return resolveAll(tx, fineId, "void");
}

async function resolveAll(tx: Tx, fineId: number, phase: "post" | "void"): Promise<void> {
  const open = await rows<{ holdId: number }>(
    tx,
    sql`update partners_fine_holds set resolved_at = app_now() where fine_id = ${fineId} and resolved_at is null
        returning hold_id as "holdId"`,
  );
  const reason = phase === "post" ? "fined" : "fine_cancelled";
  for (const { holdId } of open) await resolveHold(tx, holdId, phase, reason);
}
