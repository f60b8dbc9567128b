import { setImmediate as nextTurn } from "node:timers/promises";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import type { Policy } from "#features/policy/policy.rules.ts";
import type { BuyerPrices, PricedOffer, SupplierOffer } from "#features/pricing/pricing.reads.ts";
import { offerSnapshot } from "#features/pricing/snapshot/offer-snapshot.reads.ts";
import {
  type CountryOffers,
  countryOffersFor,
  type OfferSnapshot,
  offersOf,
  supplierOffersOf,
} from "#features/pricing/snapshot/offer-snapshot.rules.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";

type Coded<Offer> = Offer & { readonly code: string };

/** What this door sells in a country. The same object as long as nothing of it changes; what is made of it is kept with it. */
export class CountryMarket {
  readonly countryId: number;
  readonly countryOffers: CountryOffers;
  readonly #policy: Policy;
  readonly #catalogue: Catalogue;
  readonly #kept = new Map<string, unknown>();

  constructor(countryOffers: CountryOffers, policy: Policy, catalogue: Catalogue) {
    this.countryId = countryOffers.countryId;
    this.countryOffers = countryOffers;
    this.#policy = policy;
    this.#catalogue = catalogue;
  }

  /** One offer per service, cheapest first. */
  get offers(): readonly Coded<PricedOffer>[] {
    return this.keep("offers", () => this.#coded(offersOf(this.countryOffers, this.#door)));
  }

  /** Offers per supplier and price, cheapest first. */
  get supplierOffers(): readonly Coded<SupplierOffer>[] {
    return this.keep("supplier offers", () => this.#coded(supplierOffersOf(this.countryOffers, this.#door)));
  }

  /**
   * The market as this buyer meets it: without offers that cost us more than was agreed with it. The same object for who has agreed
   * nothing here.
   */
  for(buyer: BuyerPrices): CountryMarket {
    if (!buyer.personal.some(({ countryId }) => countryId === this.countryId)) return this;
    return new CountryMarket(countryOffersFor(this.countryOffers, buyer), this.#policy, this.#catalogue);
  }

  /** What `make` made of this market when it was first asked for under this name. */
  keep<T>(name: string, make: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    return this.#kept.get(name) as T;
  }

  get #door() {
    return { policy: this.#policy, channel: "api" as const };
  }

  #coded<Offer extends { readonly serviceId: number }>(offers: readonly Offer[]): Coded<Offer>[] {
    return offers.flatMap((offer) => {
      const service = this.#catalogue.serviceById.get(offer.serviceId);
      return service ? [{ ...offer, code: service.code }] : [];
    });
  }
}

export type Market = {
  /** By ascending id. */
  readonly countries: readonly CountryMarket[];
  readonly byCountry: ReadonlyMap<number, CountryMarket>;
};

type Known = {
  readonly offersByCountry: OfferSnapshot["byCountry"];
  readonly policyVersion: number;
  readonly catalogue: Catalogue;
  readonly market: Market;
};
const known = new WeakMap<Db, Known>();

/** All that this door sells, at most two seconds old. The same object as long as nothing has changed. */
export async function readMarket(db: Db): Promise<Market> {
  const [{ byCountry: offersByCountry }, policy, catalogue] = await Promise.all([
    offerSnapshot.read(db),
    readPolicy(db),
    readCatalogue(db),
  ]);
  const before = known.get(db);
  const isSameRule = before?.policyVersion === policy.version && before.catalogue === catalogue;
  if (before && isSameRule && before.offersByCountry === offersByCountry) return before.market;
  const byCountry = new Map<number, CountryMarket>();
  for (const [countryId, countryOffers] of offersByCountry) {
    const old = isSameRule ? before?.market.byCountry.get(countryId) : undefined;
    byCountry.set(
      countryId,
      old?.countryOffers === countryOffers ? old : new CountryMarket(countryOffers, policy, catalogue),
    );
  }
  const countries = [...byCountry.values()].sort((a, b) => a.countryId - b.countryId);
  const market = { countries, byCountry };
  known.set(db, { offersByCountry, policyVersion: policy.version, catalogue, market });
  return market;
}

/** For tests and for whoever has just changed offers. */
export function forgetMarket(db: Db): void {
  offerSnapshot.invalidate(db);
}

/** Longest that a list may keep everybody else waiting while it is made. */
const TURN_MS = 4;

/** Makes something of each country, and lets others in between: purchases do not wait for a list. */
export async function ofEachCountry<T>(
  countries: readonly CountryMarket[],
  make: (country: CountryMarket) => T,
): Promise<T[]> {
  const made: T[] = [];
  let since = monotonicMs();
  for (const country of countries) {
    made.push(make(country));
    if (monotonicMs() - since < TURN_MS) continue;
    await nextTurn();
    since = monotonicMs();
  }
  return made;
}
