import sql from "sql-template-tag";
import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { askPolicy } from "#features/policy/policy.reads.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { findDelivered, prepareLater, settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import { comesInParts, deliverySeconds } from "#features/ready-accounts/ready-accounts.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { type Kopecks, lowerLimit } from "#lib/money/kopecks.ts";

export type AccountPurchase = {
  readonly userId: number;
  readonly offerId: number;
  readonly count: number;
  /** The most that all of it may cost; null = what it costs. */
  readonly maxTotalKopecks: Kopecks | null;
  /** The shortest warranty that the buyer agrees to; none for the offer's own. */
  readonly minWarrantyHours?: number | undefined;
  readonly channel: SaleChannel;
  /** The API key that buys, with its limits; none for everybody else. */
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first order. */
  readonly idempotencyKey: string;
  /** What the accounts say is not answered: the caller reads as many of them as it shows. */
  readonly isReadLater?: boolean;
};

export type AccountsBought = {
  readonly orderId: number;
  /** What each account says; null while a large order is being prepared, empty where they are read later. */
  readonly items: string[] | null;
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
    | "warranty"
    | "key_spent"
    | "no_balance";
  order_id: number;
  total_kopecks: number;
  least_count: number;
  left_count: number;
  key_left_kopecks: number | null;
  given_hours: number;
};

/**
 * Buys accounts: policy, then price, units and hold in one SQL call; then the units are opened, and a second call sells them and takes
 * the money. Of a large order all of it is held, and the worker does the rest: the same key answers it when it is done. The only way
 * to buy accounts. Throws ACCOUNT_OFFER_NOT_FOUND, ACCOUNT_OFFER_OWN, NO_ACCOUNTS, TOO_FEW_ACCOUNTS, NO_BALANCE, WRONG_MAX_PRICE,
 * WARRANTY_TOO_SHORT, KEY_NOT_FOR_THIS, KEY_SPENT, NOT_DELIVERED, IDEMPOTENCY_MISMATCH and policy's refusals; whatever it throws, nothing stays held.
 */
export async function buyReadyAccounts(db: Db, purchase: AccountPurchase): Promise<AccountsBought> {
  const refusal = await checkSale(db, purchase);
  // What was sold before stays sold: its buyer may only have lost the answer.
  if (refusal && !(await isKnownKey(db, purchase))) throw refusal;
  const isLarge = comesInParts(purchase.count);
  const reserved = await withTransaction(db, async (tx) => {
    const done = await reserve(tx, purchase);
    if (isLarge && done.outcome === "held") await prepareLater(tx, done.order_id);
    return done;
  });
  const { outcome, order_id: orderId } = reserved;
  if (outcome !== "held" && outcome !== "replayed") throw refusalOf(reserved);
  if (!isLarge) await settleOrder(db, orderId);
  return { orderId, items: await findDelivered(db, orderId, purchase), replayed: outcome === "replayed" };
}

/** Answers policy's refusal, or null. Throws ACCOUNT_OFFER_NOT_FOUND, ACCOUNT_OFFER_OWN, KEY_NOT_FOR_THIS. */
async function checkSale(
  db: Db,
  { userId, offerId, channel, key }: AccountPurchase,
): Promise<AppError | null> {
  const offer = await maybeOne<{ serviceId: number; countryId: number; sellerId: number | null }>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", seller_id as "sellerId"
        from ready_accounts_offers where id = ${offerId}`,
  );
  if (!offer) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_NOT_FOUND);
  const { sellerId, ...goods } = offer;
  if (sellerId === userId) throw new AppError(readyAccountErrors.ACCOUNT_OFFER_OWN);
  if (key && !coversGoods(key, offer.serviceId, offer.countryId))
    throw new AppError(readyAccountErrors.KEY_NOT_FOR_THIS);
  const decision = await askPolicy(db, { ...goods, mode: "readyAccounts", channel });
  return decision.allowed ? null : saleRefusal(decision);
}

/** Whether the buyer has an order under the key. */
async function isKnownKey(db: Db, { userId, idempotencyKey }: AccountPurchase): Promise<boolean> {
  const order = await maybeOne(
    db,
    sql`select 1 from ready_accounts_orders where user_id = ${userId} and idempotency_key = ${idempotencyKey}`,
  );
  return order !== null;
}

/** What an idempotency key stands for. */
export function hashOfAccounts({
  offerId,
  count,
  maxTotalKopecks,
  minWarrantyHours,
}: Pick<AccountPurchase, "offerId" | "count" | "maxTotalKopecks" | "minWarrantyHours">): string {
  // left out when it was not named, as in the hashes of older orders
  const least = minWarrantyHours === undefined ? [] : [minWarrantyHours];
  return inputHash("ready-accounts", offerId, count, maxTotalKopecks, ...least);
}

function reserve(tx: Queryable, purchase: AccountPurchase): Promise<Reserved> {
  const { userId, idempotencyKey, offerId, count, maxTotalKopecks, minWarrantyHours, channel, key } =
    purchase;
  return one<Reserved>(tx, {
    name: "ready-accounts-reserve",
    text: `select outcome, order_id, total_kopecks, least_count, left_count, key_left_kopecks, given_hours
      from ready_accounts_reserve($1::bigint, $2::text, $3::text, $4::bigint, $5::int, $6::bigint, $7::text, $8::int, $9::int,
        $10::bigint, $11::bigint, $12::int)`,
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
      minWarrantyHours ?? null,
    ],
  });
}

function refusalOf({
  outcome,
  total_kopecks,
  least_count,
  left_count,
  key_left_kopecks,
  given_hours,
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
    case "warranty":
      return new AppError(readyAccountErrors.WARRANTY_TOO_SHORT, { details: { warrantyHours: given_hours } });
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
