import { activationErrors } from "#features/activations/errors.ts";
import type { ActivationState } from "#features/activations/rules.ts";
import { type ActivationEvent, statesBefore } from "#features/activations/rules.ts";
import { readCatalogue } from "#features/catalogue/reads.ts";
import { extractCode } from "#features/supply/codes/rules.ts";
import type { IncomingSms, SmsSink } from "#features/supply/intake/writes.ts";
import { chooseRecipients } from "#features/supply/matching/rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { pokeEvents } from "#lib/jobs/events.ts";
import { seal } from "#lib/sealed-text.ts";

type Moved = { id: number; state: ActivationState };

/**
 * Cancels a number that got no SMS: state, refund, event and the word to the supplier in one statement.
 * Cancelling twice answers the same and refunds once. Throws ACTIVATION_NOT_FOUND, BAD_STATUS (it has its code, or
 * is over), EARLY_CANCEL_DENIED with the seconds left when a cancel lock is configured.
 */
export async function cancelActivation(db: Db, userId: number, id: number): Promise<void> {
  await refuseEarlyCancel(db, userId, id);
  await giveBack(db, { userId, id, event: "cancel", to: "cancelled", reason: "cancelled" });
}

/** Reports a number as blocked or used: refunded at once, never given for this service again. Same errors as cancel. */
export async function reportActivation(db: Db, userId: number, id: number): Promise<void> {
  await giveBack(db, { userId, id, event: "report", to: "banned", reason: "number_banned" });
}

/** Ends a number that has its code. Finishing twice answers the same. Throws ACTIVATION_NOT_FOUND, BAD_STATUS. */
export async function finishActivation(db: Db, userId: number, id: number): Promise<void> {
  const moved = await complete(db, { userId, id, event: "finish", reason: "finished" });
  if (!moved) await explainRefusal(db, userId, id, "completed");
}

/** Waits for one more code, free within the order's time. Throws ACTIVATION_NOT_FOUND, BAD_STATUS. */
export async function askMoreCodes(db: Db, userId: number, id: number): Promise<void> {
  const moved = await maybeOne<Moved>(db, {
    text: `with moved as (
        update activations set wants_more = true
        where id = $1 and user_id = $2 and state = any ($3::text[]) and expires_at > app_now() returning *)
      select id, state, activations_announce(moved) from moved`,
    values: [id, userId, statesBefore("ask_more")],
  });
  if (!moved) await explainRefusal(db, userId, id, null);
  pokeEvents(db);
}

async function refuseEarlyCancel(db: Db, userId: number, id: number): Promise<void> {
  if (env.CANCEL_LOCK_SECONDS === 0) return;
  const row = await maybeOne<{ seconds: number; state: ActivationState }>(db, {
    text: `select state, ceil($3 - extract(epoch from app_now() - coalesce(issued_at, requested_at)))::int as seconds
      from activations where id = $1 and user_id = $2`,
    values: [id, userId, env.CANCEL_LOCK_SECONDS],
  });
  if (row && row.state === "waiting" && row.seconds > 0) {
    throw new AppError(activationErrors.EARLY_CANCEL_DENIED, { details: { seconds: row.seconds } });
  }
}

type GiveBack = { userId: number; id: number; event: ActivationEvent; to: ActivationState; reason: string };

async function giveBack(db: Db, step: GiveBack): Promise<void> {
  const moved = await maybeOne<Moved>(db, {
    name: "activations-give-back",
    text: "select id, state from activations_give_back($1, $2, $3, $4, $5)",
    values: [step.id, step.userId, statesBefore(step.event), step.to, step.reason],
  });
  if (!moved) await explainRefusal(db, step.userId, step.id, step.to);
  pokeEvents(db);
}

async function complete(
  db: Queryable,
  step: { userId: number | null; id: number; event: ActivationEvent; reason: string },
): Promise<Moved | null> {
  return maybeOne<Moved>(db, {
    name: "activations-complete",
    text: "select id, state from activations_complete($1, $2, $3, $4)",
    values: [step.id, step.userId, statesBefore(step.event, "completed"), step.reason],
  });
}

