import { activationErrors } from "#features/activations/activations.errors.ts";
import { isLimitOutcome, limitRefusal } from "#features/activations/limits/limits.reads.ts";
import { underOpenLimit } from "#features/activations/limits/limits.writes.ts";
import { findKnownOrder, type KnownOrder } from "#features/activations/purchase/known-order.reads.ts";
import {
  type Enclosing,
  type Placed,
  placeOrder,
} from "#features/activations/purchase/place-order.writes.ts";
import { chooseLimit } from "#features/activations/purchase/price-limit.rules.ts";
import type { PurchaseChoices } from "#features/activations/purchase/purchase.rules.ts";
import { isExploring, type Routing } from "#features/activations/purchase/routing.rules.ts";
import {
  fetchRemoteNumber,
  takeOverAbandoned,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { findCountry, findService } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import { saleRefusal } from "#features/policy/policy.errors.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, type SaleChannel } from "#features/policy/policy.rules.ts";
import { risenPrice } from "#features/pricing/listed/listed-price.rules.ts";
import { deniedSuppliers } from "#features/pricing/pricing.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type Purchase = {
  readonly userId: number;
  readonly serviceId: number;
  readonly countryId: number;
  /** Any country was asked for, and this one was found: under the same key another country is the same request. */
  readonly isAnywhere?: boolean;
  /** An operator's token, several with commas between them, or `any`. Never silently another one. */
  readonly operator: string;
  /**
   * Null: the one that the key's program has set for this service and country, else what was last listed for them and
   * PRICE_TOLERANCE_PERCENT more; beyond that NO_NUMBERS.
   */
  readonly maxPriceKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  /** The API key that buys, with its limits; none for everybody else. */
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first order. */
  readonly idempotencyKey: string;
  readonly choices?: PurchaseChoices | null;
  /** The cheapest supplier is wanted, also below a limit: no choice by worth (decision 0559). */
  readonly isCheapest?: boolean;
};

export type Bought = {
  readonly id: number;
  readonly number: string;
  /** The order was bought by an earlier call with the same key. */
  readonly replayed: boolean;
};

/**
 * Buys a number: policy, then price, hold and own stock in one SQL call; an agent is asked after commit, the next one on
 * failure. The only way to buy: the site, the JSON API and handler_api.php all come here.
 * Throws NO_NUMBERS, NO_BALANCE, WRONG_MAX_PRICE, KEY_NOT_FOR_THIS, KEY_SPENT, CHANNELS_LIMIT, BANNED, PURCHASE_IN_FLIGHT, IDEMPOTENCY_MISMATCH, *_NOT_FOUND and policy's refusals;
 * whatever it throws, no money is held by a finished attempt.
 */
export async function buyActivation(db: Db, purchase: Purchase, enclosing?: Enclosing): Promise<Bought> {
  const inputHash = enclosing?.inputHash ?? hashOfPurchase(purchase);
  const sale = await judgeSale(db, purchase);
  if (sale.refusal) return answerBefore(db, { ...purchase, inputHash }, sale.refusal);
  const { userId } = purchase;
  const { excludedSuppliers } = sale;
  const limit = chooseLimit(purchase);
  const routing = limit.namesLimit ? chooseRouting(purchase) : null;
  const placement = { ...purchase, ...limit, routing, excludedSuppliers, inputHash };
  const placed = await underOpenLimit(db, userId, () => placeOrder(db, placement, enclosing));
  if (isLimitOutcome(placed.outcome)) throw await limitRefusal(db, userId, placed.outcome);
  const order = orderOf(placed);
  if (order.isRemote) {
    const isByWorth = routing !== null;
    const fetched = await fetchRemoteNumber(db, order.id, { excludedSuppliers, isByWorth });
    if (fetched === "no-numbers") throw new AppError(activationErrors.NO_NUMBERS);
    if (fetched === "in-flight") throw inFlight();
    notifyListeners(db);
    return { id: order.id, number: fetched.number, replayed: false };
  }
  if (!order.replayed) notifyListeners(db);
  return { id: order.id, number: await answerable(db, order), replayed: order.replayed };
}

/**
 * What was sold before stays sold: its buyer may only have lost the answer. Nothing is placed here, since the key of an order that
 * got no number is free again. Throws the refusal where the key has bought nothing.
 */
