import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { findCountry, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { type Country, isOperatorOf, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { type Answer, answerToken, type JsonAnswer } from "#features/handler-api/handler-api.rules.ts";
import {
  readLanguage,
  toAvailableService,
  toPriceList,
  toProtocolCountry,
  toProviders,
} from "#features/handler-api/lists/lists.rules.ts";
import {
  type CountryMarket,
  forgetMarket,
  type Market,
  ofEachCountry,
  readMarket,
} from "#features/handler-api/market.reads.ts";
import {
  namesCountry,
  type Parameters,
  readCountry,
  readOperators,
} from "#features/handler-api/request.rules.ts";
import { readSpelling } from "#features/handler-api/types.rules.ts";
import { listAllServicesForSale, listCountriesForSale } from "#features/policy/policy.reads.ts";
import { russiaCountryIds } from "#features/policy/policy.rules.ts";
import {
  type BuyerPrices,
  findBuyerPrices,
  listOffers,
  type PricedOffer,
} from "#features/pricing/pricing.reads.ts";
import { listRentableCountries } from "#features/pricing/rent/rent.reads.ts";
import { readDeliveryRates } from "#features/statistics/delivery/delivery.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";

const DOOR = { mode: "activation", channel: "api" } as const;

/** With the policy's own two seconds a kill switch still acts within five. */
const KEPT_MS = 2_000;

/** For tests and for whoever has just changed offers. */
export function forgetOffers(db: Db): void {
  forgetMarket(db);
  keptLists.delete(db);
}

const encoder = new TextEncoder();

/** A list with a mark, so that a client that has it already need not fetch it again. */
export function keepable(value: unknown, isPublic: boolean): JsonAnswer {
  return keepableText(JSON.stringify(value), isPublic);
}

/** The same of JSON that is written already. */
export function keepableText(text: string, isPublic: boolean): JsonAnswer {
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  return { kind: "json", body: encoder.encode(text), etag, isPublic };
}

const keptLists = new WeakMap<Db, LRUCache<string, JsonAnswer>>();

/** A list that depends on nothing but its name; made again at most every two seconds. */
export async function keptList(db: Db, name: string, make: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
  const lists = keptLists.get(db) ?? new LRUCache<string, JsonAnswer>({ max: 500, ttl: KEPT_MS });
  keptLists.set(db, lists);
  const known = lists.get(name);
  if (known) return known;
  const made = await make();
  lists.set(name, made);
  return made;
}

export type ListPrices = (db: Db, userId: number, parameters: Parameters) => Promise<Answer>;

/** How a price list is written: country by country, so that only countries in which something changed are written again. */
export type ListWriter<Piece> = {
  readonly name: string;
  /** What a country gives, of one service or of all (null), at what a buyer pays; null when there is nothing. */
  readonly write: (country: CountryMarket, buyer: BuyerPrices, serviceId: number | null) => Piece | null;
  /** The countries' pieces, by ascending id, as one JSON text. */
  readonly join: (pieces: Piece[]) => string;
};

const fullLists = new WeakMap<Market, Map<string, Promise<JsonAnswer>>>();

/** A price list of `service` and `country`, at what the caller pays. */
export function priceList<Piece>(writer: ListWriter<Piece>): ListPrices {
  return async (db, userId, parameters) => {
    const wanted = await readFilter(db, parameters);
    if ("kind" in wanted) return wanted;
    return listOf(db, writer, await findBuyerPrices(db, userId), wanted);
  };
}

type Wanted = { readonly serviceId: number | null; readonly countryId: number | null };

/** The list for a buyer; the whole one is kept for everybody of a tier until something changes. */
export async function listOf<Piece>(
  db: Db,
  writer: ListWriter<Piece>,
  buyer: BuyerPrices,
  { serviceId, countryId }: Wanted,
): Promise<JsonAnswer> {
  const market = await readMarket(db);
  const make = async () => {
    const own = countryId === null ? undefined : market.byCountry.get(countryId);
    const countries = countryId === null ? market.countries : own ? [own] : [];
    const pieces = await ofEachCountry(countries, (country) => pieceOf(writer, country, buyer, serviceId));
    return keepableText(writer.join(pieces.filter((piece) => piece !== null)), false);
  };
  if (buyer.personal.length > 0) return make();
  const name = `${writer.name}:${buyer.isWholesale}`;
  if (serviceId !== null || countryId !== null)
    return keptList(db, `${name}:${serviceId}:${countryId}`, make);
  const kept = fullLists.get(market) ?? new Map<string, Promise<JsonAnswer>>();
  fullLists.set(market, kept);
  const list = kept.get(name) ?? make();
  kept.set(name, list);
  return list;
}

/** A country's piece; kept with the country, but for who has agreed prices there. */
function pieceOf<Piece>(
  { name, write }: ListWriter<Piece>,
  country: CountryMarket,
  buyer: BuyerPrices,
  serviceId: number | null,
): Piece | null {
  const own = country.for(buyer);
  if (own !== country || serviceId !== null) return write(own, buyer, serviceId);
  return country.keep(`${name}:${buyer.isWholesale}`, () => write(country, buyer, null));
}

/** getPrices: prices and stock per country and service. */
export const pricesWriter: ListWriter<string> = {
  name: "prices",
  write: ({ offers }, buyer, serviceId) => {
    const wanted = serviceId === null ? offers : offers.filter((offer) => offer.serviceId === serviceId);
    return wanted.length === 0 ? null : JSON.stringify(toPriceList(wanted, buyer)).slice(1, -1);
  },
  join: (members) => `{${members.join(",")}}`,
};

/** Prices and stock per country and service, by the caller's tier and agreed prices. */
export const listPrices = priceList(pricesWriter);

/** `service` and `country` of a list, null where none is asked for; a word when one does not exist. */
async function readFilter(db: Db, parameters: Parameters) {
  const { serviceByCode } = await readCatalogue(db);
  const code = parameters.get("service");
  const service = code === undefined ? null : serviceByCode.get(code);
  if (service === undefined) return answerToken("BAD_SERVICE");
  const isOfCountry = namesCountry(parameters);
  const countryId = isOfCountry ? await readKnownCountry(db, parameters) : null;
  if (countryId === null && isOfCountry) return answerToken("BAD_COUNTRY");
  return { serviceId: service?.id ?? null, countryId };
}

/** The id of a country that exists; Russia exists and has nothing. Null for what is none. */
async function readKnownCountry(db: Db, parameters: Parameters): Promise<number | null> {
  const countryId = readCountry(parameters, env.DEFAULT_COUNTRY_ID);
  if (countryId === null) return null;
  return russiaCountryIds.includes(countryId) || (await findCountry(db, countryId)) ? countryId : null;
}

/** Countries keyed by their id; needs no key. */
export function listCountries(db: Db): Promise<JsonAnswer> {
  return keptList(db, "countries", async () => {
    const [countries, rentable] = await Promise.all([
      listCountriesForSale(db, DOOR, "en"),
      listRentableCountries(db, "api"),
    ]);
    const isRentable = ({ id }: Country) => rentable.includes(id);
    const listed = countries.map((country) => toProtocolCountry(country, isRentable(country)));
    const byId = Object.fromEntries(listed.map((country) => [country.id, country]));
    return keepable(byId, true);
  });
}

/** Services with their names; with `country` those that have a price there. */
export async function listServices(db: Db, parameters: Parameters): Promise<Answer> {
  const language = readLanguage(parameters.get("lang"));
  const isOfCountry = namesCountry(parameters);
  const countryId = isOfCountry ? await readKnownCountry(db, parameters) : null;
  if (isOfCountry && countryId === null) return answerToken("BAD_COUNTRY");
  return keptList(db, `services:${language}:${countryId ?? "all"}`, async () => {
    const services = await listAllServicesForSale(db, DOOR);
    const offered = countryId === null ? null : await servicesOffered(db, countryId);
    const listed = services
      .filter((service) => offered === null || offered.has(service.id))
      .map((service) => ({ code: service.code, name: serviceName(service, language) }));
    return keepable({ status: "success", services: listed }, false);
  });
}

/**
 * `getAvailableServicesByCountry`: what can be bought in a country, as the oldest programs of SMS-Activate read it; `forward` is 0,
 * since no calls are forwarded. Without a country it is of the default one.
 */
export async function listAvailableServices(db: Db, parameters: Parameters): Promise<Answer> {
  const countryId = await readKnownCountry(db, parameters);
  if (countryId === null) return answerToken("BAD_COUNTRY");
  return keptList(db, `available:${countryId}`, async () => {
    const [services, offered] = await Promise.all([
      listAllServicesForSale(db, DOOR),
      servicesOffered(db, countryId),
    ]);
    const listed = services.filter(({ id }) => offered.has(id));
    return keepable(listed.map(toAvailableService), false);
  });
}

/**
 * `getProviders`: the suppliers that have numbers now, of `service` and `country` as far as they are named, most first. Their ids are those
 * of `providerIds`; they have no other names here. `delivery_percent` is of the service in the country, whoever delivered: there is no
 * figure of a supplier's own to tell; null where too little was bought.
 */
export async function listProviders(db: Db, parameters: Parameters): Promise<Answer> {
  const wanted = await readFilter(db, parameters);
  if ("kind" in wanted) return wanted;
  const { serviceId, countryId } = wanted;
  return keptList(db, `providers:${serviceId}:${countryId}`, async () => {
    const { countries } = await readMarket(db);
    const counts = new Map<number, number>();
    for (const market of countries) {
      if (countryId !== null && market.countryId !== countryId) continue;
      for (const offer of market.supplierOffers) {
        if (serviceId !== null && offer.serviceId !== serviceId) continue;
        counts.set(offer.supplierId, (counts.get(offer.supplierId) ?? 0) + offer.count);
      }
    }
    const rateOf = await readDeliveryRates(db);
    const rate = serviceId === null || countryId === null ? null : rateOf({ serviceId, countryId });
    return keepable(toProviders(counts, rate), false);
  });
}

async function servicesOffered(db: Db, countryId: number): Promise<ReadonlySet<number>> {
  const { byCountry } = await readMarket(db);
  return new Set((byCountry.get(countryId)?.offers ?? []).map((offer) => offer.serviceId));
}

/** Operator tokens by country. */
export async function listOperators(db: Db, parameters: Parameters): Promise<Answer> {
  const wanted = namesCountry(parameters) ? readCountry(parameters, env.DEFAULT_COUNTRY_ID) : "all";
  if (wanted === null) return answerToken("OPERATORS_NOT_FOUND");
  const countries = (await listCountriesForSale(db, DOOR, "en")).filter(
    (country) => country.operators.length > 0 && (wanted === "all" || country.id === wanted),
  );
  if (countries.length === 0) return answerToken("OPERATORS_NOT_FOUND");
  return keptList(db, `operators:${wanted}`, async () => {
    const countryOperators = Object.fromEntries(countries.map((country) => [country.id, country.operators]));
    return keepable({ status: "success", countryOperators }, false);
  });
}

/**
 * Stock by service code in a country; every service that is sold at all is named. Names are `tg_0` and counts text, as SMSHub and the
 * older reference have them (0 = no forwarding of calls); with `types=plain` codes alone and numbers.
 */
export async function listNumbersStatus(db: Db, parameters: Parameters): Promise<Answer> {
  const wanted = await readStockFilter(db, parameters);
  if ("kind" in wanted) return wanted;
  const { countryId, operators } = wanted;
  const isPlain = readSpelling(parameters).stock === "plain";
  return keptList(db, `status:${countryId}:${operators?.join() ?? "any"}:${isPlain}`, async () => {
    const counts = await countStock(db, countryId, operators);
    const services = await listAllServicesForSale(db, DOOR);
    const entries = services.map(({ id, code }) => [code, counts.get(id) ?? 0] as const);
    const written = isPlain ? entries : entries.map(([code, count]) => [`${code}_0`, String(count)]);
    return keepable(Object.fromEntries(written), false);
  });
}

/** `country` (else the default one) and `operator` of a list of stock, null for any; a word when one does not exist. */
export async function readStockFilter(db: Db, parameters: Parameters) {
  const countryId = await readKnownCountry(db, parameters);
  if (countryId === null) return answerToken("BAD_COUNTRY");
  const country = await findCountry(db, countryId);
  const operators = readOperators(parameters);
  if (operators === null) return answerToken("BAD_OPERATOR");
  // Russia under its old id has no operators, and nothing to be asked of any.
  if (!country) return { countryId, operators: null };
  const tokens = operators.split(",");
  if (!tokens.every((token) => isOperatorOf(country, token))) return answerToken("BAD_OPERATOR");
  return { countryId, operators: operators === "any" ? null : tokens };
}

/** What operators of a country have, one after the other: a call takes one connection, however many it names. */
export async function listOffersOf(
  db: Db,
  countryId: number,
  operators: readonly string[],
): Promise<PricedOffer[]> {
  const found: PricedOffer[] = [];
  for (const operator of operators)
    found.push(...(await listOffers(db, { countryId, operator, channel: "api", userId: null })));
  return found;
}

async function countStock(
  db: Db,
  countryId: number,
  operators: readonly string[] | null,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const offers =
    operators === null
      ? ((await readMarket(db)).byCountry.get(countryId)?.offers ?? [])
      : await listOffersOf(db, countryId, operators);
  for (const offer of offers) {
    counts.set(offer.serviceId, (counts.get(offer.serviceId) ?? 0) + offer.count);
  }
  return counts;
}
