import { LicenceShop } from "#app/_proofs/model/licence.ts";
import { type Earning, PartnerMoney } from "#app/_proofs/model/partner.ts";
import { RentShop } from "#app/_proofs/model/rent.ts";
import {
  type AccountClaim,
  type ClaimAnswer,
  claimPlace,
  objectTo,
  type Sale,
  StoreMoney,
  type Ware,
  wares,
} from "#app/_proofs/model/store.ts";

/**
 * What should be true, in plain Maps and numbers, written from the specification and not from the code: it shares no function
 * with `features/`. Money is whole kopecks; time is milliseconds of the database's clock.
 */
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const WEEK = 7 * DAY;
/** Monday 1970-01-05, 00:00 UTC. */
const FIRST_MONDAY = 4 * DAY;

/** `owner`: whose numbers they are, by the place among the two people; null: the house's own. */
export const products = [
  { serviceId: 52, price: 1_400, cost: 1_000, owner: 1 },
  { serviceId: 53, price: 999, cost: 700, owner: null },
  { serviceId: 54, price: 210_000, cost: 150_000, owner: 0 },
] as const;
export type Product = (typeof products)[number];

type Lot = {
  readonly kind: "top_up" | "bonus" | "other";
  readonly amount: number;
  readonly at: number;
  readonly payment: Payment | null;
};
type Aside = { readonly amount: number; readonly at: number };
type Share = {
  readonly turnover: number;
  readonly amount: number;
  returned: number;
  reversed: number;
  state: "waiting" | "paid";
  due: number;
};
type Week = { readonly start: number; readonly cashback: number; returned: number };

export class Person {
  posted = 0;
  held = 0;
  /** Owed to the house after a provider took money back. */
  owes = 0;
  readonly lots: Lot[] = [];
  readonly asides = new Set<Aside>();
  readonly payments: Payment[] = [];
  welcome: { payment: Payment; base: number; bonus: number; returned: number } | null = null;
  readonly weeks = new Map<number, Week>();
  /** Of one's own purchases, for the referrer. */
  readonly shares: Share[] = [];
  answered = 0;
  /** What was agreed with this person for a product, by its service. */
  readonly agreed = new Map<number, number>();
  /** What one's own modems earned. */
  readonly partner = new PartnerMoney();
  /** What one's own store earned. */
  readonly store: StoreMoney<Person>;
  readonly referrer: Person | null;
  /** What one's referrals earned; `owed`: of shares that were reversed after they had been paid out. */
  readonly earned = { posted: 0, held: 0, owed: 0 };

  constructor(referrer: Person | null, ware: Ware) {
    this.referrer = referrer;
    this.store = new StoreMoney(ware);
  }

  get free(): number {
    return this.posted - this.held;
  }
}

type PaymentState =
  | "pending"
  | "underpaid"
  | "overpaid"
  | "credited"
  | "expired"
  | "refunded"
  | "charged_back";

export type Payment = {
  readonly who: Person;
  readonly amount: number;
  readonly expires: number;
  readonly begun: number;
  state: PaymentState;
  /** As the provider has it. */
  paid: "no" | "exact" | "less" | "more";
  gone: { as: "refund" | "charge_back"; amount: number } | null;
  creditedAt: number | null;
  reversed: number;
  debt: number;
  isAsked: boolean;
};

type OrderState = "waiting" | "received" | "completed" | "cancelled" | "banned" | "expired";
export type Order = {
  readonly who: Person;
  readonly product: Product;
  readonly price: number;
  readonly expires: number;
  state: OrderState;
  isRefunded: boolean;
  /** What it earned whoever owns the number, and whoever brought the buyer. */
  earning: { readonly of: PartnerMoney; readonly share: Earning } | null;
  referred: Share | null;
};

export type AccountSale = Sale<Person>;
/** Balances beside the wallet, which leave by a withdrawal. */
export type EarnedBalance = "earned" | "partner" | "store";

type WithdrawalState = "requested" | "paid" | "rejected" | "cancelled";
export type Withdrawal = {
  readonly who: Person;
  readonly payment: Payment | null;
  /** Where the money lies that is no top-up's. */
  readonly from: { posted: number; held: number } | null;
  readonly amount: number;
  aside: Aside | null;
  state: WithdrawalState;
};

