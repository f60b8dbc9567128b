import type { PurchaseChoices } from "#features/activations/purchase/purchase.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { priceFor } from "#features/handler-api/lists/lists.rules.ts";
import { readMarket } from "#features/handler-api/market.reads.ts";
import type { Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import { findBuyerPrices } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";

type AnywhereInput = {
  readonly serviceId: number;
  /** An operator's token, several with commas between them, or `any`. */
  readonly operator: string;
  readonly choices: PurchaseChoices | null;
};

/**
 * The country in which the caller pays least for a service by the price lists, of those that the key may buy in, that have one of the
 * operators and an offer that was asked for; the smaller id where prices are equal. Null when there is none. Policy has its say: what it
 * does not let through stands in no list.
 */
export async function cheapestCountry(
  db: Db,
  { userId, key }: Holder,
  { serviceId, operator, choices }: AnywhereInput,
): Promise<number | null> {
  const [market, buyer, catalogue] = await Promise.all([
    readMarket(db),
    findBuyerPrices(db, userId),
    readCatalogue(db),
  ]);
  let best: { countryId: number; priceKopecks: number } | null = null;
  for (const everybodys of market.countries) {
    const { countryId, supplierOffers } = everybodys.for(buyer);
    const country = catalogue.countryById.get(countryId);
    if (!country || !(key?.countryIds?.includes(countryId) ?? true)) continue;
    if (!operator.split(",").some((token) => isOperatorOf(country, token))) continue;
    for (const offer of supplierOffers) {
      if (offer.serviceId !== serviceId) continue;
      const priceKopecks = priceFor(offer, buyer);
      if (!isChosen(offer.supplierId, priceKopecks, choices)) continue;
      if (best === null || priceKopecks < best.priceKopecks) best = { countryId, priceKopecks };
    }
  }
  return best?.countryId ?? null;
}

/** As activations_is_chosen in the database. */
function isChosen(supplierId: number, priceKopecks: number, choices: PurchaseChoices | null): boolean {
  if (choices === null) return true;
  const { minPriceKopecks, supplierIds, exceptSupplierIds } = choices;
  return (
    (minPriceKopecks === null || priceKopecks >= minPriceKopecks) &&
    (supplierIds?.includes(supplierId) ?? true) &&
    !exceptSupplierIds.includes(supplierId)
  );
}
