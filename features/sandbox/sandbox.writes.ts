import sql from "sql-template-tag";
import type { ActivationStep } from "#features/activations/activation-port.writes.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { nextState, statesBefore } from "#features/activations/activations.rules.ts";
import { chooseLimit } from "#features/activations/purchase/price-limit.rules.ts";
import {
  type Bought,
  hashOfPurchase,
  type Purchase,
} from "#features/activations/purchase/purchase.writes.ts";
import { findCountry, findService } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { forgetSandboxAnswers } from "#features/idempotency/idempotency.writes.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { readSandbox, type SandboxWithOrders } from "#features/sandbox/sandbox.reads.ts";
import {
  costOf,
  isSameDay,
  momentOf,
  purseOf,
  type Sandbox,
  type SandboxOrder,
  sandboxLimits,
  sandboxNumber,
  sandboxOrderId,
  scriptOf,
} from "#features/sandbox/sandbox.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { lowerLimit } from "#lib/money/kopecks.ts";

/** Opens a key's sandbox, made on first use, under its lock. */
export async function openSandbox(tx: Tx, userId: number, keyId: number): Promise<SandboxWithOrders> {
  try {
    await execute(
      tx,
      sql`insert into sandbox_accounts (key_id, user_id) values (${keyId}, ${userId})
          on conflict (key_id) do update set used_at = app_now()`,
    );
  } catch (error) {
    // The key has been ended a moment ago.
    if ((error as { code?: string }).code === "23503") throw new AppError(apiErrors.UNAUTHORIZED);
    throw error;
  }
  return readSandbox(tx, keyId);
}

type SandboxPurchase = Purchase & { readonly key: KeyRights };

/**
 * Buys in the sandbox: by the service's script, out of its own purse, within what the key may. Neither ledger nor stock nor
 * orders know of it. Throws what buying throws, and what the script says.
 */