export class Model {
  now: number;
  readonly people: readonly Person[];
  readonly payments: Payment[] = [];
  readonly orders: Order[] = [];
  readonly withdrawals: Withdrawal[] = [];
  readonly sales: AccountSale[] = [];
  readonly accountClaims: AccountClaim<Person>[] = [];
  readonly shop: LicenceShop<Person>;
  readonly rentShop: RentShop<Person>;
  readonly #referredBy = new Map<AccountSale, Share | null>();
  #order = 0;
  /** Weeks before this one were decided about on their Monday, once for ever: what comes back later brings nothing new. */
  #decidedUntil = 0;

  constructor(now: number) {
    this.now = now;
    const first = new Person(null, wares[0]);
    this.people = [first, new Person(first, wares[1])];
    // Whoever brought a buyer earns nothing by licences: they have agents.
    this.shop = new LicenceShop(this.people, {
      pay: (who, amount) => {
        if (who.free < amount) return false;
        who.posted -= amount;
        return true;
      },
      earn: (who, amount) => this.#credit(who, "other", amount, null),
    });
    this.rentShop = new RentShop({
      hold: (who, amount) => {
        if (who.free < amount) return false;
        who.held += amount;
        return true;
      },
      release: (who, amount) => {
        who.held -= amount;
      },
      capture: (who, { price, cost, owner }) => {
        who.held -= price;
        who.posted -= price;
        if (owner !== null) this.people[owner]?.partner.earn(cost, this.now);
        this.#refer(who, price);
      },
    });
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }

  // Orders

  buy(who: Person, product: Product): Order | null {
    const price = who.agreed.get(product.serviceId) ?? product.price;
    // What costs the house more than this person pays is not on sale to this person.
    if (price < product.cost || who.free < price) return null;
    who.held += price;
    const order: Order = {
      ...{ who, product, price, expires: this.now + 20 * MINUTE, state: "waiting" },
      ...{ isRefunded: false, earning: null, referred: null },
    };
    this.orders.push(order);
    return order;
  }

  sms(order: Order): void {
    if (order.state !== "waiting") return;
    const { who, price } = order;
    who.held -= price;
    who.posted -= price;
    order.state = "received";
    const { owner, cost } = order.product;
    const partner = owner === null ? undefined : this.people[owner]?.partner;
    if (partner) order.earning = { of: partner, share: partner.earn(cost, this.now) };
    order.referred = this.#refer(who, price);
  }

