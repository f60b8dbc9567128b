import { findServiceForSale, saleVersion } from "#features/policy/policy.reads.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { sharedPricesMs } from "#features/pricing/pricing.rules.ts";
import { listDeliveriesEndpoint } from "#features/statistics/delivery/delivery.contract.ts";
import { readDeliveriesOf } from "#features/statistics/delivery/delivery.reads.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import { AppError } from "#lib/errors/app-error.ts";

const SITE = { mode: "activation", channel: "site" } as const;

/** What the list of countries tells of each. */
export const deliveryRoutes = [
  sharedRoute(
    listDeliveriesEndpoint,
    async ({ db, params }) => {
      const service = await findServiceForSale(db, SITE, params.serviceId);
      if (!service) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
      const deliveries = await readDeliveriesOf(db, service.id);
      return Object.entries(deliveries).map(([countryId, delivery]) => ({
        country_external_id: Number(countryId),
        ...delivery,
      }));
    },
    { keyOf: ({ params }) => String(params.serviceId), versionOf: saleVersion, keptMs: sharedPricesMs },
  ),
];
