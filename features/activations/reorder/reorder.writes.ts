import { activationErrors } from "#features/activations/activations.errors.ts";
import { holdMinutesDefault } from "#features/activations/activations.rules.ts";
import {
  isLimitOutcome,
  type LimitOutcome,
  limitRefusal,
} from "#features/activations/limits/limits.reads.ts";
import { underOpenLimit } from "#features/activations/limits/limits.writes.ts";
import { findKnownOrder } from "#features/activations/purchase/known-order.reads.ts";
import { chooseLimit } from "#features/activations/purchase/price-limit.rules.ts";
import { judgeSale } from "#features/activations/purchase/purchase.writes.ts";
import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import { keyDayOf } from "#features/identity/api-keys/key-day.rules.ts";
import type { SaleChannel } from "#features/policy/policy.rules.ts";
import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

/** An order for the number of another one. */
export type Reorder = {
  readonly userId: number;
  /** The order whose number it is. */
  readonly orderId: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly channel: SaleChannel;
  readonly key?: KeyRights | null;
  /** Made by the client; a second call with it answers the first order. */
  readonly idempotencyKey: string;
};

export type Reordered =
  | { readonly refusal: ReorderRefusal }
  | { readonly refusal: null; readonly id: number; readonly number: string };

type Outcome = {
  outcome: "waiting" | "replayed" | "key_spent" | ReorderRefusal | LimitOutcome;
  activation_id: number | null;
  number: string | null;
  min_price_kopecks: number | null;
  key_left_kopecks: number | null;
};

/**
 * Buys the number of a finished order for the same service again: own stock that is on line and that nobody else can have.
 * Held, captured and refunded as every order. Throws CHANNELS_LIMIT, BANNED and what policy and the key's limits refuse.
 */
export function buyAgain(db: Db, input: Reorder): Promise<Reordered> {
  return reorder(db, input, "again", [], (values) =>
    one<Outcome>(db, {
      name: "activations-buy-again",
      text: `select outcome, activation_id, number::text, min_price_kopecks, key_left_kopecks
        from activations_buy_again($1::bigint, $2::text, $3::text, $4::bigint, $5::bigint, $6::text, $7::int, $8::int[], $9::int,
          $10::bigint, $11::bigint)`,
      values: [...values],
    }),
  );
}

/** Buys another service on the number of a running order of own stock. Throws as `buyAgain` does. */
export function buyAdditional(db: Db, input: Reorder): Promise<Reordered> {
  return reorder(db, input, "additional", [input.serviceId], ([user, key, hash, order, ...rest]) =>
    one<Outcome>(db, {
      name: "activations-buy-additional",
      text: `select outcome, activation_id, number::text, min_price_kopecks, key_left_kopecks
        from activations_buy_additional($1::bigint, $2::text, $3::text, $4::bigint, $5::int, $6::bigint, $7::text, $8::int, $9::int[], $10::int,
          $11::bigint, $12::bigint)`,
      values: [user, key, hash, order, input.serviceId, ...rest],
    }),
  );
}

type Buy = (values: readonly unknown[]) => Promise<Outcome>;

async function reorder(
  db: Db,
  input: Reorder,
  kind: string,
  hashed: readonly number[],
  buy: Buy,
): Promise<Reordered> {
  const hash = inputHash(kind, input.orderId, ...hashed);
  const sale = await judgeSale(db, { ...input, operator: "any" });
  // As for every purchase: what was sold before stays sold.
  const answer = sale.refusal
    ? await findKnownOrder(db, { ...input, inputHash: hash })
    : await underOpenLimit(db, input.userId, () => buy(valuesOf(input, hash, sale.excludedSuppliers)));
  if (answer === null) throw sale.refusal;
  if (isLimitOutcome(answer.outcome)) throw await limitRefusal(db, input.userId, answer.outcome);
  if (answer.outcome === "key_spent")
    throw new AppError(activationErrors.KEY_SPENT, { details: { leftKopecks: answer.key_left_kopecks } });
  if (answer.outcome !== "waiting" && answer.outcome !== "replayed") return { refusal: answer.outcome };
  if (answer.outcome === "waiting") notifyListeners(db);
  return { refusal: null, id: answer.activation_id as number, number: answer.number as string };
}

/** What both functions are given, without the other service. */
function valuesOf(input: Reorder, hash: string, excludedSuppliers: readonly number[]): readonly unknown[] {
  const { key = null } = input;
  return [
    input.userId,
    input.idempotencyKey,
    hash,
    input.orderId,
    chooseLimit({ ...input, maxPriceKopecks: null }).maxPriceKopecks,
    input.channel,
    holdMinutesDefault,
    excludedSuppliers,
    // Reorders name no highest price.
    openPrice.tolerancePercent * 100,
    ...keyDayOf(key),
  ];
}