export async function buyInSandbox(db: Db, purchase: SandboxPurchase): Promise<Bought> {
  const { key, serviceId, countryId } = purchase;
  if (!coversGoods(key, serviceId, countryId)) throw new AppError(activationErrors.KEY_NOT_FOR_THIS);
  const [service, country] = await Promise.all([findService(db, serviceId), findCountry(db, countryId)]);
  if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  if (!country) throw new AppError(activationErrors.COUNTRY_NOT_FOUND);
  const wanted = purchase.operator.split(",");
  if (!wanted.every((token) => isOperatorOf(country, token)))
    throw new AppError(activationErrors.OPERATOR_NOT_FOUND);
  return withTransaction(db, async (tx) => {
    const sandbox = await openSandbox(tx, purchase.userId, key.keyId);
    const hash = hashOfPurchase(purchase);
    const earlier = sandbox.orders.find((order) => order.idempotencyKey === purchase.idempotencyKey);
    if (earlier) {
      if (earlier.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
      return { id: earlier.id, number: earlier.number, replayed: true };
    }
    refuseByScript(service.code, sandbox.now);
    const { maxPriceKopecks } = chooseLimit(purchase);
    refuseByLimits(sandbox, { key, maxPriceKopecks }, sandboxLimits.priceKopecks);
    const number = sandboxNumber(country.dialCode, sandbox.ordersMade + 1);
    const { id } = await recordOrder(tx, key.keyId, sandbox, {
      ...{ serviceId, serviceCode: service.code, countryId, operator: wanted[0] ?? "any" },
      ...{ number, idempotencyKey: purchase.idempotencyKey, inputHash: hash },
    });
    return { id, number, replayed: false };
  });
}

type NewOrder = Pick<
  SandboxOrder,
  "serviceId" | "serviceCode" | "countryId" | "operator" | "number" | "idempotencyKey" | "inputHash"
>;

/** Writes an order of the sandbox down; the caller has asked script, limits and purse. Throws CHANNELS_LIMIT. */
export async function recordOrder(
  tx: Tx,
  keyId: number,
  sandbox: Sandbox,
  order: NewOrder,
): Promise<{ id: number }> {
  await makeRoom(tx, keyId, sandbox);
  const place = sandbox.ordersMade + 1;
  const id = sandboxOrderId(place);
  await execute(
    tx,
    sql`insert into sandbox_orders (key_id, id, service_id, service_code, country_id, operator, number, price_kopecks,
          idempotency_key, input_hash, issued_at)
        values (${keyId}, ${id}, ${order.serviceId}, ${order.serviceCode}, ${order.countryId}, ${order.operator}, ${order.number},
          ${sandboxLimits.priceKopecks}, ${order.idempotencyKey}, ${order.inputHash}, ${sandbox.now})`,
  );
  await execute(tx, sql`update sandbox_accounts set orders_made = ${place} where key_id = ${keyId}`);
  return { id };
}

/** Throws what a service's script answers to buying. */
export function refuseByScript(serviceCode: string, now: Date): void {
  const { refusal } = scriptOf(serviceCode);
  if (!refusal) return;
  const details = {
    minPriceKopecks: sandboxLimits.priceKopecks,
    priceKopecks: sandboxLimits.priceKopecks,
    scope: "buy",
    until: new Date(now.getTime() + sandboxLimits.banSeconds * 1_000).toISOString(),
  };
  // As the real one says it.
  const isInFlight = refusal.error === activationErrors.PURCHASE_IN_FLIGHT;
  throw new AppError(refusal.error, { details, ...(isInFlight ? { headers: { "retry-after": "2" } } : {}) });
}

/** Throws WRONG_MAX_PRICE, KEY_SPENT, NO_BALANCE: in the order in which a real purchase looks at them. */
export function refuseByLimits(
  sandbox: Sandbox,
  { maxPriceKopecks, key }: Pick<SandboxPurchase, "maxPriceKopecks" | "key">,
  priceKopecks: number,
): void {
  const max = lowerLimit(maxPriceKopecks, key.priceCapKopecks);
  if (max !== null && max < priceKopecks) {
    throw new AppError(activationErrors.WRONG_MAX_PRICE, { details: { minPriceKopecks: priceKopecks } });
  }
  if (key.dailyLimitKopecks !== null) {
    const leftKopecks = Math.max(0, key.dailyLimitKopecks - spentToday(sandbox));
    if (leftKopecks < priceKopecks)
      throw new AppError(activationErrors.KEY_SPENT, { details: { leftKopecks } });
  }
  if (purseOf(sandbox) < priceKopecks)
    throw new AppError(activationErrors.NO_BALANCE, { details: { priceKopecks } });
}

function spentToday({ orders, rentTodayKopecks, accountTodayKopecks, now }: Sandbox): number {
  const ofToday = orders.filter(({ issuedAt }) => isSameDay(issuedAt, now));
  return ofToday.reduce((sum, order) => sum + costOf(order, now), rentTodayKopecks + accountTodayKopecks);
}

/** The oldest closed order makes room for a new one; what it cost stays spent. */
async function makeRoom(tx: Tx, keyId: number, { orders, now }: Sandbox): Promise<void> {
  if (orders.length < sandboxLimits.ordersKept) return;
  const oldest = orders.findLast((order) => momentOf(order, now).closedAt !== null);
  if (!oldest) throw new AppError(activationErrors.CHANNELS_LIMIT);
  await execute(tx, sql`delete from sandbox_orders where key_id = ${keyId} and id = ${oldest.id}`);
  await execute(
    tx,
    sql`update sandbox_accounts set spent_kopecks = spent_kopecks + ${costOf(oldest, now)} where key_id = ${keyId}`,
  );
}

/** Whose sandbox: the key's, and its owner. */
export type SandboxOwner = { readonly userId: number; readonly key: Pick<KeyRights, "keyId"> };

/**
 * Moves an order of the sandbox as the state table of real orders allows; a step that already holds changes nothing.
 * Throws ACTIVATION_NOT_FOUND, BAD_STATUS, EARLY_CANCEL_DENIED.
 */
export function moveSandboxOrder(
  db: Db,
  owner: SandboxOwner,
  id: number,
  step: ActivationStep,
): Promise<void> {
  return withTransaction(db, (tx) => moveSandboxOrderInTx(tx, owner, id, step));
}

/** The same in the caller's transaction. */
export async function moveSandboxOrderInTx(
  tx: Tx,
  { userId, key: { keyId } }: SandboxOwner,
  id: number,
  step: ActivationStep,
): Promise<void> {
  const { orders, now } = await openSandbox(tx, userId, keyId);
  const order = orders.find((one) => one.id === id);
  if (!order) throw new AppError(activationErrors.ACTIVATION_NOT_FOUND);
  const { state, lockedSeconds } = momentOf(order, now);
  const next = nextState(state, step);
  if (next === null) {
    // Where the step leads to from anywhere: there it holds already.
    const [from] = statesBefore(step);
    if (step !== "ask_more" && from && nextState(from, step) === state) return;
    throw new AppError(activationErrors.BAD_STATUS, { details: { state } });
  }
  if (step === "cancel" && lockedSeconds > 0)
    throw new AppError(activationErrors.EARLY_CANCEL_DENIED, { details: { seconds: lockedSeconds } });
  await recordStep(tx, keyId, order, now, next === "received" ? null : next);
}

async function recordStep(
  tx: Tx,
  keyId: number,
  { id }: SandboxOrder,
  now: Date,
  closedAs: string | null,
): Promise<void> {
  await execute(
    tx,
    closedAs === null
      ? sql`update sandbox_orders set more_asked_at = ${now} where key_id = ${keyId} and id = ${id}`
      : sql`update sandbox_orders set closed_at = ${now}, closed_as = ${closedAs}
            where key_id = ${keyId} and id = ${id}`,
  );
}

/** Moves a sandbox's clock ahead by whole seconds. Throws SANDBOX_CLOCK_TOO_FAR. */
export async function advanceSandbox(
  db: Db,
  { userId, key: { keyId } }: SandboxOwner,
  seconds: number,
): Promise<Sandbox> {
  return withTransaction(db, async (tx) => {
    const { aheadSeconds } = await openSandbox(tx, userId, keyId);
    if (aheadSeconds + seconds > sandboxLimits.aheadSecondsMax)
      throw new AppError(sandboxErrors.SANDBOX_CLOCK_TOO_FAR);
    await execute(
      tx,
      sql`update sandbox_accounts set ahead_seconds = ahead_seconds + ${seconds} where key_id = ${keyId}`,
    );
    return readSandbox(tx, keyId);
  });
}

/** Begins a sandbox anew: no orders, a full purse, the clock at now. */
export async function resetSandbox(db: Db, { userId, key: { keyId } }: SandboxOwner): Promise<Sandbox> {
  await execute(db, sql`delete from sandbox_accounts where key_id = ${keyId}`);
  await forgetSandboxAnswers(db, userId, keyId);
  return readSandbox(db, keyId);
}

/** Forgets sandboxes that nobody has used for long; answers how many. */
export async function forgetUnusedSandboxes(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from sandbox_accounts where key_id in (
          select key_id from sandbox_accounts
          where used_at < app_now() - make_interval(days => ${sandboxLimits.unusedDays}) limit ${limit})`,
  );
}
