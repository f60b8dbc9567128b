import {
  type ActivationState,
  messagesKeptHours,
  statesBefore,
} from "#features/activations/activations.rules.ts";
import { deliverLate } from "#features/activations/late-sms.writes.ts";
import { judgeUseValues } from "#features/activations/limits/limits.writes.ts";
import {
  askMoreInTx,
  cancelInTx,
  complete,
  finishInTx,
  type Moved,
  reportInTx,
  type StepInTx,
} from "#features/activations/order-actions.writes.ts";
import { extractCode } from "#features/supply/codes.rules.ts";
import type { IncomingSms, SmsSink } from "#features/supply/intake/intake.writes.ts";
import { type OpenOnNumber, recipientsOf } from "#features/supply/matching/matching.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { seal } from "#lib/sealed-text.ts";

/** Takes a step by itself and tells the listeners. */
function inOwnTx(step: StepInTx) {
  return async (db: Db, userId: number, id: number): Promise<void> => {
    await step(db, userId, id);
    notifyListeners(db);
  };
}

export const cancelActivation = inOwnTx(cancelInTx);
export const reportActivation = inOwnTx(reportInTx);
export const finishActivation = inOwnTx(finishInTx);
export const askMoreCodes = inOwnTx(askMoreInTx);

/** A row that is due: its time is over, or its request phase. */
export type DueActivation = { id: number; state: ActivationState };

/** Orders whose time is over by the database's clock, oldest first; taken by one worker at a time. */
export async function listDueActivations(db: Queryable, limit: number): Promise<DueActivation[]> {
  return rows<DueActivation>(db, {
    text: `select id, state from activations
      where closed_at is null and due_at <= app_now() and state in (${stateList(statesBefore("expire"))}) order by due_at limit $1`,
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
    text: `select id, activations_judge_use(user_id, $3, $4, $5, $6, $7::int[])
      from activations_refund($1, null, $2, 'expired', 'expired')`,
    values: [due.id, statesBefore("expire", "expired"), ...judgeUseValues],
  });
}

/**
 * Gives an SMS to the open orders on its number that it is for. The first SMS of an order captures its money. One that no order gets in
 * time may be a late one.
 * Answers how many orders got it; the caller commits and then calls `notifyListeners`.
 */
export const deliverSms: SmsSink = async (tx, { catalogue, withholds }, sms) => {
  const open = await rows<OpenOnNumber>(tx, {
    name: "activations-on-number",
    text: `select id, service_id from activations
      where supplier_id = $1 and number = $2 and closed_at is null order by id for update`,
    values: [sms.supplierId, sms.phone],
  });
  let received = 0;
  for (const id of recipientsOf(sms, open, catalogue, withholds)) {
    if (await deliver(tx, id, sms)) received += 1;
  }
  return received > 0 ? received : (await deliverLate(tx, [sms], catalogue, withholds)).length;
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

/** Removes what was written in messages of orders that ended `messagesKeptHours` ago; counts and times stay. */
export async function forgetOldMessages(db: Queryable, limit: number): Promise<number> {
  const gone = await rows(db, {
    text: `update activations_messages m set sealed_text = null, sealed_code = null, sender = null
      where m.id in (
        select m2.id from activations_messages m2 join activations a on a.id = m2.activation_id
        where m2.sealed_code is not null and a.closed_at < app_now() - make_interval(hours => $2) limit $1)
      returning m.id`,
    values: [limit, messagesKeptHours],
  });
  return gone.length;
}
