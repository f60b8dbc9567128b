import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { type Answer, answerToken } from "#features/handler-api/handler-api.rules.ts";
import {
  type ListPrices,
  type ListWriter,
  listOf,
  priceList,
  pricesWriter,
} from "#features/handler-api/lists/lists.routes.ts";
import type { CountryMarket } from "#features/handler-api/market.reads.ts";
import {
  type Ask,
  byFirstAsk,
  objectText,
  toAsks,
  toExtendedPrices,
  toPriceLadders,
  toSupplierPrices,
  toTopCountries,
  toVerificationCells,
  type VerificationCell,
} from "#features/handler-api/prices/prices.rules.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import { type BuyerPrices, findBuyerPrices } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** A country's offers at what a buyer pays, cheapest first. */
export function asksOf(
  { supplierOffers }: CountryMarket,
  buyer: BuyerPrices,
  serviceId: number | null,
): Ask[] {
  const wanted =
    serviceId === null ? supplierOffers : supplierOffers.filter((offer) => offer.serviceId === serviceId);
  return toAsks(wanted, buyer);
}

type Member = { readonly first: Ask; readonly text: string };

/** A list by country and then by service, whose countries stand in the order of their cheapest offers. */
const byCountry = (name: string, toList: (asks: readonly Ask[]) => string): ListWriter<Member> => ({
  name,
  write: (country, buyer, serviceId) => {
    const asks = asksOf(country, buyer, serviceId);
    const [first] = asks;
    return first ? { first, text: toList(asks).slice(1, -1) } : null;
  },
  join: (members) =>
    `{${members
      .sort(byFirstAsk)
      .map(({ text }) => text)
      .join(",")}}`,
});

const laddersWriter = byCountry("prices-v2", toPriceLadders);
const suppliersWriter = byCountry("prices-v3", toSupplierPrices);

/** Stock per price. */
export const listPriceLadders = priceList(laddersWriter);
/** Prices and stock per supplier; its ids are those of providerIds and exceptProviderIds. */
export const listSupplierPrices = priceList(suppliersWriter);
/** Lowest price and stock. */
export const listExtendedPrices = priceList(byCountry("prices-extended", toExtendedPrices));

/** Service first; prices as text. */
export const listVerificationPrices = priceList<readonly VerificationCell[]>({
  name: "prices-verification",
  write: (country, buyer, serviceId) => toVerificationCells(asksOf(country, buyer, serviceId)),
  join: (countries) => {
    const services = Map.groupBy(countries.flat().sort(byFirstAsk), ({ first }) => first.code);
    return objectText(
      Array.from(services, ([code, cells]) => [code, `{${cells.map(({ text }) => text).join(",")}}`]),
    );
  },
});

const AT_RETAIL: BuyerPrices = { isWholesale: false, personal: [] };

/** The countries that a service can be bought in, most stock first, at the prices anyone pays. */
export const listTopCountries: ListPrices = (db, _userId, parameters) =>
  topCountries(db, AT_RETAIL, parameters);

/** The same at what the caller pays. */
export const listTopCountriesByRank: ListPrices = async (db, userId, parameters) =>
  topCountries(db, await findBuyerPrices(db, userId), parameters);

async function topCountries(db: Db, buyer: BuyerPrices, parameters: Parameters): Promise<Answer> {
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return answerToken("BAD_SERVICE");
  const withLadder = parameters.get("freePrice") === "true";
  const writer: ListWriter<readonly Ask[]> = {
    name: `top:${withLadder}`,
    write: asksOf,
    join: (countries) =>
      toTopCountries(
        countries.flat().sort((a, b) => a.priceKopecks - b.priceKopecks),
        withLadder,
      ),
  };
  return listOf(db, writer, buyer, { serviceId: service.id, countryId: null });
}

/** Makes the whole lists that bots ask for most before the first of them asks; others are let in between. */
export async function prepareLists(db: Db): Promise<void> {
  for (const writer of [pricesWriter, laddersWriter, suppliersWriter]) {
    await listOf(db, writer as ListWriter<unknown>, AT_RETAIL, { serviceId: null, countryId: null });
  }
}
