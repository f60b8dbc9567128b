import { activationErrors } from "#features/activations/activations.errors.ts";
import {
  type ActivationEvent,
  type ActivationState,
  statesBefore,
} from "#features/activations/activations.rules.ts";
import { judgeUseValues } from "#features/activations/limits/limits.writes.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type Moved = { id: number; state: ActivationState };

/** A step that a buyer takes with an order, in the caller's transaction; the caller commits and then calls `notifyListeners`. */
export type StepInTx = (tx: Queryable, userId: number, id: number) => Promise<void>;

/**
 * Cancels a number that got no SMS: state, refund, event and the word to the supplier in one statement.
 * Cancelling twice answers the same and refunds once. Throws ACTIVATION_NOT_FOUND, BAD_STATUS (it has its code, or
 * is over), EARLY_CANCEL_DENIED with the seconds left when a cancel lock is configured.
 */
export const cancelInTx: StepInTx = (tx, userId, id) => cancelBecause(tx, userId, id, "cancelled");

/** The same of a number that a search replaces: its buyer reads that it was replaced, not that they cancelled it. Same errors. */
export const replaceInTx: StepInTx = (tx, userId, id) => cancelBecause(tx, userId, id, "replaced");

/** Reports a number as blocked or used: refunded at once, never given for this service again. Same errors as cancel. */
export const reportInTx: StepInTx = (tx, userId, id) =>
  refund(tx, { userId, id, event: "report", to: "banned", reason: "number_banned" });

/** Ends a number that has its code. Finishing twice answers the same. Throws ACTIVATION_NOT_FOUND, BAD_STATUS. */
export const finishInTx: StepInTx = async (tx, userId, id) => {
  const moved = await complete(tx, { userId, id, event: "finish", reason: "finished" });
  if (!moved) await explainRefusal(tx, userId, id, "completed");
};

/** Waits for one more code, free within the order's time. Throws ACTIVATION_NOT_FOUND, BAD_STATUS. */
export const askMoreInTx: StepInTx = async (tx, userId, id) => {
  const moved = await maybeOne<Moved>(tx, {
    text: `with moved as (
        update activations set wants_more = true
        where id = $1 and user_id = $2 and state = any ($3::text[]) and expires_at > app_now() returning *)
      select id, state, activations_announce(moved) from moved`,
    values: [id, userId, statesBefore("ask_more")],
  });
  if (!moved) await explainRefusal(tx, userId, id, null);
};

async function cancelBecause(
  tx: Queryable,
  userId: number,
  id: number,
  reason: "cancelled" | "replaced",
): Promise<void> {
  await refuseEarlyCancel(tx, userId, id);
  await refund(tx, { userId, id, event: "cancel", to: "cancelled", reason });
}

async function refuseEarlyCancel(tx: Queryable, userId: number, id: number): Promise<void> {
  if (env.CANCEL_LOCK_SECONDS === 0) return;
  const row = await maybeOne<{ seconds: number; state: ActivationState }>(tx, {
    text: `select state, ceil($3 - extract(epoch from app_now() - coalesce(issued_at, requested_at)))::int as seconds
      from activations where id = $1 and user_id = $2`,
    values: [id, userId, env.CANCEL_LOCK_SECONDS],
  });
  if (row && row.state === "waiting" && row.seconds > 0) {
    throw new AppError(activationErrors.EARLY_CANCEL_DENIED, { details: { seconds: row.seconds } });
  }
}

type Refund = { userId: number; id: number; event: ActivationEvent; to: ActivationState; reason: string };

async function refund(tx: Queryable, step: Refund): Promise<void> {
  const moved = await maybeOne<Moved>(tx, {
    name: "activations-refund",
    text: `select id, state, activations_judge_use(user_id, $6, $7, $8, $9, $10::int[])
      from activations_refund($1, $2, $3, $4, $5)`,
    values: [step.id, step.userId, statesBefore(step.event), step.to, step.reason, ...judgeUseValues],
  });
  if (!moved) await explainRefusal(tx, step.userId, step.id, step.to);
}

/** Completes an order that has its code, of anybody's when `userId` is null; null when there is nothing to complete. */
export async function complete(
  tx: Queryable,
  step: { userId: number | null; id: number; event: ActivationEvent; reason: string },
): Promise<Moved | null> {
  return maybeOne<Moved>(tx, {
    name: "activations-complete",
    text: "select id, state from activations_complete($1, $2, $3, $4)",
    values: [step.id, step.userId, statesBefore(step.event, "completed"), step.reason],
  });
}

/** A step found nothing to do: fine when the order is already where it leads, else the reason as an error. */
async function explainRefusal(
  tx: Queryable,
  userId: number,
  id: number,
  wanted: ActivationState | null,
): Promise<void> {
  const row = await maybeOne<{ state: ActivationState }>(tx, {
    text: "select state from activations where id = $1 and user_id = $2",
    values: [id, userId],
  });
  if (!row) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  if (row.state !== wanted)
    throw new AppError(activationErrors.BAD_STATUS, { details: { state: row.state } });
}