  /** A paid purchase earns whoever brought the buyer a twentieth. */
  #refer(who: Person, turnover: number): Share | null {
    if (!who.referrer) return null;
    const amount = part(turnover, 500, 10_000);
    const share: Share = {
      ...{ turnover, amount, returned: 0, reversed: 0, state: "waiting", due: this.now + WEEK },
    };
    who.shares.push(share);
    return share;
  }

  /** The staff give a paid order back: to the buyer what was paid, and nobody earned anything by it. Answers whether it was allowed. */
  refund(order: Order): boolean {
    if ((order.state !== "received" && order.state !== "completed") || order.isRefunded) return false;
    const { who, price, earning } = order;
    order.isRefunded = true;
    who.posted += price;
    repay(who);
    if (earning) earning.of.refund(earning.share);
    if (order.referred) returnPart(who, order.referred, price);
    return true;
  }

  /** Answers whether it was allowed. */
  refundOrder(order: Order, state: "cancelled" | "banned" | "expired"): boolean {
    if (order.state !== "waiting") return order.state === state;
    order.who.held -= order.price;
    order.state = state;
    return true;
  }

  finish(order: Order): boolean {
    if (order.state === "received") order.state = "completed";
    return order.state === "completed";
  }

  /** The referrer hears of the purchases. */
  follow(who: Person): void {
    answerDebt(who);
  }

  // Accounts of stores

  /** Null when it is refused: nobody buys from oneself. */
  buyAccounts(who: Person, ware: Ware, count: number): AccountSale | null {
    const seller = this.people[ware.owner] as Person;
    const total = ware.price * count;
    if (seller === who || seller.store.stock < count || who.free < total) return null;
    who.posted -= total;
    const sale = seller.store.sell(who, count, this.now);
    this.sales.push(sale);
    this.#referredBy.set(sale, this.#refer(who, total));
    return sale;
  }

  /** Null when it is refused. */
  claim(sale: AccountSale, at: number): AccountClaim<Person> | null {
    const claim = claimPlace(sale, at, { now: this.now, order: this.#next() });
    if (claim) this.accountClaims.push(claim);
    return claim;
  }

  /** Answers whether it was allowed: the store answers once, the staff decide while it is open. */
  answerClaim(claim: AccountClaim<Person>, answer: ClaimAnswer): boolean {
    if (claim.state !== "open") return false;
    if (answer.startsWith("seller") && claim.isAnswered) return false;
    if (answer === "sellerObjects") objectTo(claim, { now: this.now, order: this.#next() });
    else if (answer === "staffRefuse") claim.state = "refused";
    else this.#makeGood(claim);
    this.#payStores();
    return true;
  }

  /** Another account while there are some, else the price of one. */
  #makeGood(claim: AccountClaim<Person>): void {
    const { sale } = claim;
    if (sale.store.replace(claim, this.now)) {
      claim.state = "replaced";
      return;
    }
    claim.state = "refunded";
    sale.buyer.posted += sale.price;
    repay(sale.buyer);
    sale.store.reverse(sale);
    const referred = this.#referredBy.get(sale);
    if (referred) returnPart(sale.buyer, referred, sale.price);
  }

  /** Nobody has answered: for the buyer. The store has objected and nobody overruled it: as the store says. */
  #settleClaims(): void {
    const due = this.accountClaims.filter((claim) => claim.state === "open" && claim.due <= this.now);
    for (const claim of due.toSorted((one, other) => one.due - other.due || one.order - other.order)) {
      if (claim.isAnswered) claim.state = "refused";
      else this.#makeGood(claim);
    }
    for (const who of this.people) answerDebt(who);
  }

  #payStores(): void {
    for (const { store } of this.people) store.passTo(this.now);
  }

  // Payments

  begin(who: Person, amount: number): Payment {
    const payment: Payment = {
      who,
      amount,
      begun: this.now,
      expires: this.now + 60 * MINUTE,
      state: "pending",
      paid: "no",
      gone: null,
      creditedAt: null,
      reversed: 0,
      debt: 0,
      isAsked: true,
    };
    this.payments.push(payment);
    who.payments.push(payment);
    return payment;
  }

  /** The provider was asked and its answer is taken in, with everything that follows from it. */
  settle(payment: Payment): void {
    const wasCredited = payment.creditedAt !== null;
    if (!wasCredited) this.#takeIn(payment);
    const before = { reversed: payment.reversed, debt: payment.debt, state: payment.state };
    if (payment.creditedAt !== null) this.#reverse(payment);
    this.#followTopUp(payment, !wasCredited && payment.creditedAt !== null);
    const isSame =
      before.reversed === payment.reversed && before.debt === payment.debt && before.state === payment.state;
    if (payment.creditedAt !== null && !isSame) this.#followLoss(payment);
  }

  #takeIn(payment: Payment): void {
    const { who, paid, state: before } = payment;
    if (paid === "no") {
      if (payment.state === "pending" && this.now >= payment.expires + MINUTE) payment.state = "expired";
    } else if (paid === "exact" && ["pending", "expired", "underpaid"].includes(payment.state)) {
      payment.state = "credited";
      payment.creditedAt = this.now;
      this.#credit(who, "top_up", payment.amount, payment);
      repay(who);
    } else if (paid === "less" && ["pending", "expired"].includes(payment.state)) payment.state = "underpaid";
    else if (paid === "more" && ["pending", "expired", "underpaid"].includes(payment.state))
      payment.state = "overpaid";
    // Who was given up is asked about again only when something has changed.
    if (payment.state !== before) payment.isAsked = payment.state === "underpaid";
  }

  #credit(who: Person, kind: Lot["kind"], amount: number, payment: Payment | null): void {
    who.posted += amount;
    who.lots.push({ kind, amount, at: this.#next(), payment });
  }

  #reverse(payment: Payment): void {
    const { who, gone } = payment;
    const taken = Math.min(gone?.amount ?? 0, payment.amount);
    const debt = Math.max(0, taken - this.#sentBack(payment));
    who.owes += debt - payment.debt;
    if (debt > payment.debt) repay(who);
    if (who.owes < 0) {
      who.posted += -who.owes;
      who.owes = 0;
    }
    payment.reversed = taken;
    payment.debt = debt;
    payment.state = gone === null ? "credited" : gone.as === "refund" ? "refunded" : "charged_back";
  }

  #sentBack(payment: Payment): number {
    return sum(
      this.withdrawals
        .filter((one) => one.payment === payment && one.state === "paid")
        .map(({ amount }) => amount),
    );
  }

  /** The welcome bonus: a tenth of the first top-up of 1 000 RUB or more, once. */
  #followTopUp(payment: Payment, isNew: boolean): void {
    const { who } = payment;
    const left = payment.amount - payment.reversed;
    if (!isNew || who.welcome || left < 100_000) return;
    const bonus = part(left, 1_000, 10_000);
    this.#credit(who, "bonus", bonus, null);
    who.welcome = { payment, base: left, bonus, returned: 0 };
  }

  /** Whatever a top-up brought goes back with it; withdrawals that are not on their way stop while something is owed. */
  #followLoss(payment: Payment): void {
    const { who } = payment;
    const moved = [this.#alignWelcome(payment), this.#alignCashback(payment)];
    if (moved.includes(true)) repay(who);
    // What was asked for last stops first: it may leave room for the others.
    for (const one of this.withdrawals.toReversed())
      if (one.who === who && one.state === "requested" && this.#isInTheWay(one))
        this.release(one, "rejected");
    for (const one of this.withdrawals)
      if (one.who === who && one.state === "paid" && one.aside) {
        this.#free(one);
        repay(who);
      }
    answerDebt(who);
  }

  /** What went back of a bonus is owed; what comes again with a won dispute is the user's at once. Answers whether it changed. */
  #align(who: Person, bonus: { returned: number }, returned: number): boolean {
    const more = returned - bonus.returned;
    bonus.returned = returned;
    if (more > 0) who.owes += more;
    if (more < 0) this.#credit(who, "bonus", -more, null);
    return more !== 0;
  }

  #alignWelcome(payment: Payment): boolean {
    const { welcome } = payment.who;
    if (welcome?.payment !== payment) return false;
    const left = payment.amount - payment.reversed;
    const stays =
      left >= welcome.base ? welcome.bonus : left < 100_000 ? 0 : part(welcome.bonus, left, welcome.base);
    return this.#align(payment.who, welcome, welcome.bonus - stays);
  }

  #alignCashback(payment: Payment): boolean {
    const week = payment.who.weeks.get(weekOf(payment.creditedAt as number));
    if (!week) return false;
    const due = this.#cashbackOf(payment.who, week.start);
    return this.#align(payment.who, week, Math.max(0, week.cashback - due));
  }

  #cashbackOf(who: Person, start: number): number {
    const inWeek = who.payments.filter(
      ({ creditedAt }) => creditedAt !== null && weekOf(creditedAt) === start,
    );
    const total = sum(inWeek.map(({ amount, reversed }) => amount - reversed));
    const percent =
      total >= 3_000_000 ? 5 : total >= 1_000_000 ? 3 : total >= 300_000 ? 2 : total >= 100_000 ? 1 : 0;
    return part(total, percent, 100);
  }

  // Money out

  /** What of a top-up is still unspent: money that came last is spent last. Also the bonus money that is left. */
  unused(who: Person): { topUps: Map<Payment, number>; bonus: number } {
    const topUps = new Map<Payment, number>();
    let left = who.free;
    let bonus = 0;
    let gone = 0;
    const asides = [...who.asides].sort((one, other) => other.at - one.at);
    for (const lot of who.lots.toReversed()) {
      if (left === 0) break;
      while (asides[0] && asides[0].at > lot.at) gone += asides.shift()?.amount ?? 0;
      let amount = lot.amount;
      if (lot.payment) amount = Math.max(0, amount - lot.payment.debt - this.#asked(lot.payment));
      if (lot.kind === "bonus") {
        const taken = Math.min(gone, amount);
        gone -= taken;
        amount -= taken;
      }
      const share = Math.min(left, amount);
      left -= share;
      if (lot.payment) topUps.set(lot.payment, share);
      if (lot.kind === "bonus") bonus += share;
    }
    return { topUps, bonus };
  }

  #asked(payment: Payment): number {
    const open = this.withdrawals.filter(
      (one) => one.payment === payment && (one.state === "requested" || one.state === "paid"),
    );
    return sum(open.map(({ amount }) => amount));
  }

  /** Null when it is refused. */
  askBack(payment: Payment, wanted: number | "all"): Withdrawal | null {
    const { who } = payment;
    if (who.owes > 0 || this.#openOf(who) >= 5 || payment.state === "charged_back") return null;
    const { topUps, bonus } = this.unused(who);
    const largest = topUps.get(payment) ?? 0;
    const amount = wanted === "all" ? largest : wanted;
    if (amount <= 0 || amount > largest || amount < Math.min(10_000, largest)) return null;
    const all = sum([...topUps.values()]);
    const kept = bonus === 0 ? 0 : bonus - part(bonus, all - amount, all);
    who.held += amount + kept;
    const aside = kept === 0 ? null : { amount: kept, at: this.#next() };
    if (aside) who.asides.add(aside);
    const withdrawal: Withdrawal = { who, payment, from: null, amount, aside, state: "requested" };
    this.withdrawals.push(withdrawal);
    return withdrawal;
  }

  /** What the referrals, one's own modems or one's own store earned, into the wallet; null when it is refused. */
  takeEarned(who: Person, amount: number, source: EarnedBalance): Withdrawal | null {
    const earned = who[source];
    if (who.owes > 0 || this.#openOf(who) >= 5 || amount < 9_900 || amount > earned.posted - earned.held)
      return null;
    earned.held += amount;
    const withdrawal: Withdrawal = {
      who,
      payment: null,
      from: earned,
      amount,
      aside: null,
      state: "requested",
    };
    this.withdrawals.push(withdrawal);
    return withdrawal;
  }

  #openOf(who: Person): number {
    return this.withdrawals.filter((one) => one.who === who && one.state === "requested").length;
  }

  #isInTheWay({ who, payment }: Withdrawal): boolean {
    if (who.owes > 0) return true;
    if (!payment) return false;
    return payment.state === "charged_back" || payment.debt + this.#asked(payment) > payment.amount;
  }

  /** Approved by the staff and sent at once. Answers whether it was allowed. */
  approve(withdrawal: Withdrawal): boolean {
    const { who, payment, from, amount } = withdrawal;
    if (withdrawal.state !== "requested" || who.owes > 0) return false;
    if (this.#isInTheWay(withdrawal)) {
      this.release(withdrawal, "rejected");
      return true;
    }
    withdrawal.state = "paid";
    if (from) {
      from.held -= amount;
      from.posted -= amount;
      this.#credit(who, "other", amount, null);
      return true;
    }
    if (!payment) return false;
    who.held -= amount;
    who.posted -= amount;
    payment.gone = { as: "refund", amount: (payment.gone?.amount ?? 0) + amount };
    this.settle(payment);
    return true;
  }

  /** Rejected or cancelled: the money is the user's again. Answers whether it was allowed. */
  release(withdrawal: Withdrawal, state: "rejected" | "cancelled"): boolean {
    if (withdrawal.state !== "requested") return false;
    withdrawal.state = state;
    const from = withdrawal.from ?? withdrawal.who;
    from.held -= withdrawal.amount;
    this.#free(withdrawal);
    return true;
  }

  #free(withdrawal: Withdrawal): void {
    if (!withdrawal.aside) return;
    withdrawal.who.held -= withdrawal.aside.amount;
    withdrawal.who.asides.delete(withdrawal.aside);
    withdrawal.aside = null;
  }

  // Time

  /** Moments at which something changes; the clock of a test must not stop too close to one. */
  edges(): number[] {
    const monday = weekOf(this.now);
    return [
      ...this.orders
        .filter(({ state }) => state === "waiting" || state === "received")
        .map(({ expires }) => expires),
      ...this.payments
        .filter(({ isAsked }) => isAsked)
        .flatMap(({ expires, begun }) => [expires, expires + MINUTE, begun + 3 * DAY]),
      ...this.people.flatMap(({ shares }) =>
        shares.filter(({ state }) => state === "waiting").map(({ due }) => due),
      ),
      ...this.people.flatMap(({ partner }) => partner.dues()),
      ...this.people.flatMap(({ store }) => store.dues()),
      ...this.shop.dues(),
      ...this.rentShop.dues(),
      ...Array.from({ length: 6 }, (_, week) => monday + week * WEEK),
      ...Array.from({ length: 6 }, (_, week) => monday + week * WEEK + 10 * MINUTE),
    ];
  }

  /** Everything that happens by itself once the clock stands there. */
  passTo(moment: number): void {
    this.now = moment;
    for (const order of this.orders) {
      if (order.expires > moment) continue;
      if (order.state === "waiting") this.refundOrder(order, "expired");
      if (order.state === "received") order.state = "completed";
    }
    this.rentShop.passTo(moment);
    this.#settleClaims();
    this.#payStores();
    for (const payment of this.payments) {
      if (!payment.isAsked) continue;
      const isLast = payment.state === "underpaid" && payment.begun < moment - 3 * DAY;
      this.settle(payment);
      if (isLast && payment.state === "underpaid") payment.isAsked = false;
    }
    this.#payWeeks();
    this.calm();
    for (const who of this.people) answerDebt(who);
    this.#payShares();
    for (const { partner } of this.people) partner.passTo(moment);
  }

  #payWeeks(): void {
    const current = weekOf(this.now - 10 * MINUTE);
    for (const who of this.people) {
      const starts = new Set(
        who.payments
          .filter(({ creditedAt }) => creditedAt !== null)
          .map(({ creditedAt }) => weekOf(creditedAt as number)),
      );
      for (const start of [...starts].sort((one, other) => one - other)) {
        if (start >= current || start < this.#decidedUntil) continue;
        const cashback = this.#cashbackOf(who, start);
        if (cashback === 0) continue;
        who.weeks.set(start, { start, cashback, returned: 0 });
        this.#credit(who, "bonus", cashback, null);
      }
    }
    this.#decidedUntil = current;
  }

  #payShares(): void {
    for (const who of this.people) {
      for (const share of who.shares) {
        if (share.state !== "waiting" || share.due > this.now || !who.referrer) continue;
        if (who.owes > 0) {
          share.due = this.now + DAY;
          continue;
        }
        share.state = "paid";
        const { earned } = who.referrer;
        earned.posted += share.amount - share.reversed;
        const taken = Math.min(earned.owed, earned.posted - earned.held);
        earned.posted -= taken;
        earned.owed -= taken;
      }
    }
  }

  /** What a partner owes stops the withdrawals that hold the money, the last one first and no more than it takes. */
  #collect({ partner }: Person): void {
    partner.takeOwed();
    let missing = partner.owed;
    for (const one of this.withdrawals.toReversed()) {
      if (missing <= 0) break;
      if (one.from === partner && this.release(one, "rejected")) missing -= one.amount;
    }
    partner.takeOwed();
  }

  /** What the worker does within seconds of anything: free money pays what is owed. */
  calm(): void {
    for (const who of this.people) {
      repay(who);
      this.#collect(who);
    }
  }
}

