import sql, { raw } from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockBalance } from "#features/ledger/ledger.writes.ts";
import { takeOwed } from "#features/partners/earnings/earnings.writes.ts";
import {
  FINE_MONEY,
  type FineMoney,
  freeReserved,
  takeReserved,
} from "#features/partners/earnings/fine-money.writes.ts";
import { mailFined } from "#features/partners/fines/fine-mails.writes.ts";
import {
  type FineCause,
  type FineDecision,
  type FineState,
  nextState,
  statesBefore,
} from "#features/partners/fines.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent } from "#lib/jobs/events.ts";

export type NewFine = {
  /** The signed proposal of the desk. */
  readonly correctionId: number;
  readonly userId: number;
  readonly amountKopecks: number;
  readonly cause: FineCause;
  /** Told to the partner. */
  readonly words: string;
  readonly proposerId: number;
  /** The activation that it is about. */
  readonly orderId: number | null;
};

/** Announces a fine: the partner is told, and what the balance has is reserved for it. Once per proposal. Returns its id. */
export async function announceFine(tx: Tx, fine: NewFine): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into partners_fines (correction_id, user_id, amount_kopecks, cause, words, proposer_id, order_id, appeal_until)
        values (${fine.correctionId}, ${fine.userId}, ${fine.amountKopecks}, ${fine.cause}, ${fine.words}, ${fine.proposerId}, ${fine.orderId},
          app_now() + ${env.PARTNER_FINE_APPEAL_DAYS} * interval '1 day') returning id`,
  );
  await takeOwed(tx, fine.userId);
  await mailFined(tx, id, "announced");
  await tell(tx, fine.userId, id, "announced");
  return id;
}

/** Has this partner earned anything by this activation? Fines name no orders of others. */
export async function isPartnersOrder(db: Queryable, userId: number, orderId: number): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select 1 from partners_earnings where order_kind = 'activation' and order_id = ${orderId} and user_id = ${userId}`,
  );
  return found !== null;
}

/**
 * A partner's one appeal against a fine. Throws FINE_NOT_FOUND for one that is not the partner's, FINE_APPEAL_CLOSED when there is an appeal or
 * a decision, or the time is over.
 */
export async function appealFine(
  tx: Tx,
  { userId, fineId, text, ip }: { userId: UserId; fineId: number; text: string; ip: string },
): Promise<FineState> {
  const found = await maybeOne<{ state: FineState; inTime: boolean }>(
    tx,
    sql`select state, appeal_until > app_now() as "inTime" from partners_fines
        where id = ${fineId} and user_id = ${userId} for update`,
  );
  if (!found) throw new AppError(partnerErrors.FINE_NOT_FOUND);
  const state = nextState(found.state, "appeal");
  if (state === null || !found.inTime) throw new AppError(partnerErrors.FINE_APPEAL_CLOSED);
  await execute(
    tx,
    sql`update partners_fines set state = ${state}, appeal = ${text}, appealed_at = app_now() where id = ${fineId}`,
  );
  await recordAction(tx, {
    actorId: userId,
    action: "partner-fine.appeal",
    subject: `partner-fine:${fineId}`,
    details: {},
    ip,
  });
  await tell(tx, userId, fineId, state);
  return state;
}

export type DecidedFine = {
  readonly fineId: number;
  readonly decision: FineDecision;
  /** Told to the partner. */
  readonly reason: string;
  readonly staffId: UserId;
  readonly ip: string;
};

/**
 * Refuses an appeal, or cancels a fine that is not taken yet, and tells the partner. Nobody decides about a fine of their own, and whoever
 * proposed a fine does not refuse the appeal against it. Throws FINE_NOT_FOUND, FINE_DECIDED, FINE_OF_YOURS. Returns the fine's state.
 */
export async function decideFine(
  tx: Tx,
  { fineId, decision, reason, staffId, ip }: DecidedFine,
): Promise<FineState> {
  const fine = await holdFine(tx, fineId);
  if (!fine) throw new AppError(partnerErrors.FINE_NOT_FOUND);
  const isCancelled = decision === "cancel";
  if (fine.userId === staffId || (!isCancelled && (await isProposer(tx, fineId, staffId))))
    throw new AppError(partnerErrors.FINE_OF_YOURS);
  const state = nextState(fine.state, isCancelled ? "cancel" : "stand");
  // What nobody appealed against stands by itself when its time ends, not by a decision.
  if (state === null || (!isCancelled && fine.state === "announced"))
    throw new AppError(partnerErrors.FINE_DECIDED, { details: { state: fine.state } });
  if (isCancelled) await freeReserved(tx, fineId);
  await execute(
    tx,
    sql`update partners_fines set state = ${state}, decision = ${reason}, decided_by = ${staffId}, decided_at = app_now(),
          reserved_kopecks = ${isCancelled ? 0 : fine.reservedKopecks} where id = ${fineId}`,
  );
  if (!isCancelled) await takeReserved(tx, { ...fine, state });
  await recordAction(tx, {
    actorId: staffId,
    action: `partner-fine.${decision}`,
    subject: `partner-fine:${fineId}`,
    details: { reason },
    ip,
  });
  await takeOwed(tx, fine.userId);
  await mailFined(tx, fineId, isCancelled ? "cancelled" : "upheld");
  const now = await one<{ state: FineState }>(tx, sql`select state from partners_fines where id = ${fineId}`);
  await tell(tx, fine.userId, fineId, now.state);
  return now.state;
}

async function isProposer(tx: Tx, fineId: number, staffId: number): Promise<boolean> {
  const found = await maybeOne(
    tx,
    sql`select 1 from partners_fines where id = ${fineId} and proposer_id = ${staffId}`,
  );
  return found !== null;
}

/** Fines against which nobody appealed in time, the longest over first. */
export async function listUncontested(db: Queryable, limit: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from partners_fines where state = 'announced' and appeal_until <= app_now() order by appeal_until limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** A fine against which nobody appealed in time stands, and is taken as far as the balance reaches. Once. */
export async function letStand(db: Db, fineId: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const fine = await holdFine(tx, fineId, true);
    if (!fine) return;
    const state = nextState(fine.state, "stand") as FineState;
    await execute(tx, sql`update partners_fines set state = ${state} where id = ${fineId}`);
    await takeReserved(tx, { ...fine, state });
    await takeOwed(tx, fine.userId);
    await tell(tx, fine.userId, fineId, state);
  });
}

/** Locks the owner's balance and then the fine, the order that everybody keeps; null when it is not there, or not uncontested. */
async function holdFine(tx: Tx, fineId: number, isUncontested = false): Promise<FineMoney | null> {
  const owner = await maybeOne<{ userId: number }>(
    tx,
    sql`select user_id as "userId" from partners_fines where id = ${fineId}`,
  );
  if (!owner) return null;
  await lockBalance(tx, "partner", owner.userId);
  const fine = await maybeOne<FineMoney>(
    tx,
    sql`select ${FINE_MONEY} from partners_fines where id = ${fineId}
          and (not ${isUncontested}::boolean or (appeal_until <= app_now() and state in (${raw(stateList(statesBefore("appeal")))})))
        for update`,
  );
  return fine;
}

function tell(tx: Tx, userId: number, fineId: number, state: string): Promise<void> {
  return emitEvent(tx, { userId, kind: "balance", data: { fineId, state } });
}