/** A step found nothing to do: fine when the order is already where it leads, else the reason as an error. */
async function explainRefusal(
  db: Queryable,
  userId: number,
  id: number,
  wanted: ActivationState | null,
): Promise<void> {
  const row = await maybeOne<{ state: ActivationState }>(db, {
    text: "select state from activations where id = $1 and user_id = $2",
    values: [id, userId],
  });
  if (!row) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  if (row.state !== wanted)
    throw new AppError(activationErrors.BAD_STATUS, { details: { state: row.state } });
}

/** A row that is due: its time is over, or its request phase. */
export type DueActivation = { id: number; state: ActivationState };

/** Orders whose time is over by the database's clock, oldest first; taken by one worker at a time. */
export async function listDueActivations(db: Queryable, limit: number): Promise<DueActivation[]> {
  return rows<DueActivation>(db, {
    text: `select id, state from activations
      where closed_at is null and due_at <= app_now() and state in ('waiting', 'received') order by due_at limit $1`,
    values: [limit],
  });
}

/**
 * Ends an order whose time is over: without a code the money goes back, with one it is completed.
 * Harmless when another worker, a cancel or an SMS was first.
 */
export async function expireActivation(db: Queryable, due: DueActivation): Promise<void> {
  if (due.state === "received") {
    await complete(db, { userId: null, id: due.id, event: "expire", reason: "time_over" });
    return;
  }
  await maybeOne(db, {
    name: "activations-expire",
    text: "select id from activations_give_back($1, null, $2, 'expired', 'expired')",
    values: [due.id, statesBefore("expire", "expired")],
  });
}

/**
 * Gives an SMS to the open orders on its number that it is for. The first SMS of an order captures its money.
 * Answers how many orders got it; the caller commits and then calls `pokeEvents`.
 */
export const deliverSms: SmsSink = async (tx, db, sms) => {
  const open = await rows<{ id: number; service_id: number }>(tx, {
    name: "activations-on-number",
    text: `select id, service_id from activations
      where supplier_id = $1 and number = $2 and closed_at is null order by id for update`,
    values: [sms.supplierId, sms.phone],
  });
  if (open.length === 0) return (await deliverLate(tx, sms)) ? 1 : 0;
  const { serviceById } = await readCatalogue(db);
  const orders = open.map((order) => ({
    orderId: order.id,
    serviceCode: serviceById.get(order.service_id)?.code ?? "",
    serviceName: serviceById.get(order.service_id)?.name ?? "",
  }));
  let received = 0;
  for (const order of chooseRecipients(orders, sms.sender, sms.text)) {
    if (await deliver(tx, order.orderId, sms)) received += 1;
  }
  return received;
};

/** Where no code is recognised the whole text is the code: the buyer paid for this SMS and must see it. */
async function deliver(tx: Tx, id: number, sms: IncomingSms): Promise<boolean> {
  const code = extractCode(sms.text) ?? sms.text;
  const moved = await maybeOne<Moved>(tx, {
    name: "activations-receive",
    text: "select id, state from activations_receive($1, $2, $3, $4, $5, $6)",
    values: [id, statesBefore("receive_sms"), sms.id, sms.sender, seal(sms.text), seal(code)],
  });
  return moved !== null;
}

/** After the refund: the last buyer who waited his whole time sees it free of charge. */
async function deliverLate(tx: Tx, sms: IncomingSms): Promise<boolean> {
  const code = extractCode(sms.text) ?? sms.text;
  const shown = await maybeOne<Moved>(tx, {
    name: "activations-receive-late",
    text: "select id, state from activations_receive_late($1, $2, $3, $4, $5, $6)",
    values: [sms.supplierId, sms.phone, sms.id, sms.sender, seal(sms.text), seal(code)],
  });
  return shown !== null;
}

/** Removes what was written in messages of orders that ended more than a day ago; counts and times stay. */
export async function forgetOldMessages(db: Queryable, limit: number): Promise<number> {
  const gone = await rows(db, {
    text: `update activations_messages m set sealed_text = null, sealed_code = null, sender = null
      where m.id in (
        select m2.id from activations_messages m2 join activations a on a.id = m2.activation_id
        where m2.sealed_code is not null and a.closed_at < app_now() - interval '24 hours' limit $1)
      returning m.id`,
    values: [limit],
  });
  return gone.length;
}
