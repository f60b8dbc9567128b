import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { saleVersion } from "#features/policy/policy.reads.ts";
import { readLadderSteps } from "#features/pricing/ladder.reads.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { type BuyerPrices, findBuyerPrices } from "#features/pricing/pricing.reads.ts";
import { sharedPricesMs } from "#features/pricing/pricing.rules.ts";
import { restListOffers } from "#features/rest-api/offers/offers.contract.ts";
import { doorOf, toOffers } from "#features/rest-api/offers/offers.rules.ts";
import { readDeliveryRates } from "#features/statistics/delivery/delivery.reads.ts";
import type { Actor } from "#lib/api/actor.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

const AT_RETAIL: BuyerPrices = { isWholesale: false, personal: [] };

/** What the caller pays; a sandbox's prices are everybody's. */
async function pricesOf(db: Db, actor: Actor): Promise<BuyerPrices> {
  if (actor.kind === "guest" || actor.key?.isSandbox) return AT_RETAIL;
  return findBuyerPrices(db, actor.userId);
}

export const restOfferRoutes = [
  sharedRoute(
    restListOffers,
    async ({ db, query, actor }) => {
      const catalogue = await readCatalogue(db);
      const service = query.service === undefined ? null : catalogue.serviceByCode.get(query.service);
      if (service === undefined) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
      const countryId = query.country ?? null;
      if (countryId !== null && !catalogue.countryById.has(countryId))
        throw new AppError(pricingErrors.COUNTRY_NOT_FOUND);
      const [steps, buyer, deliveryOf] = await Promise.all([
        readLadderSteps(db, { serviceId: service?.id ?? null, countryId, channel: doorOf(actor) }),
        pricesOf(db, actor),
        readDeliveryRates(db),
      ]);
      const codeOf = (serviceId: number) => catalogue.serviceById.get(serviceId)?.code ?? null;
      return { data: toOffers(steps, buyer, { codeOf, deliveryOf }) };
    },
    {
      keyOf: ({ actor, query: { service = "", country = "" } }) =>
        actor.kind === "guest" ? `${service}:${country}` : null,
      versionOf: saleVersion,
      keptMs: sharedPricesMs,
    },
  ),
];
