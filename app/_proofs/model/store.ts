const HOUR = 3_600_000;

/** What two stores sell, by the place of their owners among the two people; the second has too few for everybody. */
export const wares = [
  { owner: 0, price: 20_001, warranty: 24 * HOUR, stock: 9 },
  { owner: 1, price: 150_000, warranty: 48 * HOUR, stock: 3 },
] as const;
export type Ware = (typeof wares)[number];

type Place = {
  /** Until when the account that is there now can be claimed. */
  until: number;
  isClaimed: boolean;
};

/** An order of accounts: what it brings its store waits until nobody can claim any of them. */
export type Sale<Buyer> = {
  readonly buyer: Buyer;
  readonly store: StoreMoney<Buyer>;
  readonly price: number;
  /** Of one account, without what the house keeps. */
  readonly unit: number;
  readonly places: readonly Place[];
  readonly claims: AccountClaim<Buyer>[];
  reversed: number;
  due: number;
  state: "pending" | "paid" | "reversed";
};

export type AccountClaim<Buyer> = {
  readonly sale: Sale<Buyer>;
  readonly place: Place;
  state: "open" | "replaced" | "refunded" | "refused";
  isAnswered: boolean;
  due: number;
  /** Which was made or answered first, of those that are due at one moment. */
  order: number;
};

/** How a claim is answered: by the store, or by the staff. */
export const claimAnswers = ["sellerAccepts", "sellerObjects", "staffAccept", "staffRefuse"] as const;
export type ClaimAnswer = (typeof claimAnswers)[number];

/** What somebody's store earns, written from the specification and not from the code. Money is whole kopecks. */
export class StoreMoney<Buyer> {
  posted = 0;
  held = 0;
  stock: number;
  readonly sales: Sale<Buyer>[] = [];
  readonly #ware: Ware;

  constructor(ware: Ware) {
    this.#ware = ware;
    this.stock = ware.stock;
  }

  get price(): number {
    return this.#ware.price;
  }

  /** The house keeps a fifth of the price, rounded up. */
  sell(buyer: Buyer, count: number, now: number): Sale<Buyer> {
    const { price, warranty } = this.#ware;
    const until = now + warranty;
    this.stock -= count;
    const sale: Sale<Buyer> = {
      ...{ buyer, store: this, price, unit: price - Math.ceil(price / 5), reversed: 0, due: until },
      ...{ places: Array.from({ length: count }, () => ({ until, isClaimed: false })) },
      ...{ claims: [], state: "pending" },
    };
    this.sales.push(sale);
    return sale;
  }

  /** Another account takes the place, with a warranty of its own; none is left: false. */
  replace({ sale, place }: AccountClaim<Buyer>, now: number): boolean {
    if (this.stock === 0) return false;
    this.stock -= 1;
    place.until = now + this.#ware.warranty;
    place.isClaimed = false;
    sale.due = Math.max(sale.due, place.until);
    return true;
  }

  /** An account whose price came back brings its store nothing. */
  reverse(sale: Sale<Buyer>): void {
    sale.reversed += sale.unit;
    if (sale.reversed === sale.unit * sale.places.length) sale.state = "reversed";
  }

  /** What nobody can claim any more can be withdrawn. */
  passTo(moment: number): void {
    for (const sale of this.sales) {
      const isOpen = sale.claims.some(({ state }) => state === "open");
      if (sale.state !== "pending" || sale.due > moment || isOpen) continue;
      sale.state = "paid";
      this.posted += sale.unit * sale.places.length - sale.reversed;
    }
  }

  get pending(): number {
    return this.sales
      .filter(({ state }) => state === "pending")
      .reduce((total, { unit, places, reversed }) => total + unit * places.length - reversed, 0);
  }

  get claims(): AccountClaim<Buyer>[] {
    return this.sales.flatMap(({ claims }) => claims);
  }

  /** Moments at which something can be claimed no more, is decided, or becomes available. */
  dues(): number[] {
    return [
      ...this.sales.flatMap(({ places }) => places.map(({ until }) => until)),
      ...this.sales.map(({ due }) => due),
      ...this.claims.filter(({ state }) => state === "open").map(({ due }) => due),
    ];
  }
}

/** A claim about an account of an order, in time and once for each; null when it is refused. The seller has a day to answer. */
export function claimPlace<Buyer>(
  sale: Sale<Buyer>,
  at: number,
  { now, order }: { readonly now: number; readonly order: number },
): AccountClaim<Buyer> | null {
  const place = sale.places[at];
  if (!place || place.isClaimed || place.until <= now) return null;
  place.isClaimed = true;
  const claim: AccountClaim<Buyer> = {
    ...{ sale, place, state: "open", isAnswered: false, due: now + 24 * HOUR, order },
  };
  sale.claims.push(claim);
  return claim;
}

/** The store objects: the staff have three days to overrule it. */
export function objectTo<Buyer>(
  claim: AccountClaim<Buyer>,
  { now, order }: { readonly now: number; readonly order: number },
): void {
  claim.isAnswered = true;
  claim.due = now + 72 * HOUR;
  claim.order = order;
}
