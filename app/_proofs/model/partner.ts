const DAY = 86_400_000;

/** What a partner's number was paid for an order: it waits, then it is the partner's, unless the order is given back. */
export type Earning = {
  readonly amount: number;
  readonly due: number;
  state: "pending" | "available" | "reversed" | "taken_back";
  /** Of one that is taken back, what the balance has given so far. */
  taken: number;
};

/** What somebody's modems earn, written from the specification and not from the code. Money is whole kopecks. */
export class PartnerMoney {
  posted = 0;
  held = 0;
  readonly #earnings: Earning[] = [];

  /** A captured order on one of the partner's numbers. */
  earn(amount: number, now: number): Earning {
    const earning: Earning = { amount, due: now + 7 * DAY, state: "pending", taken: 0 };
    this.#earnings.push(earning);
    return earning;
  }

  /** The order was refunded: what is not the partner's yet never will be, what is, is owed. */
  giveBack(earning: Earning): void {
    if (earning.state === "pending") earning.state = "reversed";
    if (earning.state === "available") earning.state = "taken_back";
  }

  /** Everything whose time has come becomes the partner's. */
  passTo(moment: number): void {
    for (const earning of this.#earnings) {
      if (earning.state !== "pending" || earning.due > moment) continue;
      earning.state = "available";
      this.posted += earning.amount;
    }
    this.takeOwed();
  }

  /** What is owed is taken as far as the balance reaches, and nothing that is reserved. */
  takeOwed(): void {
    for (const earning of this.#earnings) {
      if (earning.state !== "taken_back") continue;
      const part = Math.min(this.posted - this.held, earning.amount - earning.taken);
      this.posted -= part;
      earning.taken += part;
    }
  }

  get pending(): number {
    return this.#sum(({ state, amount }) => (state === "pending" ? amount : 0));
  }

  get owed(): number {
    return this.#sum(({ state, amount, taken }) => (state === "taken_back" ? amount - taken : 0));
  }

  /** Moments at which something becomes available. */
  dues(): number[] {
    return this.#earnings.filter(({ state }) => state === "pending").map(({ due }) => due);
  }

  #sum(of: (earning: Earning) => number): number {
    return this.#earnings.reduce((total, earning) => total + of(earning), 0);
  }
}
