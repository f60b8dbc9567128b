import { keepableText, keptList, readFilter, supplierBook } from "#features/buyer-api/lists/reads.ts";
import {
  type Ask,
  toAsks,
  toExtendedPrices,
  toPriceLadders,
  toSupplierPrices,
  toTopCountries,
  toVerificationPrices,
} from "#features/buyer-api/prices/rules.ts";
import type { Parameters } from "#features/buyer-api/request/rules.ts";
import { type Answer, type JsonAnswer, say } from "#features/buyer-api/rules.ts";
import { findServiceByCode } from "#features/catalogue/reads.ts";
import { type BuyerPrices, findBuyerPrices } from "#features/pricing/reads.ts";
import type { Db } from "#lib/db/pool.ts";

type PriceList = (db: Db, userId: number, parameters: Parameters) => Promise<Answer>;

type Wanted = { readonly serviceId: number | null; readonly countryId: number | null };

/** A price list of `service` and `country`, at what the caller pays. */
const priceList =
  (name: string, write: (asks: readonly Ask[]) => string): PriceList =>
  async (db, userId, parameters) => {
    const wanted = await readFilter(db, parameters);
    if ("kind" in wanted) return wanted;
    return listOf(db, name, await findBuyerPrices(db, userId), wanted, write);
  };

/** Kept for everybody of a tier; who has agreed prices gets a list of his own. */
async function listOf(
  db: Db,
  name: string,
  buyer: BuyerPrices,
  wanted: Wanted,
  write: (asks: readonly Ask[]) => string,
): Promise<JsonAnswer> {
  const make = async () => keepableText(write(await asksOf(db, buyer, wanted)), false);
  if (buyer.personal.length > 0) return make();
  return keptList(db, `${name}:${buyer.isWholesale}:${wanted.serviceId}:${wanted.countryId}`, make);
}

async function asksOf(db: Db, buyer: BuyerPrices, wanted: Wanted): Promise<Ask[]> {
  const offers = (await supplierBook.read(db)).filter(
    (offer) =>
      (wanted.serviceId === null || offer.serviceId === wanted.serviceId) &&
      (wanted.countryId === null || offer.countryId === wanted.countryId),
  );
  return toAsks(offers, buyer);
}

/** Stock per price. */
export const listPriceLadders = priceList("prices-v2", toPriceLadders);
/** Prices and stock per supplier; its ids are those of providerIds and exceptProviderIds. */
export const listSupplierPrices = priceList("prices-v3", toSupplierPrices);
/** Service first; prices as text. */
export const listVerificationPrices = priceList("prices-verification", toVerificationPrices);
/** Lowest price and stock. */
export const listExtendedPrices = priceList("prices-extended", toExtendedPrices);

const AT_RETAIL: BuyerPrices = { isWholesale: false, personal: [] };

/** The countries that a service can be bought in, most stock first, at the prices anyone pays. */
export const listTopCountries: PriceList = (db, _userId, parameters) =>
  topCountries(db, AT_RETAIL, parameters);

/** The same at what the caller pays. */
export const listTopCountriesByRank: PriceList = async (db, userId, parameters) =>
  topCountries(db, await findBuyerPrices(db, userId), parameters);

async function topCountries(db: Db, buyer: BuyerPrices, parameters: Parameters): Promise<Answer> {
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return say("BAD_SERVICE");
  const withLadder = parameters.get("freePrice") === "true";
  const wanted = { serviceId: service.id, countryId: null };
  return listOf(db, `top:${withLadder}`, buyer, wanted, (asks) => toTopCountries(asks, withLadder));
}
