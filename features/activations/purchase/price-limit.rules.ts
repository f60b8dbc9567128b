import { maxPriceOf } from "#features/identity/api-keys/key-goods.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { type Kopecks, lowerLimit } from "#lib/money/kopecks.ts";

/** What a number may cost at most. */
type PriceLimit = {
  /** The lowest of the limits that were named and the key's cap; null: there is none. */
  readonly maxPriceKopecks: Kopecks | null;
  /** A highest price was named. Otherwise what was last listed and a little more is a limit, too (sql/activations_judge_price.sql). */
  readonly namesLimit: boolean;
};

/**
 * Chooses the limit of a purchase: the price that its buyer named, else the one that the key's program has set for this service and
 * country, else what was last listed; never more than the key's cap, which names no price.
 */
export function chooseLimit(purchase: {
  readonly maxPriceKopecks: Kopecks | null;
  readonly serviceId: number;
  readonly countryId: number;
  readonly key?: Pick<KeyRights, "maxPrices" | "priceCapKopecks"> | null;
}): PriceLimit {
  const { key } = purchase;
  const agreedKopecks = purchase.maxPriceKopecks ?? maxPriceOf(key, purchase);
  return {
    maxPriceKopecks: lowerLimit(agreedKopecks, key?.priceCapKopecks ?? null),
    namesLimit: agreedKopecks !== null,
  };
}
