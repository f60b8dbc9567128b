import { priceFor } from "#features/handler-api/lists/lists.rules.ts";
import type { BuyerPrices, SupplierOffer } from "#features/pricing/pricing.reads.ts";
import { decimalRoubles, type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";

type Coded = SupplierOffer & { readonly code: string };
/** A supplier's offer at what one account pays for it. */
export type Ask = {
  readonly code: string;
  readonly countryId: number;
  readonly supplierId: number;
  readonly priceKopecks: Kopecks;
  readonly retailKopecks: Kopecks;
  readonly count: number;
};

/** The offers at what an account pays, cheapest first. */
export function toAsks(offers: Iterable<Coded>, buyer: BuyerPrices): Ask[] {
  return Array.from(offers, (offer) => ({
    code: offer.code,
    countryId: offer.countryId,
    supplierId: offer.supplierId,
    priceKopecks: priceFor(offer, buyer),
    retailKopecks: offer.retailKopecks,
    count: offer.count,
  })).sort((a, b) => a.priceKopecks - b.priceKopecks);
}

/**
 * A JSON object whose members stay in this order. JavaScript puts names such as `13` before `12.5`, and clients take the
 * first price of a ladder for the lowest.
 */
export function objectText(members: Iterable<readonly [string, string]>): string {
  return `{${Array.from(members, ([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

const sum = (asks: readonly Ask[]) => asks.reduce((total, { count }) => total + count, 0);
const cheapest = (asks: readonly Ask[]) =>
  asks.reduce(
    (low, { priceKopecks }) => (priceKopecks < low ? priceKopecks : low),
    (asks[0] as Ask).priceKopecks,
  );

/** Stock per price step (not added up), lowest price first. */
function ladder(asks: readonly Ask[]): [Kopecks, number][] {
  const steps = Map.groupBy(asks, ({ priceKopecks }) => priceKopecks);
  return [...steps].sort(([a], [b]) => a - b).map(([price, at]) => [price, sum(at)]);
}

/** `{"6":{"tg":…}}`. */
function nested(asks: readonly Ask[], leaf: (asks: readonly Ask[]) => string): string {
  const countries = [...Map.groupBy(asks, ({ countryId }) => countryId)];
  return objectText(
    countries.map(([countryId, of]) => [
      String(countryId),
      objectText([...Map.groupBy(of, ({ code }) => code)].map(([code, at]) => [code, leaf(at)])),
    ]),
  );
}

/** getPricesV2: `{"6":{"tg":{"12.5":100,"13":58}}}`, price to stock. */
export function toPriceLadders(asks: readonly Ask[]): string {
  return nested(asks, (at) =>
    objectText(ladder(at).map(([price, count]) => [String(roublesNumber(price)), String(count)])),
  );
}

/**
 * One service of getNumbersStatusAndCostHubFree: `priceMap` is stock per price step, lowest first; `quantityForMaxPrice` is what can be
 * had at `maxPrice` or less. `limit` is the key's own highest price. A service out of stock has every member too: programs look
 * services up by name.
 */
export function toHubStock(asks: readonly Ask[], limit: Kopecks | null): string {
  const steps = ladder(asks);
  const lowest = steps[0]?.[0] ?? null;
  const most = limit ?? lowest;
  const within = asks.filter(({ priceKopecks }) => most !== null && priceKopecks <= most);
  const rest = {
    maxPrice: most === null ? 0 : roublesNumber(most),
    defaultPrice: lowest === null ? 0 : roublesNumber(lowest),
    defaultMaxPrice: limit === null,
    random: false,
    quantityForMaxPrice: sum(within),
    totalQuantity: sum(asks),
    canAuction: false,
    auctionMap: [],
    work: lowest !== null,
  };
  const priceMap = objectText(steps.map(([price, count]) => [decimalRoubles(price), String(count)]));
  return `{"priceMap":${priceMap},${JSON.stringify(rest).slice(1)}`;
}

/** getPricesV3 as Grizzly has it: lowest price, stock, and every supplier with its prices. */
export function toSupplierPrices(asks: readonly Ask[]): string {
  return nested(asks, (at) => {
    const providers = [...Map.groupBy(at, ({ supplierId }) => supplierId)].map(([id, own]) => {
      const price = ladder(own).map(([step]) => roublesNumber(step));
      return [String(id), JSON.stringify({ count: sum(own), price, provider_id: id })] as const;
    });
    const head = { price: roublesNumber(cheapest(at)), count: sum(at) };
    return `${JSON.stringify(head).slice(0, -1)},"providers":${objectText(providers)}}`;
  });
}

/** A service in a country, with the cheapest offer that decides its place. */
export type VerificationCell = { readonly first: Ask; readonly text: string };

/** Parts of getPricesVerification, `{"tg":{"6":{"count":158,"price":"12.50"}}}`: service first, the price as text. */
export function toVerificationCells(asks: readonly Ask[]): VerificationCell[] {
  return [...Map.groupBy(asks, ({ code, countryId }) => `${countryId}:${code}`).values()].map((at) => {
    const first = at[0] as Ask;
    const leaf = JSON.stringify({ count: sum(at), price: decimalRoubles(cheapest(at)) });
    return { first, text: `"${first.countryId}":${leaf}` };
  });
}

/** The order of parts of a list: by their cheapest offers, as `toAsks` orders the offers themselves. */
export function byFirstAsk({ first: a }: { first: Ask }, { first: b }: { first: Ask }): number {
  return (
    a.priceKopecks - b.priceKopecks ||
    a.retailKopecks - b.retailKopecks ||
    a.supplierId - b.supplierId ||
    a.countryId - b.countryId
  );
}

/** getPricesExtended: `{"6":{"tg":{"cost":12.5,"count":158}}}`. */
export function toExtendedPrices(asks: readonly Ask[]): string {
  return nested(asks, (at) => JSON.stringify({ cost: roublesNumber(cheapest(at)), count: sum(at) }));
}

/**
 * getTopCountriesByService: `{"0":{"country":6,"count":158,"price":12.5,"retail_price":12.5}}`, most stock first.
 * `withLadder` adds freePriceMap, stock per price step; its steps are not added up.
 */
export function toTopCountries(asks: readonly Ask[], withLadder: boolean): string {
  const countries = [...Map.groupBy(asks, ({ countryId }) => countryId)]
    .map(([countryId, at]) => ({ countryId, at, count: sum(at), priceKopecks: cheapest(at) }))
    .sort((a, b) => b.count - a.count || a.priceKopecks - b.priceKopecks || a.countryId - b.countryId);
  return objectText(
    countries.map(({ countryId, at, count, priceKopecks }, place) => {
      const retail = cheapest(at.map((ask) => ({ ...ask, priceKopecks: ask.retailKopecks })));
      const row = {
        country: countryId,
        count,
        price: roublesNumber(priceKopecks),
        retail_price: roublesNumber(retail),
      };
      if (!withLadder) return [String(place), JSON.stringify(row)];
      const map = objectText(ladder(at).map(([step, has]) => [decimalRoubles(step), String(has)]));
      return [String(place), `${JSON.stringify(row).slice(0, -1)},"freePriceMap":${map}}`];
    }),
  );
}
