import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { RealLicence } from "#app/_proofs/model/agency.ts";
import type { RealRental } from "#app/_proofs/model/letting.ts";
import type { Licence, LicenceSale } from "#app/_proofs/model/licence.ts";
import type { AccountSale, Model, Order, Payment, Person, Withdrawal } from "#app/_proofs/model/model.ts";
import type { Fine } from "#app/_proofs/model/partner.ts";
import type { Rental } from "#app/_proofs/model/rent.ts";
import type { AccountClaim } from "#app/_proofs/model/store.ts";
import type { Seen, World } from "#app/_proofs/model/world.ts";
import type { UserId } from "#lib/api/actor.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What the model's things are called in the database. */
export class Real {
  readonly world: World;
  readonly userIds: readonly [UserId, UserId];
  readonly payments = new Map<Payment, { id: number; providerId: string }>();
  readonly orders = new Map<
    Order,
    { id: number; number: string; serviceId: number; key: string; lastSms: bigint | null }
  >();
  readonly withdrawals = new Map<Withdrawal, number>();
  readonly fines = new Map<Fine, number>();
  readonly sales = new Map<AccountSale, { orderId: number; key: string }>();
  readonly claims = new Map<AccountClaim<Person>, number>();
  readonly licences = new Map<Licence<Person>, RealLicence>();
  readonly licenceSales = new Map<
    LicenceSale<Person>,
    { id: number; again: () => Promise<{ licenceId: number; replayed: boolean }> }
  >();
  readonly rentals = new Map<Rental<Person>, RealRental>();
  /** Every rental and extension, which can be asked for again under its key. */
  readonly rentCalls: { id: number; again: () => Promise<{ id: number; replayed: boolean }> }[] = [];
  static #lastSms = 0n;

  constructor(world: World, userIds: readonly [UserId, UserId]) {
    this.world = world;
    this.userIds = userIds;
  }

  idOf(model: Model, who: Person): UserId {
    return this.userIds[model.people.indexOf(who)] as UserId;
  }

  licenceOf(licence: Licence<Person>): RealLicence {
    return this.licences.get(licence) as RealLicence;
  }

  rentalOf(rental: Rental<Person>): RealRental {
    return this.rentals.get(rental) as RealRental;
  }

  nextSms(): bigint {
    Real.#lastSms += 1n;
    return Real.#lastSms;
  }
}

type Step = (model: Model, real: Real) => Promise<void>;

/** One thing that happens. After it the model and the rows say the same, or the sequence has failed. */
export class Command implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #isPossible: (model: Readonly<Model>) => boolean;
  readonly #step: Step;

  constructor(name: string, isPossible: (model: Readonly<Model>) => boolean, step: Step) {
    this.#name = name;
    this.#isPossible = isPossible;
    this.#step = step;
  }

  check(model: Readonly<Model>): boolean {
    return this.#isPossible(model);
  }

  async run(model: Model, real: Real): Promise<void> {
    const wereOwing = model.people.some(({ owes }) => owes > 0);
    await this.#step(model, real);
    const areOwing = wereOwing || model.people.some(({ owes, partner }) => owes > 0 || partner.isWaitedFor);
    model.calm();
    await real.world.calm(real.userIds, areOwing);
    expectSame(model, await real.world.see(real.userIds));
  }

  toString(): string {
    return this.#name;
  }
}

function expectSame(model: Model, seen: readonly Seen[]): void {
  const meant: Seen[] = model.people.map((who) => ({
    posted: who.posted,
    held: who.held,
    owes: who.owes,
    earned: who.earned.posted,
    earnedHeld: who.earned.held,
    partner: who.partner.posted,
    partnerHeld: who.partner.held,
    partnerPending: who.partner.pending,
    partnerOwed: who.partner.owed,
    fines: who.partner.fines.map(({ state, reserved }) => `${state} ${reserved}`),
    store: who.store.posted,
    storeHeld: who.store.held,
    storePending: who.store.pending,
    sales: who.store.sales.map(({ state }) => state),
    claims: model.accountClaims.filter(({ sale }) => sale.buyer === who).map(({ state }) => state),
    licences: model.shop.toldOf(who, model.now),
    agentEarned: model.shop.earnedBy(who),
    rentals: model.rentShop.toldOf(who),
    payments: model.payments.filter((one) => one.who === who).map(({ state }) => state),
    orders: model.orders.filter((one) => one.who === who).map(({ state }) => state),
    withdrawals: model.withdrawals.filter((one) => one.who === who).map(({ state }) => state),
  }));
  if (!isDeepStrictEqual(seen, meant))
    throw new Error(`The model says\n${JSON.stringify(meant)}\nand the database\n${JSON.stringify(seen)}`);
}

/** Runs what may be refused; answers whether it was done. A fault that is no refusal goes on. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof AppError && error.row.status < 500) return false;
    throw error;
  }
}

export function expectBoth(what: string, model: boolean, real: boolean): void {
  if (model !== real)
    throw new Error(`${what}: ${model ? "allowed" : "refused"} by the model, not so by the product`);
}

export const pick = <T>(list: readonly T[], place: number): T => list[place % list.length] as T;
export const place = fc.nat({ max: 1_000 });
export const always = () => true;
