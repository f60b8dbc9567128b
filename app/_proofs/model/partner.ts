const DAY = 86_400_000;

/** What a partner's number was paid for an order: it waits, then it is the partner's, unless the order is refunded. */
export type Earning = {
  readonly amount: number;
  readonly due: number;
  state: "pending" | "available" | "reversed" | "taken_back";
  /** Of one that is reversed, what the balance has given so far. */
  taken: number;
};

/** Announced by the staff; taken when nobody appealed in time or the appeal was refused. */
export type Fine = {
  readonly amount: number;
  /** The end of the time for an appeal. */
  readonly until: number;
  state: "announced" | "appealed" | "due" | "taken" | "cancelled";
  /** Of one that stands taken, of one that does not stand yet held. */
  reserved: number;
};

/** What somebody's modems earn, written from the specification and not from the code. Money is whole kopecks. */
export class PartnerMoney {
  posted = 0;
  held = 0;
  readonly fines: Fine[] = [];
  readonly #earnings: Earning[] = [];

  /** A captured order on one of the partner's numbers. */
  earn(amount: number, now: number): Earning {
    const earning: Earning = { amount, due: now + 7 * DAY, state: "pending", taken: 0 };
    this.#earnings.push(earning);
    return earning;
  }

  /** The order was refunded: what is not the partner's yet never will be, what is, is owed. */
  refund(earning: Earning): void {
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
    for (const fine of this.fines) if (fine.state === "announced" && fine.until <= moment) this.#stand(fine);
    this.takeOwed();
  }

  /** The staff announce a fine: what the balance can give is held for it. */
  fine(amount: number, now: number): Fine {
    const fine: Fine = { amount, until: now + 7 * DAY, state: "announced", reserved: 0 };
    this.fines.push(fine);
    this.takeOwed();
    return fine;
  }

  /** Once and in time. Answers whether it was allowed. */
  appeal(fine: Fine, now: number): boolean {
    if (fine.state !== "announced" || fine.until <= now) return false;
    fine.state = "appealed";
    return true;
  }

  /** The appeal is refused. Answers whether it was allowed. */
  uphold(fine: Fine): boolean {
    if (fine.state !== "appealed") return false;
    this.#stand(fine);
    this.takeOwed();
    return true;
  }

  /** Nothing was taken yet, and nothing will be. Answers whether it was allowed. */
  cancel(fine: Fine): boolean {
    if (fine.state !== "announced" && fine.state !== "appealed") return false;
    this.held -= fine.reserved;
    fine.reserved = 0;
    fine.state = "cancelled";
    this.takeOwed();
    return true;
  }

  #stand(fine: Fine): void {
    this.held -= fine.reserved;
    this.posted -= fine.reserved;
    fine.state = fine.reserved === fine.amount ? "taken" : "due";
  }

  /** What is owed is taken as far as the balance reaches, and nothing that is reserved: of refunded orders first, then for fines. */
  takeOwed(): void {
    for (const earning of this.#earnings) {
      if (earning.state !== "taken_back") continue;
      const part = Math.min(this.posted - this.held, earning.amount - earning.taken);
      this.posted -= part;
      earning.taken += part;
    }
    for (const fine of this.#uncovered()) {
      const part = Math.min(this.posted - this.held, fine.amount - fine.reserved);
      fine.reserved += part;
      if (fine.state !== "due") this.held += part;
      else {
        this.posted -= part;
        if (fine.reserved === fine.amount) fine.state = "taken";
      }
    }
  }

  #uncovered(): Fine[] {
    return this.fines.filter(
      ({ state, amount, reserved }) => state !== "taken" && state !== "cancelled" && reserved < amount,
    );
  }

  /** Whether something that comes in would be held or taken at once. */
  get isWaitedFor(): boolean {
    return this.owed > 0 || this.#uncovered().length > 0;
  }

  get pending(): number {
    return this.#sum(({ state, amount }) => (state === "pending" ? amount : 0));
  }

  get owed(): number {
    const due = this.fines.filter(({ state }) => state === "due");
    return (
      this.#sum(({ state, amount, taken }) => (state === "taken_back" ? amount - taken : 0)) +
      due.reduce((total, { amount, reserved }) => total + amount - reserved, 0)
    );
  }

  /** Moments at which something becomes available, and at which a fine stands. */
  dues(): number[] {
    return [
      ...this.#earnings.filter(({ state }) => state === "pending").map(({ due }) => due),
      ...this.fines.filter(({ state }) => state === "announced").map(({ until }) => until),
    ];
  }

  #sum(of: (earning: Earning) => number): number {
    return this.#earnings.reduce((total, earning) => total + of(earning), 0);
  }
}
