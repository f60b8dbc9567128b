const DAY = 86_400_000;

/** What licences are sold of; the second is good for ever. The term is short, so that it ends within a life. */
export const programs = [
  { price: 30_001, days: 10, devices: 2 },
  { price: 120_000, days: null, devices: 1 },
] as const;
export type Program = (typeof programs)[number];

/** What the two people get of a licence that they sell as agents, in hundredths of a per cent of its price. */
export const agentShares = [1_250, 3_333] as const;

/** What programs call devices; more than a licence may have had within a month. */
export const devices = ["desk", "laptop", "tower", "tablet", "attic", "cellar", "garage"].map(
  (name) => `device-of-a-life-${name}`,
);

type Place = { readonly device: string; readonly from: number; isFree: boolean };

/** A licence, written from the specification and not from the code. */
export class Licence<Owner> {
  readonly owner: Owner;
  readonly program: Program;
  /** Who sold it; null: the house. */
  readonly agent: Owner | null;
  readonly places: Place[] = [];
  salesCount = 0;
  /** Null = for ever. */
  until: number | null = null;
  isRevoked = false;

  constructor(owner: Owner, program: Program, agent: Owner | null) {
    this.owner = owner;
    this.program = program;
    this.agent = agent;
  }

  stateAt(now: number): "valid" | "expired" | "revoked" {
    if (this.isRevoked) return "revoked";
    return this.until !== null && this.until <= now ? "expired" : "valid";
  }

  /** Another term, behind what is left of the one before. */
  addTerm(now: number): void {
    this.salesCount += 1;
    if (this.program.days !== null) this.until = Math.max(this.until ?? now, now) + this.program.days * DAY;
  }

  get taken(): Place[] {
    return this.places.filter(({ isFree }) => !isFree);
  }

  /** Answers whether it was allowed; a device that has a place keeps it. */
  activate(device: string, now: number): boolean {
    if (this.stateAt(now) !== "valid") return false;
    if (this.runsOn(device)) return true;
    const { devices: limit } = this.program;
    const month = this.places.filter((place) => place.from > now - 30 * DAY && place.device !== device);
    const others = new Set(month.map((place) => place.device)).size;
    if (this.taken.length >= limit || others >= 3 * limit + 2) return false;
    this.places.push({ device, from: now, isFree: false });
    return true;
  }

  release(device: string): void {
    for (const place of this.taken) if (place.device === device) place.isFree = true;
  }

  runsOn(device: string): boolean {
    return this.taken.some((place) => place.device === device);
  }

  /** It stands in the list of those that programs must not trust any more. */
  isListedAsRevoked(now: number): boolean {
    return this.isRevoked && (this.until === null || this.until > now);
  }
}

/** A sale: the purchase of a licence, or a renewal. */
export type LicenceSale<Owner> = { readonly licence: Licence<Owner> };

type Agent = { readonly share: number; maySell: boolean; earned: number };
/** How money moves; `pay` answers whether there was enough. */
type Wallets<Owner> = {
  readonly pay: (who: Owner, amount: number) => boolean;
  readonly earn: (who: Owner, amount: number) => void;
};

/** What is sold by licence, and what agents get of it: at once, rounded down, of renewals as well. Money is whole kopecks. */
export class LicenceShop<Owner> {
  readonly licences: Licence<Owner>[] = [];
  readonly sales: LicenceSale<Owner>[] = [];
  readonly #agents = new Map<Owner, Agent>();
  readonly #wallets: Wallets<Owner>;

  constructor(people: readonly Owner[], wallets: Wallets<Owner>) {
    this.#wallets = wallets;
    for (const [index, who] of people.entries())
      this.#agents.set(who, { share: agentShares[index] ?? 0, maySell: true, earned: 0 });
  }

  /** Null when it is refused. Whose link it is who may not sell gets nothing, and the buyer does not suffer for it. */
  buy(owner: Owner, program: Program, seller: Owner | null, now: number): LicenceSale<Owner> | null {
    if (!this.#wallets.pay(owner, program.price)) return null;
    const agent = seller !== null && this.#agentOf(seller).maySell ? seller : null;
    const licence = new Licence(owner, program, agent);
    this.licences.push(licence);
    return this.#sell(licence, now);
  }

  /** Null when it is refused. */
  renew(licence: Licence<Owner>, now: number): LicenceSale<Owner> | null {
    const { owner, program, isRevoked } = licence;
    if (isRevoked || program.days === null || !this.#wallets.pay(owner, program.price)) return null;
    return this.#sell(licence, now);
  }

  #sell(licence: Licence<Owner>, now: number): LicenceSale<Owner> {
    const { agent, program } = licence;
    licence.addTerm(now);
    const sale = { licence };
    this.sales.push(sale);
    if (agent !== null && this.#agentOf(agent).maySell) {
      const amount = Math.floor((program.price * this.#agentOf(agent).share) / 10_000);
      this.#agentOf(agent).earned += amount;
      this.#wallets.earn(agent, amount);
    }
    return sale;
  }

  /** A new agreement: nobody sells who has not accepted it. */
  publish(): void {
    for (const agent of this.#agents.values()) agent.maySell = false;
  }

  accept(who: Owner): void {
    this.#agentOf(who).maySell = true;
  }

  earnedBy(who: Owner): number {
    return this.#agentOf(who).earned;
  }

  /** Each licence of somebody: its state, how often it was paid, on how many devices it runs. */
  toldOf(who: Owner, now: number): string[] {
    return this.licences
      .filter(({ owner }) => owner === who)
      .map((licence) => `${licence.stateAt(now)} ${licence.salesCount} ${licence.taken.length}`);
  }

  /** Moments at which a licence ends, and at which a device counts no more among those that took turns. */
  dues(): number[] {
    return this.licences.flatMap(({ until, places }) => [
      ...(until === null ? [] : [until]),
      ...places.map(({ from }) => from + 30 * DAY),
    ]);
  }

  #agentOf(who: Owner): Agent {
    const agent = this.#agents.get(who);
    if (!agent) throw new Error("nobody of this life");
    return agent;
  }
}
