import sql from "sql-template-tag";
import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { accountOrders, deliverySeconds } from "#features/ready-accounts/ready-accounts.rules.ts";
import { withdrawTakenDown } from "#features/ready-accounts/stock/stock.writes.ts";
import { openUnits } from "#features/ready-accounts/unit-texts.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { log } from "#lib/log.ts";
import { type Kopecks, lowerLimit } from "#lib/money/kopecks.ts";

export type AccountPurchase = {
  readonly userId: number;
  readonly offerId: number;
  readonly count: number;
  /** The most that all of it may cost; null = what it costs. */
  readonly maxTotalKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  /** The API key that buys, with its limits; none for everybody else. */
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first order. */
  readonly idempotencyKey: string;
};

export type AccountsBought = {
  readonly orderId: number;
  /** What each account says. */
  readonly items: string[];
  /** It was bought by an earlier call with the same key. */
  readonly replayed: boolean;
};

type Reserved = {
  outcome:
    | "held"
    | "replayed"
    | "mismatch"
    | "not_found"
    | "too_few"
    | "no_stock"
    | "price"
    | "key_spent"
    | "no_balance";
  order_id: number;
  total_kopecks: number;
  least_count: number;
  left_count: number;
  key_left_kopecks: number | null;
};

/**
 * Buys accounts: policy, then price, units and hold in one SQL call; then the units are opened, and a second call sells them and takes
 * the money. The only way to buy them. Throws ACCOUNT_OFFER_NOT_FOUND, ACCOUNT_OFFER_OWN, NO_ACCOUNTS, TOO_FEW_ACCOUNTS, NO_BALANCE, WRONG_MAX_PRICE,
 * KEY_NOT_FOR_THIS, KEY_SPENT, NOT_DELIVERED, IDEMPOTENCY_MISMATCH and policy's refusals; whatever it throws, nothing stays held.
 */
export async function buyReadyAccounts(db: Db, purchase: AccountPurchase): Promise<AccountsBought> {
  await checkSale(db, purchase);
  const reserved = await withTransaction(db, (tx) => reserve(tx, purchase));
  const { outcome, order_id: orderId } = reserved;
  if (outcome !== "held" && outcome !== "replayed") throw refusalOf(reserved);
  return { orderId, items: await settleOrder(db, orderId), replayed: outcome === "replayed" };
}

