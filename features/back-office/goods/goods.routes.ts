import {
  listDeskServicesEndpoint,
  listGoodsPricesEndpoint,
} from "#features/back-office/goods/goods.contract.ts";
import { findGoodsPrices } from "#features/back-office/goods/goods.reads.ts";
import { paginationHeaders, toServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { listServices } from "#features/catalogue/catalogue.reads.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { reply, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What the desk's forms choose from. */
export const deskGoodsRoutes = [
  route(listDeskServicesEndpoint, async ({ db, query, locale }) => {
    const found = await listServices(db, { ...query, perPage: query["per-page"] });
    const services = found.items.map((service) => toServiceWire(service, locale));
    return reply(services, { headers: paginationHeaders(found) });
  }),
  route(listGoodsPricesEndpoint, async ({ db, query, locale }) => {
    const prices = await findGoodsPrices(db, query.service, locale);
    if (!prices) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
    return prices;
  }),
];
