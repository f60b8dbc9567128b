const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Nothing is rented for longer, nor further ahead. */
const LONGEST = 672;

/** For how long people rent, and extend: the least, across a step of the price, and the most. */
export const rentedHours = [4, 5, 13, 100, 672] as const;

/** What can be rented: for one service of somebody's own numbers, and whole ones of the house. A cost is of one hour. */
export const rentOffers = [
  { service: "tg", hourCost: 1_001, owner: 1 },
  { service: "full", hourCost: 2_333, owner: null },
] as const;
export type RentOffer = (typeof rentOffers)[number];

/** From so many hours on an hour costs so many hundredths of its full price. */
const steps = [
  { from: 0, rate: 100 },
  { from: 12, rate: 70 },
  { from: 24, rate: 45 },
  { from: 72, rate: 30 },
  { from: 168, rate: 20 },
  { from: 336, rate: 15 },
];

/** What so many hours come to: each at the rate of its step, rounded up once. */
function totalOf(hour: number, hours: number): number {
  let hundredths = 0;
  for (const [at, { from, rate }] of steps.entries()) {
    const until = Math.min(hours, steps[at + 1]?.from ?? hours);
    hundredths += Math.max(0, until - from) * rate * hour;
  }
  return Math.ceil(hundredths / 100);
}

/** An hour's price: two fifths above its cost, rounded up. */
const hourPrice = ({ hourCost }: RentOffer) => hourCost + Math.ceil((hourCost * 2) / 5);

/** A number that somebody rents, written from the specification and not from the code. */
export class Rental<Renter> {
  readonly renter: Renter;
  readonly offer: RentOffer;
  readonly price: number;
  readonly cost: number;
  readonly cancelUntil: number;
  hours: number;
  until: number;
  state: "active" | "received" | "expired" | "canceled" = "active";
  isPaid = false;
  messages = 0;

  constructor(renter: Renter, offer: RentOffer, { hours, now }: { hours: number; now: number }) {
    this.renter = renter;
    this.offer = offer;
    this.hours = hours;
    this.price = totalOf(hourPrice(offer), hours);
    this.cost = totalOf(offer.hourCost, hours);
    this.cancelUntil = now + 20 * MINUTE;
    this.until = now + hours * HOUR;
  }

  get isOpen(): boolean {
    return this.state === "active" || this.state === "received";
  }

  /** When time alone does something to it next: takes the money, or ends it. */
  get due(): number {
    return this.isPaid ? this.until : this.cancelUntil;
  }

  /** What so many hours more cost, and what the number's owner gets of it: the steps go on where the rental stands. */
  extensionOf(more: number): { price: number; cost: number } {
    const differenceOf = (hour: number) => totalOf(hour, this.hours + more) - totalOf(hour, this.hours);
    return { price: differenceOf(hourPrice(this.offer)), cost: differenceOf(this.offer.hourCost) };
  }

  fits(more: number, now: number): boolean {
    return more <= Math.floor((now + LONGEST * HOUR - this.until) / HOUR);
  }
}

/** How money moves. */
type Wallets<Renter> = {
  /** Answers whether there was enough. */
  readonly hold: (who: Renter, amount: number) => boolean;
  readonly release: (who: Renter, amount: number) => void;
  /** What was held is spent: the number's owner and whoever brought the renter earn by it. */
  readonly capture: (who: Renter, spent: { price: number; cost: number; owner: number | null }) => void;
};

/** Rented numbers. Money is whole kopecks. */
export class RentShop<Renter> {
  readonly rentals: Rental<Renter>[] = [];
  readonly #wallets: Wallets<Renter>;

  constructor(wallets: Wallets<Renter>) {
    this.#wallets = wallets;
  }

  /** Null when it is refused. */
  rent(renter: Renter, offer: RentOffer, time: { hours: number; now: number }): Rental<Renter> | null {
    const rental = new Rental(renter, offer, time);
    if (!this.#wallets.hold(renter, rental.price)) return null;
    this.rentals.push(rental);
    return rental;
  }

  /** At once and for money at once, what is still held included. Answers whether it was allowed. */
  extend(rental: Rental<Renter>, more: number, now: number): boolean {
    const { price, cost } = rental.extensionOf(more);
    if (!rental.isOpen || rental.until <= now || !rental.fits(more, now)) return false;
    if (!this.#wallets.hold(rental.renter, price)) return false;
    this.#take(rental);
    this.#wallets.capture(rental.renter, { price, cost, owner: rental.offer.owner });
    rental.hours += more;
    rental.until += more * HOUR;
    return true;
  }

  sms(rental: Rental<Renter>, now: number): void {
    if (!rental.isOpen || rental.until <= now) return;
    this.#take(rental);
    rental.messages += 1;
    rental.state = "received";
  }

  /** In the first minutes and while nothing has come. Answers whether it was allowed. */
  cancel(rental: Rental<Renter>, now: number): boolean {
    if (rental.state !== "active" || rental.isPaid || rental.cancelUntil <= now)
      return rental.state === "canceled";
    rental.state = "canceled";
    this.#wallets.release(rental.renter, rental.price);
    return true;
  }

  /** Before its time, without money back. Answers whether it was allowed. */
  finish(rental: Rental<Renter>): boolean {
    if (rental.isOpen) {
      this.#take(rental);
      rental.state = "expired";
    }
    return rental.state === "expired";
  }

  passTo(moment: number): void {
    const open = this.rentals.filter((rental) => rental.isOpen && rental.due <= moment);
    for (const rental of open.toSorted((one, other) => one.due - other.due)) {
      this.#take(rental);
      if (rental.until <= moment) rental.state = "expired";
    }
  }

  #take(rental: Rental<Renter>): void {
    if (rental.isPaid) return;
    rental.isPaid = true;
    const { renter, price, cost, offer } = rental;
    this.#wallets.capture(renter, { price, cost, owner: offer.owner });
  }

  /** Each rental of somebody: its state, whether it is paid, its hours, what came in. */
  toldOf(who: Renter): string[] {
    return this.rentals
      .filter(({ renter }) => renter === who)
      .map(({ state, isPaid, hours, messages }) => `${state} ${isPaid} ${hours} ${messages}`);
  }

  /** Moments at which one can be cancelled no more, at which one ends, and from which on an extension fits. */
  dues(): number[] {
    const open = this.rentals.filter(({ isOpen }) => isOpen);
    return open.flatMap(({ cancelUntil, until }) => [
      ...[cancelUntil, until],
      ...rentedHours.map((more) => until - (LONGEST - more) * HOUR),
    ]);
  }
}
