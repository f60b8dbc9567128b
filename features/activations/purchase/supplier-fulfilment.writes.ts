import {
  type ActivationState,
  abandonedAfterSeconds,
  statesBefore,
  supplierAttemptsMax,
} from "#features/activations/activations.rules.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { redeliverSms } from "#features/supply/intake/intake.writes.ts";
import { acquireNumber, resolveUnknown } from "#features/supply/supply.gateway.ts";
import { findKeptNumber, listOpenAttempts, wasAskedFor } from "#features/supply/supply.reads.ts";
import { abandonAttempts } from "#features/supply/supply.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const EARLY_SMS_SECONDS = 10;
/** The supplier's answer is still out. */
const unansweredStates = statesBefore("assign_number");

/** Where an order may go on to, and whether the next supplier is chosen by worth too. */
type RerouteInput = { readonly excludedSuppliers: readonly number[]; readonly isByWorth: boolean };

type RemoteOrder = {
  id: number;
  state: ActivationState;
  offer_id: number;
  supplier_id: number;
  service_id: number;
  country_id: number;
  operator: string;
  cost_kopecks: number;
  number: string | null;
  /** Digits that the buyer wants no number to begin with; null for nearly every order. */
  except_prefixes: string[] | null;
};

const ORDER_COLUMNS = `id, state, offer_id, supplier_id, service_id, country_id, operator, cost_kopecks, number::text,
  (select c.excluded_prefixes from activations_choices c where c.activation_id = id) as except_prefixes`;

/**
 * Gets the number of a requested order from its agent, after commit and outside any transaction; on failure the order
 * moves to the next cheapest offer, or the next by worth, within the buyer's maximum. Answers the digits; no-numbers when nobody had one and
 * the money has gone back; in-flight when somebody else looks into the order by now, since this took too long, and it may still get its
 * number. A fault of the database leaves the order to the sweep.
 */
export async function fetchRemoteNumber(
  db: Db,
  activationId: number,
  on: RerouteInput,
): Promise<{ readonly number: string } | "no-numbers" | "in-flight"> {
  let order = await findOrder(db, activationId);
  const triedOffers: number[] = [];
  while (order?.state === "requested" && triedOffers.length < supplierAttemptsMax) {
    triedOffers.push(order.offer_id);
    const number = await askSupplier(db, order);
    if (number !== null) return { number };
    order = await reroute(db, activationId, triedOffers, on);
  }
  if (order?.state === "requested") await failOrder(db, activationId, "no_numbers");
  return whatBecameOf(await findOrder(db, activationId));
}

function whatBecameOf(order: RemoteOrder | null): { readonly number: string } | "no-numbers" | "in-flight" {
  if (!order || order.state === "failed") return "no-numbers";
  return order.number === null ? "in-flight" : { number: order.number };
}

async function askSupplier(db: Db, order: RemoteOrder): Promise<string | null> {
  const acquired = await acquireNumber(db, {
    activationId: order.id,
    supplierId: order.supplier_id,
    offerId: order.offer_id,
    countryId: order.country_id,
    serviceId: order.service_id,
    operator: order.operator,
    costKopecks: kopecks(order.cost_kopecks),
    exceptPrefixes: order.except_prefixes ?? [],
  });
  if (acquired.kind !== "number") return null;
  return (await recordNumber(db, order, { ...acquired, supplierId: order.supplier_id }))
    ? String(acquired.number)
    : null;
}

/**
 * Records a number that supply keeps for this order; true too when somebody else has just recorded this very number. False when the
 * order does not wait for one any more, the buyer excluded it, or the supplier handed out a number that is already lent for this
 * service: the number goes back.
 */
async function recordNumber(
  db: Db,
  order: RemoteOrder,
  given: { supplierId: number; number: number; supplierRef: number; costKopecks: number | null },
): Promise<boolean> {
  const { id, offer_id: offerId } = order;
  if (order.except_prefixes?.some((prefix) => String(given.number).startsWith(prefix))) {
    await withTransaction(db, (tx) => giveBackUnused(tx, id));
    return false;
  }
  try {
    const assigned = await maybeOne(db, {
      name: "activations-assign",
      text: "select id from activations_assign_number($1, $2, $3, $4, $5, $6)",
      values: [
        ...[id, offerId, given.number, given.supplierRef, given.costKopecks],
        statesBefore("assign_number"),
      ],
    });
    if (assigned) {
      // The agent may have pushed the SMS before its number was written down here.
      const on = { supplierId: given.supplierId, phone: given.number, withinSeconds: EARLY_SMS_SECONDS };
      await redeliverSms(db, on, deliverSms);
      return true;
    }
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "activations_open_unit") throw error;
  }
  const inUse = await withTransaction(db, (tx) => giveBackUnused(tx, id));
  return inUse?.supplierId === given.supplierId && inUse.supplierRef === given.supplierRef;
}

