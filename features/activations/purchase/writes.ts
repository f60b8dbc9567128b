import { activationErrors } from "#features/activations/errors.ts";
import { fetchRemoteNumber } from "#features/activations/purchase/remote/writes.ts";
import { type PurchaseInput, purchaseHash, StockCursors } from "#features/activations/purchase/rules.ts";
import { type ActivationState, holdMinutesDefault } from "#features/activations/rules.ts";
import { findCountry, findService } from "#features/catalogue/reads.ts";
import { isOperatorOf } from "#features/catalogue/rules.ts";
import { saleRefusal } from "#features/policy/errors.ts";
import { readPolicy } from "#features/policy/reads.ts";
import { decideSale, type SaleChannel } from "#features/policy/rules.ts";
import { deniedSuppliers } from "#features/pricing/reads.ts";
import { nowMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { pokeEvents } from "#lib/jobs/events.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type Purchase = {
  readonly userId: number;
  readonly serviceId: number;
  readonly countryId: number;
  /** An operator's token, several with commas between them, or `any`. Never silently another one. */
  readonly operator: string;
  readonly maxPriceKopecks: Kopecks | null;
  readonly channel: SaleChannel;
  /** Made by the client; a second call with it answers the first order. */
  readonly idempotencyKey: string;
};

export type Bought = {
  readonly id: number;
  readonly number: string;
  /** The order was bought by an earlier call with the same key. */
  readonly replayed: boolean;
};

/**
 * Buys a number: policy, price, hold and own stock in one SQL call; an agent is asked after commit, the next one on
 * failure. The only way to buy: the site, the JSON API and handler_api.php all come here.
 * Throws NO_NUMBERS, NO_BALANCE, WRONG_MAX_PRICE, PURCHASE_IN_FLIGHT, IDEMPOTENCY_MISMATCH, *_NOT_FOUND and policy's refusals;
 * whatever it throws, no money is held by a finished attempt.
 */
export async function buyActivation(db: Db, purchase: Purchase): Promise<Bought> {
  const excluded = await checkSellable(db, purchase);
  const placed = await placeOrder(db, purchase, excluded);
  if (placed.outcome === "requested") {
    const number = await fetchRemoteNumber(db, placed.activationId, excluded);
    if (number === null) throw new AppError(activationErrors.NO_NUMBERS);
    pokeEvents(db);
    return { id: placed.activationId, number, replayed: false };
  }
  const replayed = placed.outcome === "replayed";
  if (!replayed) pokeEvents(db);
  return { id: placed.activationId, number: answerable(placed), replayed };
}

/** Asks policy and the catalogue; answers the suppliers that may not sell. */
async function checkSellable(db: Db, purchase: Purchase): Promise<number[]> {
  const { serviceId, countryId, channel } = purchase;
  const policy = await readPolicy(db);
  const decision = decideSale(policy, { serviceId, countryId, mode: "activation", channel });
  if (!decision.allowed) throw saleRefusal(decision);
  const [service, country] = await Promise.all([findService(db, serviceId), findCountry(db, countryId)]);
  if (!service) throw new AppError(activationErrors.SERVICE_NOT_FOUND);
  if (!country) throw new AppError(activationErrors.COUNTRY_NOT_FOUND);
  if (!purchase.operator.split(",").every((token) => isOperatorOf(country, token)))
    throw new AppError(activationErrors.OPERATOR_NOT_FOUND);
  return deniedSuppliers(policy, channel);
}

type Placed = {
  outcome: "waiting" | "requested" | "replayed";
  activationId: number;
  number: string | null;
  state: ActivationState | null;
};

type BuyRow = {
  outcome: Placed["outcome"] | "mismatch" | "no_numbers" | "no_balance" | "price";
  activation_id: number | null;
  min_price_kopecks: number | null;
  level_id: number | null;
  stock_id: number | null;
  number: string | null;
  state: ActivationState | null;
};

const cursorsOfDb = new WeakMap<object, StockCursors>();

async function placeOrder(db: Db, purchase: Purchase, excluded: readonly number[]): Promise<Placed> {
  const cursors = cursorsOfDb.get(db) ?? new StockCursors();
  cursorsOfDb.set(db, cursors);
  const sale = `${purchase.serviceId}:${purchase.countryId}`;
  const from = cursors.current(sale, nowMs());
  const row = await one<BuyRow>(db, buyStatement(purchase, excluded, from));
  if (row.stock_id !== null && row.level_id !== null)
    cursors.remember(sale, row.level_id, row.stock_id, nowMs());
  switch (row.outcome) {
    case "no_numbers":
      throw new AppError(activationErrors.NO_NUMBERS);
    case "no_balance":
      throw new AppError(activationErrors.NO_BALANCE, { details: { priceKopecks: row.min_price_kopecks } });
    case "price":
      throw new AppError(activationErrors.WRONG_MAX_PRICE, {
        details: { minPriceKopecks: row.min_price_kopecks },
      });
    case "mismatch":
      throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    default:
      return {
        outcome: row.outcome,
        activationId: row.activation_id as number,
        number: row.number,
        state: row.state,
      };
  }
}

/** The purchase function for one item; the benchmark runs the very same statement. */
export function buyStatement(
  purchase: Purchase,
  excludedSuppliers: readonly number[],
  cursors: { levelIds: readonly number[]; stockIds: readonly number[] },
) {
  const input: PurchaseInput = purchase;
  return {
    name: "activations-buy",
    text: `select outcome, activation_id, min_price_kopecks, level_id, stock_id, number::text, state
      from activations_buy_one($1::bigint, $2::text, $3::text, $4::int, $5::int, $6::text, $7::bigint, $8::text, $9::int,
        $10::int[], $11::int[], $12::bigint[])`,
    values: [
      purchase.userId,
      purchase.idempotencyKey,
      purchaseHash(input),
      purchase.serviceId,
      purchase.countryId,
      purchase.operator,
      purchase.maxPriceKopecks,
      purchase.channel,
      holdMinutesDefault,
      excludedSuppliers,
      cursors.levelIds,
      cursors.stockIds,
    ],
  };
}

/** The number of an order that a repeated call asks for again; an order without one tells why as the first call did. */
function answerable(order: Placed): string {
  if (order.number !== null) return order.number;
  throw new AppError(activationErrors.PURCHASE_IN_FLIGHT, { headers: { "retry-after": "2" } });
}