/** Throws ACCOUNT_OFFER_NOT_FOUND, ACCOUNT_OFFER_OWN, KEY_NOT_FOR_THIS, and what policy says about an offer. */
async function checkSale(db: Db, { userId, offerId, channel, key }: AccountPurchase): Promise<void> {
  const offer = await maybeOne<{ serviceId: number; countryId: number; sellerId: number | null }>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", seller_id as "sellerId"
        from ready_accounts_offers where id = ${offerId}`,
  );
  if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  const { sellerId, ...goods } = offer;
  if (sellerId === userId) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_OWN);
  const decision = await askPolicy(db, { ...goods, mode: "readyAccounts", channel });
  if (!decision.allowed) throw saleRefusal(decision);
  if (key && !coversGoods(key, offer.serviceId, offer.countryId))
    throw new AppError(readyAccountErrors.KEY_NOT_FOR_THIS);
}

/** What an idempotency key stands for. */
export function hashOfAccounts({
  offerId,
  count,
  maxTotalKopecks,
}: Pick<AccountPurchase, "offerId" | "count" | "maxTotalKopecks">): string {
  return inputHash("ready-accounts", offerId, count, maxTotalKopecks);
}

function reserve(tx: Queryable, purchase: AccountPurchase): Promise<Reserved> {
  const { userId, idempotencyKey, offerId, count, maxTotalKopecks, channel, key } = purchase;
  return one<Reserved>(tx, {
    name: "ready-accounts-reserve",
    text: `select outcome, order_id, total_kopecks, least_count, left_count, key_left_kopecks
      from ready_accounts_reserve($1::bigint, $2::text, $3::text, $4::bigint, $5::int, $6::bigint, $7::text, $8::int, $9::int,
        $10::bigint, $11::bigint)`,
    values: [
      userId,
      idempotencyKey,
      hashOfAccounts(purchase),
      offerId,
      count,
      lowerLimit(maxTotalKopecks, key?.priceCapKopecks ?? null),
      channel,
      deliverySeconds,
      env.STORE_COMMISSION_PERCENT,
      ...keyDayOf(key),
    ],
  });
}

function refusalOf({
  outcome,
  total_kopecks,
  least_count,
  left_count,
  key_left_kopecks,
}: Reserved): AppError {
  switch (outcome) {
    case "too_few":
      return new AppError(readyAccountErrors.TOO_FEW_ACCOUNTS, { details: { leastCount: least_count } });
    case "no_stock":
      return new AppError(readyAccountErrors.NO_ACCOUNTS, { details: { leftCount: left_count } });
    case "price":
      return new AppError(readyAccountErrors.WRONG_MAX_PRICE, {
        details: { minPriceKopecks: total_kopecks },
      });
    case "key_spent":
      return new AppError(readyAccountErrors.KEY_SPENT, { details: { leftKopecks: key_left_kopecks } });
    case "no_balance":
      return new AppError(readyAccountErrors.NO_BALANCE, { details: { priceKopecks: total_kopecks } });
    case "mismatch":
      return new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    default:
      return new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  }
}

/**
 * Opens the units of an order, sells them and takes the money; one that was delivered answers the same again. Nothing is taken for what
 * nobody can read: then the money goes back, unreadable units leave the stock and the others return to it. Nor for what may not be sold
 * any more: policy is asked again, and a takedown of the service decides under the offer's lock. Throws NOT_DELIVERED.
 */
async function settleOrder(db: Db, orderId: number): Promise<string[]> {
  const units = await openUnits(db, orderId);
  const broken = units.flatMap(({ unitId, text }) => (text === null ? [unitId] : []));
  const canBeRead = units.length > 0 && broken.length === 0;
  const isSold = canBeRead && (await mayDeliver(db, orderId)) && (await deliver(db, orderId));
  // Of an order that was delivered before nothing is given back.
  if (!isSold && (await giveBack(db, orderId, broken))) {
    if (canBeRead) log.info({ orderId }, "an order of accounts is given back: they may not be sold any more");
    else log.error({ orderId, brokenCount: broken.length }, "accounts of an order cannot be read");
  }
  notifyListeners(db);
  const { state } = await one<{ state: string }>(
    db,
    sql`select state from ready_accounts_orders where id = ${orderId}`,
  );
  if (state !== "delivered") throw new AppError(readyAccountErrors.NOT_DELIVERED);
  return units.flatMap(({ text }) => (text === null ? [] : [text]));
}

/** Whether policy still lets an order be sold where it was bought. */
async function mayDeliver(db: Db, orderId: number): Promise<boolean> {
  const goods = await one<{ serviceId: number; countryId: number; channel: SaleChannel }>(
    db,
    sql`select o.service_id as "serviceId", o.country_id as "countryId", r.channel
        from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id where r.id = ${orderId}`,
  );
  return (await askPolicy(db, { ...goods, mode: "readyAccounts" })).allowed;
}

/** Answers whether this call did it: not where another one has, and not once the service is taken down. */
async function deliver(db: Db, orderId: number): Promise<boolean> {
  const { done } = await withTransaction(db, (tx) =>
    one<{ done: boolean }>(tx, {
      name: "ready-accounts-deliver",
      text: "select ready_accounts_deliver($1, $2) as done",
      values: [orderId, accountOrders.statesBefore("deliver")],
    }),
  );
  return done;
}

async function giveBack(db: Db, orderId: number, broken: readonly number[]): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const { done, offerId } = await one<{ done: boolean; offerId: number }>(tx, {
      name: "ready-accounts-give-back",
      text: `select ready_accounts_give_back(id, $2, $3) as done, offer_id as "offerId" from ready_accounts_orders where id = $1`,
      values: [orderId, accountOrders.statesBefore("give_back"), broken],
    });
    if (done) await withdrawTakenDown(tx, [offerId]);
    return done;
  });
}

/** Orders whose purchase did not come to its end in time: its process died between the two calls. */
export async function listStuckOrders(db: Queryable, limit: number): Promise<number[]> {
  const due = await rows<{ id: number }>(
    db,
    sql`select id from ready_accounts_orders where state = 'held' and due_at <= app_now() order by due_at limit ${limit}`,
  );
  return due.map(({ id }) => id);
}

/** Brings an order to its end, whichever it is. */
export async function finishStuckOrder(db: Db, orderId: number): Promise<void> {
  try {
    await settleOrder(db, orderId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== readyAccountErrors.NOT_DELIVERED.code) throw error;
  }
}