async function answerBefore(
  db: Db,
  purchase: Parameters<typeof findKnownOrder>[1],
  refusal: AppError,
): Promise<Bought> {
  const known = await findKnownOrder(db, purchase);
  if (!known) throw refusal;
  const order = orderOf(known);
  return { id: order.id, number: await answerable(db, order), replayed: true };
}

/** How the supplier is chosen within a limit that was named: by worth for a buyer who did not ask for the cheapest. */
function chooseRouting(purchase: Purchase): Routing | null {
  if (!env.ROUTING_BY_WORTH || purchase.isCheapest) return null;
  return isExploring(purchase, env.ROUTING_EXPLORE_PERCENT) ? "explore" : "worth";
}

/** What the key of a purchase stands for. The country that a purchase for any country came to is no part of it. */
export function hashOfPurchase(purchase: Purchase): string {
  const { serviceId, countryId, isAnywhere, operator, maxPriceKopecks, choices, isCheapest } = purchase;
  return inputHash(
    "buy",
    serviceId,
    isAnywhere ? "*" : countryId,
    operator,
    maxPriceKopecks,
    choices ?? null,
    // left out when it was not asked for, as in the hashes of older orders
    ...(isCheapest ? ["cheapest"] : []),
  );
}

type Sale = Pick<Purchase, "serviceId" | "countryId" | "channel" | "key" | "operator">;

/** What policy says of a sale: its refusal, or the suppliers that may not sell. */
type JudgedSale =
  | { readonly refusal: AppError }
  | { readonly refusal: null; readonly excludedSuppliers: number[] };

/** Asks policy and the catalogue; answers the suppliers that may not sell. Throws as `buyActivation` does. */
export async function checkSellable(db: Db, sale: Sale): Promise<number[]> {
  const judged = await judgeSale(db, sale);
  if (judged.refusal) throw judged.refusal;
  return judged.excludedSuppliers;
}

/** The same for who has a key that may have bought before policy refused it. Throws KEY_NOT_FOR_THIS, *_NOT_FOUND. */
export async function judgeSale(db: Db, sale: Sale): Promise<JudgedSale> {
  const { serviceId, countryId, channel, key } = sale;
  if (key && !coversGoods(key, serviceId, countryId)) throw new AppError(activationErrors.KEY_NOT_FOR_THIS);
  const policy = await readPolicy(db);
  const decision = decideSale(policy, { serviceId, countryId, mode: "activation", channel });
  if (!decision.allowed) return { refusal: saleRefusal(decision) };
  const [service, country] = await Promise.all([findService(db, serviceId), findCountry(db, countryId)]);
  if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  if (!country) throw new AppError(activationErrors.COUNTRY_NOT_FOUND);
  if (!sale.operator.split(",").every((token) => isOperatorOf(country, token)))
    throw new AppError(activationErrors.OPERATOR_NOT_FOUND);
  return { refusal: null, excludedSuppliers: deniedSuppliers(policy, channel) };
}

type Order = {
  readonly id: number;
  readonly number: string | null;
  readonly replayed: boolean;
  readonly isRemote: boolean;
};

/** Turns what the purchase function answers into an order or a refusal. */
function orderOf(placed: Placed | KnownOrder): Order {
  switch (placed.outcome) {
    case "no_numbers":
      throw new AppError(activationErrors.NO_NUMBERS);
    case "risen":
      throw new AppError(activationErrors.NO_NUMBERS, risenPrice(placed.min_price_kopecks));
    case "no_balance":
      throw new AppError(activationErrors.NO_BALANCE, {
        details: { priceKopecks: placed.min_price_kopecks },
      });
    case "price":
      throw new AppError(activationErrors.WRONG_MAX_PRICE, {
        details: { minPriceKopecks: placed.min_price_kopecks },
      });
    case "key_spent":
      throw new AppError(activationErrors.KEY_SPENT, { details: { leftKopecks: placed.key_left_kopecks } });
    case "mismatch":
      throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    default:
      return {
        id: placed.activation_id as number,
        number: placed.number,
        replayed: placed.outcome === "replayed",
        isRemote: placed.outcome === "requested",
      };
  }
}

/** The number of an order that a repeated call asks for again; one whose first call goes on is not answered yet. */
async function answerable(db: Db, { id, number }: Order): Promise<string> {
  const known = number ?? (await takeOverAbandoned(db, id));
  if (known !== null) return known;
  throw inFlight();
}

/** The order may still get its number: the same key says what became of it. */
function inFlight(): AppError {
  return new AppError(activationErrors.PURCHASE_IN_FLIGHT, { headers: { "retry-after": "2" } });
}
