import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { chargeOf, minorOf, minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { Gateways, PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { connectProvider, paymentMethods } from "#features/payments/payments.gateway.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenRate } from "#features/pricing/rates/rates.factory.ts";
import { one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { allStandIns } from "#lib/payment-stand-ins/registry.ts";
import type {
  NoticeOptions,
  ProviderStandIn,
  SignedNotice,
  StandInPayment,
} from "#lib/payment-stand-ins/stand-in.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/**
 * What every provider's adapter promises, whatever the provider (reliability, invariants Y1 to Y6), is tried by the suites
 * `*.contract.db.test.ts` beside this; each that imports it has a database of its own.
 *
 * Every method whose payers go to a provider's page is tried, with the stand-in that `lib/payment-stand-ins/registry.ts` has
 * for its provider: `answer` speaks the provider's API out of `payments` (make them with `this.open`, refunds with
 * `this.refund`, both once per reference), `notice` signs as the provider does. The suites change `state`, `paid`, `refunds`
 * and `disputed` of a payment and look only at the product. What a provider cannot do, its stand-in says (`cannot`). One
 * provider alone: `npm test -- contract.db -t cryptomus`.
 */
const standIns = new Map(allStandIns());
/** Ways to pay whose payers go to a provider's page. */
export const methods = paymentMethods
  .filter(({ screen }) => screen === "redirect")
  .map((method) => ({ ...method, name: method.id }));

export const AMOUNT_KOPECKS = 200_000;
export const RATE = "81.500000";
/** Busy machines answer slowly; only a provider that never answers is waited for briefly. */
const PATIENT_MS = 20_000;
const IMPATIENT_MS = 500;
/** What refused notices may change: they leave a hash. */
export const MAY_CHANGE = ["payments_notices"];

export const { db, owner } = await useTestDb();
let lastUser = 40_000;
/** A user with no payment and no money. */
export const freshUser = () => ++lastUser;
let lastKey = 0;
/** An idempotency key that nobody has used. */
export const freshKey = () => `contract-key-${++lastKey}`;
const offer = { countryId: 6 };
await givenOffer(owner, { ...offer, priceKopecks: 150_000, count: 50 });

export type ContractPayment = {
  readonly id: number;
  readonly user: number;
  readonly payment: StandInPayment;
};

function standInOf(provider: string): ProviderStandIn {
  const standIn = standIns.get(provider);
  if (!standIn) throw new Error(`lib/payment-stand-ins/registry.ts has no stand-in for ${provider}`);
  return standIn;
}

/** A method with its provider's stand-in, started for the tests of a `describe`, and what they do with it. */
export function contractOf(method: (typeof methods)[number]) {
  const { provider, currency } = method;
  const standIn = standInOf(provider);
  const { cannot } = standIn;
  /** A short time limit keeps the tests quick. */
  const connect = (timeoutMs: number): PaymentGateway => {
    const gateway = connectProvider(provider, standIn.settingsAt(standIn.url), timeoutMs);
    if (!gateway) throw new Error(`the settings of the stand-in do not set ${provider} up`);
    return gateway;
  };
  const charge = chargeOf(kopecks(AMOUNT_KOPECKS), currency, RATE);
  let gateway: PaymentGateway;
  let gateways: Gateways;
  let impatient: Gateways;
  let api: ReturnType<typeof testApi>;
  let impatientApi: ReturnType<typeof testApi>;

  beforeAll(async () => {
    await standIn.start();
    gateway = connect(PATIENT_MS);
    gateways = new Map([[gateway.id, gateway]]);
    impatient = new Map([[gateway.id, connect(IMPATIENT_MS)]]);
    [api, impatientApi] = [apiOf(gateways), apiOf(impatient)];
  });
  afterAll(() => standIn.stop());
  beforeEach(async () => {
    Object.assign(standIn, { fault: "none", answersToLose: 0, answersToKeep: 0, refundFate: "done" });
    await resetClock(owner);
    await givenRate(owner, RATE);
  });

  const begin = (user: number, key: string) =>
    api.call("POST", "/api/payments", {
      body: { method: method.id, amountKopecks: AMOUNT_KOPECKS },
      headers: { "x-test-user": String(user), "idempotency-key": key },
    });
  async function start(): Promise<ContractPayment> {
    const user = freshUser();
    const { status, body } = await begin(user, freshKey());
    expect(status).toBe(201);
    const [payment] = standIn.paymentsOf(referenceOf(body.id));
    if (!payment) throw new Error("the stand-in has no payment");
    return { id: body.id, user, payment };
  }
  const send = ({ rawBody, headers }: SignedNotice, through = api) =>
    through.call("POST", `/api/payments/webhooks/${provider}`, { rawBody, headers });
  const tell = async (payment: StandInPayment, options: NoticeOptions = {}) =>
    (await send(standIn.notice(payment, options))).status;
  const pay = (payment: StandInPayment, paid = charge.amount, paidCurrency: string = currency) =>
    Object.assign(payment, { state: "paid", paid, paidCurrency });
  const stateOf = async ({ id, user }: ContractPayment) =>
    (await api.call("GET", `/api/payments/${id}`, { headers: { "x-test-user": String(user) } })).body.state;
  const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;
  const later = (interval: string) => moveClock(owner, interval);
  const ask = async (asked = gateways) => {
    while ((await askProviders(db, asked)) > 0);
  };
  /** The charge less or more some smallest units. */
  const near = (difference: bigint) =>
    minorText((minorOf(charge.amount, currency) ?? 0n) + difference, currency);
  const half = minorText((minorOf(charge.amount, currency) ?? 0n) / 2n, currency);
  const credited = async (): Promise<ContractPayment> => {
    const started = await start();
    pay(started.payment);
    expect(await tell(started.payment)).toBe(200);
    expect(await stateOf(started)).toBe("credited");
    return started;
  };
  /** Reserves 1,500 roubles of the wallet for a number. Answers the order. */
  const buy = async (user: number) => {
    const { countryId } = offer;
    const { activation_id } = await one<{ activation_id: number }>(
      db,
      sql`select activation_id from activations_buy_one(${user}, ${`buy-${++lastKey}`}, 'hash', 52, ${countryId}, 'any', null,
            'site', 20, '{}'::int[], '{}'::int[], '{}'::bigint[])`,
    );
    return activation_id;
  };

  const takenOf = (id: number) =>
    one<{ taken: number; debt: number }>(
      db,
      sql`select reversed_kopecks as taken, debt_kopecks as debt from payments where id = ${id}`,
    );
  async function referenceFor(user: number): Promise<string> {
    const { id } = await one<{ id: number }>(
      db,
      sql`select max(id) as id from payments where user_id = ${user}`,
    );
    return referenceOf(id);
  }

  return {
    ...{ standIn, cannot, currency, charge, half, near },
    ...{
      begin,
      start,
      credited,
      pay,
      send,
      tell,
      ask,
      later,
      buy,
      stateOf,
      balanceOf,
      takenOf,
      referenceFor,
    },
    /** With a long time limit, and the API over it. */
    gateway: () => gateway,
    /** The same with a short one. */
    impatient: () => ({ gateways: impatient, api: impatientApi }),
  };
}

function apiOf(gateways: Gateways) {
  return testApi(db, createPaymentRoutes(gateways));
}

/** An id of the same form that nobody knows. */
export function otherId(id: string): string {
  const last = id.at(-1) === "7" ? "8" : "7";
  return `${id.slice(0, -1)}${last}`;
}