/**
 * Gives back what suppliers keep for an order, unless it has its number from one of them: two who look into one order under one
 * client id are given the same number, and who comes second must not cancel it. Answers the number in use, or null.
 */
async function giveBackUnused(
  tx: Tx,
  id: number,
): Promise<{ supplierId: number; supplierRef: number } | null> {
  // Locked, so that nobody records a number between this look and the giving back.
  const inUse = await maybeOne<{ supplierId: number; supplierRef: number | null }>(tx, {
    text: `select supplier_id as "supplierId", supplier_ref as "supplierRef" from activations where id = $1 for update`,
    values: [id],
  });
  if (inUse?.supplierRef != null) return { ...inUse, supplierRef: inUse.supplierRef };
  await abandonAttempts(tx, id);
  return null;
}

async function findOrder(db: Queryable, id: number): Promise<RemoteOrder | null> {
  return maybeOne<RemoteOrder>(db, {
    name: "activations-remote",
    text: `select ${ORDER_COLUMNS} from activations where id = $1`,
    values: [id],
  });
}

async function reroute(
  db: Queryable,
  id: number,
  triedOffers: readonly number[],
  { excludedSuppliers, isByWorth }: RerouteInput,
): Promise<RemoteOrder | null> {
  return maybeOne<RemoteOrder>(db, {
    name: "activations-reroute",
    text: `select ${ORDER_COLUMNS} from activations_reroute($1, $2, $3, $4)`,
    values: [id, triedOffers, excludedSuppliers, isByWorth],
  });
}

/** Ends an order that got no number: money back, and whatever a supplier still answers goes back too. One that has got its number stays. */
async function failOrder(db: Db, id: number, reason: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    await maybeOne(tx, {
      text: "select id from activations_refund($1, null, $2, 'failed', $3)",
      values: [id, statesBefore("give_up"), reason],
    });
    await giveBackUnused(tx, id);
  });
}

/** Orders whose request phase is over without an end: their process died, or an answer got lost. */
export async function listStuckOrders(
  db: Queryable,
  limit: number,
): Promise<{ id: number; isLost: boolean }[]> {
  const found = await rows<{ id: number; is_lost: boolean }>(db, {
    text: `select id, requested_at < app_now() - interval '2 minutes' as is_lost from activations
      where closed_at is null and due_at <= app_now() and state in (${stateList(unansweredStates)}) order by due_at limit $1`,
    values: [limit],
  });
  return found.map((row) => ({ id: row.id, isLost: row.is_lost }));
}

/**
 * Finds out what became of a stuck order by asking the supplier with our own id, never by buying again: a number that
 * was kept, or that the supplier remembers, is recorded; an order that stays unknown for two minutes is closed with
 * its money back.
 */
export async function resolveStuckOrder(db: Db, stuck: { id: number; isLost: boolean }): Promise<void> {
  const order = await findOrder(db, stuck.id);
  if (!order || !unansweredStates.includes(order.state)) return;
  await markUnknown(db, stuck.id);
  for (const attempt of await listOpenAttempts(db, stuck.id)) {
    await resolveUnknown(db, attempt.clientId, attempt.offerId === order.offer_id);
  }
  const kept = await findKeptNumber(db, stuck.id);
  const isAnswered = kept !== null || (await listOpenAttempts(db, stuck.id)).length === 0;
  const isRecorded =
    kept !== null && kept.offerId === order.offer_id && (await recordNumber(db, order, kept));
  if (!isRecorded && (isAnswered || stuck.isLost)) await failOrder(db, stuck.id, "supplier_silent");
  notifyListeners(db);
}

/**
 * For a repeated call whose first one has not answered: when that one's process has died, finds out what became of the order now,
 * instead of at its sweep. Answers the digits if the order has a number by then.
 */
export async function takeOverAbandoned(db: Db, id: number): Promise<string | null> {
  if (await wasAskedFor(db, id, abandonedAfterSeconds)) return null;
  // One of many repeated calls does it; the sweep leaves the order alone meanwhile.
  const taken = await maybeOne(db, {
    name: "activations-take-over",
    text: `update activations set state = 'unknown', due_at = app_now() + interval '10 seconds'
      where id = $1 and state = 'requested' and requested_at < app_now() - make_interval(secs => $2) returning id`,
    values: [id, abandonedAfterSeconds],
  });
  if (!taken) return null;
  await resolveStuckOrder(db, { id, isLost: false });
  const order = await findOrder(db, id);
  return order?.state === "waiting" ? order.number : null;
}

/** Moves the look at an order ahead, so that other workers leave it alone meanwhile. */
async function markUnknown(db: Queryable, id: number): Promise<void> {
  await rows(db, {
    text: `update activations set state = 'unknown', due_at = app_now() + interval '10 seconds'
      where id = $1 and state in (${stateList(unansweredStates)})`,
    values: [id],
  });
}
