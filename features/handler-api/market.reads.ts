import { setImmediate as nextTurn } from "node:timers/promises";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import type { Policy } from "#features/policy/policy.rules.ts";
import { offerBoard } from "#features/pricing/board/board.reads.ts";
import {
  type Board,
  boardFor,
  type CountryBoard,
  offersOf,
  supplierOffersOf,
} from "#features/pricing/board/board.rules.ts";
import type { BuyerPrices, PricedOffer, SupplierOffer } from "#features/pricing/pricing.reads.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";

type Coded<Offer> = Offer & { readonly code: string };

/** What this door sells in a country. The same object as long as nothing of it changes; what is made of it is kept with it. */
export class CountryMarket {
  readonly countryId: number;
  readonly board: CountryBoard;
  readonly #policy: Policy;
  readonly #catalogue: Catalogue;
  readonly #kept = new Map<string, unknown>();

  constructor(board: CountryBoard, policy: Policy, catalogue: Catalogue) {
    this.countryId = board.countryId;
    this.board = board;
    this.#policy = policy;
    this.#catalogue = catalogue;
  }

  /** One offer per service, cheapest first. */
  get offers(): readonly Coded<PricedOffer>[] {
    return this.keep("offers", () => this.#coded(offersOf(this.board, this.#door)));
  }

  /** Offers per supplier and price, cheapest first. */
  get supplierOffers(): readonly Coded<SupplierOffer>[] {
    return this.keep("supplier offers", () => this.#coded(supplierOffersOf(this.board, this.#door)));
  }

  /**
   * The market as this buyer meets it: without offers that cost us more than was agreed with it. The same object for who has agreed
   * nothing here.
   */
  for(buyer: BuyerPrices): CountryMarket {
    if (!buyer.personal.some(({ countryId }) => countryId === this.countryId)) return this;
    return new CountryMarket(boardFor(this.board, buyer), this.#policy, this.#catalogue);
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
  readonly boards: Board["byCountry"];
  readonly policyVersion: number;
  readonly catalogue: Catalogue;
  readonly market: Market;
};
const known = new WeakMap<Db, Known>();

/** All that this door sells, at most two seconds old. The same object as long as nothing has changed. */
export async function readMarket(db: Db): Promise<Market> {
  const [{ byCountry: boards }, policy, catalogue] = await Promise.all([
    offerBoard.read(db),
    readPolicy(db),
    readCatalogue(db),
  ]);
  const before = known.get(db);
  const isSameRule = before?.policyVersion === policy.version && before.catalogue === catalogue;
  if (before && isSameRule && before.boards === boards) return before.market;
  const byCountry = new Map<number, CountryMarket>();
  for (const [countryId, board] of boards) {
    const old = isSameRule ? before?.market.byCountry.get(countryId) : undefined;
    byCountry.set(countryId, old?.board === board ? old : new CountryMarket(board, policy, catalogue));
  }
  const countries = [...byCountry.values()].sort((a, b) => a.countryId - b.countryId);
  const market = { countries, byCountry };
  known.set(db, { boards, policyVersion: policy.version, catalogue, market });
  return market;
}

/** For tests and for whoever has just changed offers. */
export function forgetMarket(db: Db): void {
  offerBoard.invalidate(db);
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