function repay(who: Person): void {
  const amount = Math.min(who.free, who.owes);
  if (amount <= 0) return;
  who.posted -= amount;
  who.owes -= amount;
}

/** Money that was spent and never came: the newest purchases of so much earn nobody anything. */
function answerDebt(who: Person): void {
  if (!who.referrer || who.owes === who.answered) return;
  if (who.owes < who.answered) {
    who.answered = who.owes;
    return;
  }
  let left = who.owes - who.answered;
  for (const share of who.shares.toReversed()) {
    const returned = Math.min(left, share.turnover - share.returned);
    left -= returned;
    who.answered += returned;
    returnPart(who, share, returned);
  }
}

/** So much of a purchase was refunded, or never paid: it earns the referrer nothing. */
function returnPart(who: Person, share: Share, amount: number): void {
  share.returned += Math.min(amount, share.turnover - share.returned);
  const reversed = share.amount - part(share.amount, share.turnover - share.returned, share.turnover);
  const more = reversed - share.reversed;
  share.reversed = reversed;
  if (share.state !== "paid" || more === 0 || !who.referrer) return;
  const { earned } = who.referrer;
  const taken = Math.min(earned.posted - earned.held, more);
  earned.posted -= taken;
  earned.owed += more - taken;
}

/** The first Monday, 00:00 UTC, after a moment. */
export function nextMonday(moment: number): number {
  return weekOf(moment) + WEEK;
}

function weekOf(moment: number): number {
  return moment - ((((moment - FIRST_MONDAY) % WEEK) + WEEK) % WEEK);
}

/** amount * share / of, rounded down, exactly. */
function part(amount: number, share: number, of: number): number {
  return of === 0 ? 0 : Number((BigInt(amount) * BigInt(share)) / BigInt(of));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
