import type { Service } from "#features/catalogue/catalogue.rules.ts";
import type { Answer } from "#features/handler-api/handler-api.rules.ts";
import {
  keepableText,
  keptList,
  listOffersOf,
  readStockFilter,
} from "#features/handler-api/lists/lists.routes.ts";
import { readMarket } from "#features/handler-api/market.reads.ts";
import { asksOf } from "#features/handler-api/prices/prices.routes.ts";
import { type Ask, objectText, toAsks, toHubStock } from "#features/handler-api/prices/prices.rules.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { maxPriceOf } from "#features/identity/api-keys/key-goods.rules.ts";
import { listAllServicesForSale } from "#features/policy/policy.reads.ts";
import { type BuyerPrices, findBuyerPrices } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * `getNumbersStatusAndCostHubFree`: stock per price of every service in a country, as SMSHub's programs poll it; of some operators alone
 * when they are named. The highest price is what `setMaxPrice` set for the key, else the lowest on sale.
 */
export async function listHubStock(
  db: Db,
  { userId, key }: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  const wanted = await readStockFilter(db, parameters);
  if ("kind" in wanted) return wanted;
  const { countryId, operators } = wanted;
  const buyer = await findBuyerPrices(db, userId);
  const make = async () => {
    const services = await listAllServicesForSale(db, { mode: "activation", channel: "api" });
    const asks =
      operators === null
        ? await asksOfCountry(db, countryId, buyer)
        : await asksOfOperators(db, { countryId, operators, services }, buyer);
    const byCode = Map.groupBy(asks, ({ code }) => code);
    const entries = services.map(
      ({ id: serviceId, code }) =>
        [code, toHubStock(byCode.get(code) ?? [], maxPriceOf(key, { serviceId, countryId }))] as const,
    );
    return keepableText(objectText(entries), false);
  };
  const isOwn = buyer.personal.length > 0 || Object.keys(key.maxPrices).length > 0;
  return isOwn
    ? make()
    : keptList(db, `hub:${countryId}:${operators?.join() ?? "any"}:${buyer.isWholesale}`, make);
}

async function asksOfCountry(db: Db, countryId: number, buyer: BuyerPrices): Promise<Ask[]> {
  const market = (await readMarket(db)).byCountry.get(countryId);
  return market ? asksOf(market, buyer, null) : [];
}

type OfOperators = {
  readonly countryId: number;
  readonly operators: readonly string[];
  readonly services: readonly Service[];
};

/** One price per operator and service: its lowest, with all of its stock. */
async function asksOfOperators(
  db: Db,
  { countryId, operators, services }: OfOperators,
  buyer: BuyerPrices,
): Promise<Ask[]> {
  const codes = new Map(services.map(({ id, code }) => [id, code]));
  const offers = await listOffersOf(db, countryId, operators);
  const coded = offers.flatMap((offer) => {
    const code = codes.get(offer.serviceId);
    return code === undefined ? [] : [{ ...offer, code, supplierId: 0 }];
  });
  return toAsks(coded, buyer);
}
