import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { repayDebts } from "#features/ledger/debts/debts.jobs.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { chargeOf, minorOf, minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { Gateways, PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { connectProvider, paymentMethods } from "#features/payments/payments.gateway.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { guest, type UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { allStandIns } from "#lib/payment-stand-ins/registry.ts";
import type {
  NoticeOptions,
  ProviderStandIn,
  SignedNotice,
  StandInPayment,
} from "#lib/payment-stand-ins/stand-in.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/**
 * What every provider's adapter promises, whatever the provider (reliability, invariants Y1 to Y6).
 *
 * Every method whose payers go to a provider's page is tried, with the stand-in that `lib/payment-stand-ins/registry.ts` has
 * for its provider: `answer` speaks the provider's API out of `payments` (make them with `this.open`, refunds with
 * `this.refund`, both once per reference), `notice` signs as the provider does. The suite changes `state`, `paid`, `refunds`
 * and `disputed` of a payment and looks only at the product. What a provider cannot do, its stand-in says (`cannot`). One
 * provider alone: `vitest run <this file> -t cryptomus`.
 */
const standIns = new Map(allStandIns());
const methods = paymentMethods
  .filter(({ screen }) => screen === "redirect")
  .map((method) => ({ ...method, name: method.id }));

const AMOUNT_KOPECKS = 200_000;
const RATE = "81.500000";
/** Busy machines answer slowly; only a provider that never answers is waited for briefly. */
const PATIENT_MS = 20_000;
const IMPATIENT_MS = 500;
/** Refused notices leave a hash. */
const MAY_CHANGE = ["payments_notices"];

const { db, owner } = await useTestDb();
let lastUser = 40_000;
let lastKey = 0;
const offer = { countryId: 6 };
await givenOffer(owner, { ...offer, priceKopecks: 150_000, count: 50 });

type Started = { readonly id: number; readonly user: number; readonly payment: StandInPayment };

function standInOf(provider: string): ProviderStandIn {
  const standIn = standIns.get(provider);
  if (!standIn) throw new Error(`lib/payment-stand-ins/registry.ts has no stand-in for ${provider}`);
  return standIn;
}

describe.each(methods)("$name", (method) => {
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
    await execute(owner, sql`update job_clock set offset_interval = '0'`);
    await execute(owner, sql`update pricing_usd_rates set rub_per_usd = ${RATE}::numeric`);
  });

  const begin = (user: number, key: string) =>
    api.call("POST", "/api/payments", {
      body: { method: method.id, amountKopecks: AMOUNT_KOPECKS },
      headers: { "x-test-user": String(user), "idempotency-key": key },
    });
  async function start(): Promise<Started> {
    const user = ++lastUser;
    const { status, body } = await begin(user, `contract-key-${++lastKey}`);
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
  const stateOf = async ({ id, user }: Started) =>
    (await api.call("GET", `/api/payments/${id}`, { headers: { "x-test-user": String(user) } })).body.state;
  const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;
  const later = (interval: string) =>
    execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
  const ask = async (asked = gateways) => {
    while ((await askProviders(db, asked)) > 0);
  };
  /** The charge less or more some smallest units. */
  const near = (difference: bigint) =>
    minorText((minorOf(charge.amount, currency) ?? 0n) + difference, currency);
  const half = minorText((minorOf(charge.amount, currency) ?? 0n) / 2n, currency);
  const credited = async (): Promise<Started> => {
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

  describe("paying", () => {
    test("a paid one is credited with exactly the agreed amount; charge and rate stay with it", async () => {
      const started = await credited();
      expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
      const row = await one<{ charge: string; currency: string; rate: string | null; payer: string | null }>(
        db,
        sql`select charge_amount as charge, charge_currency as currency, rub_per_unit::text as rate,
              payer_fingerprint as payer from payments where id = ${started.id}`,
      );
      expect(row).toMatchObject({ currency, rate: currency === "RUB" ? null : RATE });
      expect(minorOf(row.charge, currency)).toBe(minorOf(charge.amount, currency));
      if (row.payer !== null) expect(row.payer).toMatch(/^[0-9a-f]{64}$/);
    });

    test("the same notice 100 times in parallel credits once", async () => {
      const started = await start();
      pay(started.payment);
      const notice = standIn.notice(started.payment);
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(notice)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
      expect((await getBalance(db, started.user)).version).toBe(1);
    });

    test("notices in every order end in the provider's newest state", async () => {
      const stages: ((payment: StandInPayment) => void)[] = [
        () => {},
        (payment) => Object.assign(payment, { state: "processing" }),
        (payment) => pay(payment),
      ];
      const takes = !cannot.includes("dispute");
      if (takes) stages.push((payment) => Object.assign(payment, { disputed: charge.amount }));
      for (const order of permutations(stages.map((_stage, index) => index))) {
        const started = await start();
        const notices = stages.map((stage, index) => {
          stage(started.payment);
          return standIn.notice(started.payment, index === 3 ? { about: "dispute" } : {});
        });
        for (const index of order) expect((await send(notices[index] as SignedNotice)).status).toBe(200);
        expect(await stateOf(started)).toBe(takes ? "charged_back" : "credited");
        expect(await balanceOf(started.user)).toBe(takes ? 0 : AMOUNT_KOPECKS);
        expect(await getDebt(db, started.user)).toBe(0);
      }
    });

    test("three days late, after it expired here, it is still credited", async () => {
      const started = await start();
      await later("2 hours");
      await ask();
      await later("3 days");
      Object.assign(pay(started.payment), { isLate: true });
      expect(await tell(started.payment)).toBe(200);
      expect(await stateOf(started)).toBe("credited");
      expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
    });

    test("before the answer to the beginning was stored, the notice finds its payment", async () => {
      const user = ++lastUser;
      const key = `contract-key-${++lastKey}`;
      // Whatever the adapter calls before (a token, a look-up), the order must be made; its answer is lost.
      for (let calls = 0; calls < 3; calls += 1) {
        Object.assign(standIn, { answersToKeep: calls, answersToLose: 1 });
        await begin(user, key);
        if (standIn.paymentsOf(await referenceFor(user)).length > 0) break;
      }
      const [payment] = standIn.paymentsOf(await referenceFor(user));
      if (!payment) throw new Error("nothing was opened");
      pay(payment);
      expect(await tell(payment)).toBe(200);
      expect(await balanceOf(user)).toBe(AMOUNT_KOPECKS);
    });

    test("an answer to the beginning that got lost and is asked for again makes one payment", async () => {
      const user = ++lastUser;
      const key = `contract-key-${++lastKey}`;
      standIn.answersToLose = 1;
      expect((await begin(user, key)).status).toBe(503);
      expect((await begin(user, key)).status).toBe(201);
      expect((await begin(user, key)).status).toBe(201);
      expect(standIn.paymentsOf(await referenceFor(user))).toHaveLength(1);
    });

    test("a notice that was lost is made up for by asking", async () => {
      const started = await start();
      pay(started.payment);
      await later("11 seconds");
      await ask();
      expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
    });

    test("after a crash between commit and answer, the repeated notice changes nothing", async () => {
      const started = await start();
      pay(started.payment);
      const notice = standIn.notice(started.payment);
      await send(notice);
      await execute(owner, sql`update payments_notices set outcome = null`);
      expect((await send(notice)).status).toBe(200);
      expect((await getBalance(db, started.user)).version).toBe(1);
      expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
    });
  });

  describe("what is not the agreed payment", () => {
    test.each([
      ["the smallest unit less", () => ({ paid: near(-1n) }), "underpaid"],
      ["half", () => ({ paid: half }), "underpaid"],
      ["the smallest unit more", () => ({ paid: near(1n) }), "overpaid"],
      ["another currency", () => ({ paidCurrency: currency === "EUR" ? "USD" : "EUR" }), "underpaid"],
    ] as const)("a payment with %s is never credited", async (_name, part, state) => {
      const started = await start();
      pay(started.payment);
      Object.assign(started.payment, part());
      expect(await tell(started.payment)).toBe(200);
      expect(await stateOf(started)).toBe(state);
      expect(await balanceOf(started.user)).toBe(0);
    });

    test.skipIf(cannot.includes("decline"))(
      "a refused one fails, and is credited if it is paid later",
      async () => {
        const started = await start();
        started.payment.state = "declined";
        expect(await tell(started.payment)).toBe(200);
        expect(await stateOf(started)).toBe("failed");
        pay(started.payment);
        await tell(started.payment);
        expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
      },
    );

    test.skipIf(cannot.includes("expire"))("one whose time is over expires", async () => {
      const started = await start();
      started.payment.state = "expired";
      await later("11 seconds");
      await ask();
      expect(await stateOf(started)).toBe("expired");
    });

    test("a notice of an unknown payment, or of another shop's, changes nothing", async () => {
      const started = await start();
      const foreign = {
        ...started.payment,
        id: otherId(started.payment.id),
        reference: "order-1",
        refunds: [],
      };
      pay(foreign);
      const notice = standIn.notice(foreign);
      const before = await databaseImage(owner, MAY_CHANGE);
      expect((await send(notice)).status).toBe(200);
      standIn.payments.set(foreign.id, foreign);
      expect((await send(notice)).status).toBe(200);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });

    test("a second payment of the provider for the same reference is never credited", async () => {
      const started = await start();
      const second = { ...started.payment, id: otherId(started.payment.id), refunds: [] };
      standIn.payments.set(second.id, second);
      pay(second);
      expect(await tell(second)).toBe(200);
      expect(await balanceOf(started.user)).toBe(0);
    });

    test("the notice's own words decide nothing: unpaid at the provider is unpaid here", async () => {
      const started = await start();
      const notice = standIn.notice(pay({ ...started.payment }));
      expect((await send(notice)).status).toBe(200);
      expect(await stateOf(started)).toBe("pending");
      expect(await balanceOf(started.user)).toBe(0);
    });
  });

  describe("forged notices", () => {
    const forgeries: [string, (payment: StandInPayment) => SignedNotice][] = [
      ["no signature", (payment) => standIn.unsigned(standIn.notice(payment))],
      ["the signature of another key", (payment) => standIn.notice(payment, { isForged: true })],
      [
        "a right signature on another body",
        (payment) => {
          const { rawBody, headers } = standIn.notice(payment);
          return { rawBody: rawBody.replace(/\}\s*$/, ',"more":"words"}'), headers };
        },
      ],
      ["a signature that is no text of a signature", (payment) => standIn.misSigned(standIn.notice(payment))],
    ];

    test.each(forgeries)("%s: refused, the provider is not asked, no row changes", async (_name, forge) => {
      const started = await start();
      pay(started.payment);
      await tell({ ...started.payment, id: otherId(started.payment.id) });
      const notice = forge(started.payment);
      const before = await databaseImage(owner, MAY_CHANGE);
      const calls = standIn.calls;
      expect((await send(notice)).status).toBe(401);
      expect(standIn.calls).toBe(calls);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });

    test.skipIf(standIn.oldestNoticeSeconds === null)("one that is too old is refused", async () => {
      const started = await start();
      pay(started.payment);
      const ageSeconds = (standIn.oldestNoticeSeconds ?? 0) + 120;
      const before = await databaseImage(owner, MAY_CHANGE);
      expect(await tell(started.payment, { ageSeconds })).toBe(401);
      expect(await databaseImage(owner, MAY_CHANGE)).toEqual(before);
    });
  });

  describe("a provider that is not well", () => {
    test.each(["5xx", "nonsense", "silence"] as const)(
      "%s: the payment stays pending and is asked again",
      async (fault) => {
        const started = await start();
        pay(started.payment);
        const notice = standIn.notice(started.payment);
        standIn.fault = fault;
        expect((await send(notice, impatientApi)).status).toBe(503);
        await later("11 seconds");
        await ask(impatient);
        expect(await stateOf(started)).toBe("pending");
        standIn.fault = "none";
        expect((await send(notice)).status).toBe(200);
        expect(await balanceOf(started.user)).toBe(AMOUNT_KOPECKS);
      },
    );

    test("one that cannot be reached expires nothing", async () => {
      const started = await start();
      standIn.fault = "5xx";
      await later("2 hours");
      await ask();
      expect(await stateOf(started)).toBe("pending");
    });
  });

  describe.skipIf(cannot.includes("refund"))("sending money back", () => {
    const order = ({ payment, id }: Started, amount = charge.amount) => ({
      providerPaymentId: payment.id,
      reference: `refund-${id}`,
      amount,
      currency,
    });

    test.each(["done", "pending", "refused"] as const)(
      "%s, and the same again when asked again",
      async (fate) => {
        const started = await credited();
        standIn.refundFate = fate;
        const first = await gateway.refund?.(order(started));
        expect(first?.state).toBe(fate);
        expect(await gateway.refund?.(order(started))).toEqual(first);
        expect(started.payment.refunds).toHaveLength(1);
      },
    );

    test("a lost answer is asked for again and sends nothing twice", async () => {
      const started = await credited();
      for (let tries = 0; tries < 6 && started.payment.refunds.length === 0; tries += 1) {
        // The adapter may look things up before: lose the answer of each of its calls in turn.
        await loseAnswer(tries, () => gateway.refund?.(order(started, half)));
      }
      expect((await gateway.refund?.(order(started, half)))?.state).toBe("done");
      expect(started.payment.refunds).toHaveLength(1);
      expect(minorOf(started.payment.refunds[0]?.amount ?? "", currency)).toBe(minorOf(half, currency));
    });

    /** Loses the answer to call number `position` (from 0) of what `work` does. */
    async function loseAnswer(position: number, work: () => Promise<unknown> | undefined): Promise<void> {
      const from = standIn.calls;
      const timer = setInterval(() => {
        if (standIn.calls >= from + position) standIn.answersToLose = 1;
      }, 0);
      if (position === 0) standIn.answersToLose = 1;
      await work()?.catch(() => undefined);
      clearInterval(timer);
      standIn.answersToLose = 0;
    }

    test("a refund made at the provider takes the money from the wallet, in part and then all of it", async () => {
      const started = await credited();
      await gateway.refund?.(order(started, half));
      expect(await tell(started.payment, { about: "refund" })).toBe(200);
      expect(await stateOf(started)).toBe("refunded");
      const row = await takenOf(started.id);
      const left = AMOUNT_KOPECKS - row.taken;
      expect(Math.abs(row.taken - AMOUNT_KOPECKS / 2)).toBeLessThan(200);
      expect(await balanceOf(started.user)).toBe(left);
      const rest = near(-(minorOf(half, currency) ?? 0n));
      await gateway.refund?.({ ...order(started, rest), reference: `refund-rest-${started.id}` });
      expect(await tell(started.payment, { about: "refund" })).toBe(200);
      expect(await takenOf(started.id)).toEqual({ taken: AMOUNT_KOPECKS, debt: AMOUNT_KOPECKS });
      expect(await balanceOf(started.user)).toBe(0);
      expect(await getDebt(db, started.user)).toBe(0);
    });
  });

  describe.skipIf(cannot.includes("dispute"))("charge-backs", () => {
    test("what the wallet does not hold is owed, never below zero, and paid by the next money", async () => {
      const started = await credited();
      const order = await buy(started.user);
      started.payment.disputed = charge.amount;
      const notice = standIn.notice(started.payment, { about: "dispute" });
      await Promise.all(Array.from({ length: 20 }, () => send(notice)));
      expect(await stateOf(started)).toBe("charged_back");
      expect(await balanceOf(started.user)).toBe(0);
      expect(await getDebt(db, started.user)).toBe(150_000);
      await execute(
        owner,
        sql`select ledger_move('demo_credit', ${started.user}, 'main', 40000, ${`more:${started.user}`}, 'test')`,
      );
      await repayDebts(db);
      expect(await getDebt(db, started.user)).toBe(110_000);
      // Money that an order gives back.
      await cancelActivation(db, started.user, order);
      await Promise.all(Array.from({ length: 8 }, () => repayDebts(db)));
      expect(await getDebt(db, started.user)).toBe(0);
      expect(await balanceOf(started.user)).toBe(40_000);
    });

    test("the next top-up pays what is owed before it can be spent", async () => {
      const first = await credited();
      await buy(first.user);
      first.payment.disputed = charge.amount;
      await tell(first.payment, { about: "dispute" });
      const { body } = await begin(first.user, `contract-key-${++lastKey}`);
      const [second] = standIn.paymentsOf(referenceOf(body.id));
      if (!second) throw new Error("nothing was opened");
      pay(second);
      await tell(second);
      expect(await getDebt(db, first.user)).toBe(0);
      expect(await balanceOf(first.user)).toBe(50_000);
    });

    test("a won dispute gives back what it took, whatever was paid of it", async () => {
      const started = await credited();
      await buy(started.user);
      started.payment.disputed = charge.amount;
      await tell(started.payment, { about: "dispute" });
      started.payment.disputed = null;
      expect(await tell(started.payment, { about: "dispute" })).toBe(200);
      expect(await stateOf(started)).toBe("credited");
      expect(await getDebt(db, started.user)).toBe(0);
      expect(await balanceOf(started.user)).toBe(50_000);
      expect(await takenOf(started.id)).toEqual({ taken: 0, debt: 0 });
    });

    test("purchases and a charge-back at once: nothing is spent twice, nothing falls below zero", async () => {
      const started = await credited();
      started.payment.disputed = charge.amount;
      const notice = standIn.notice(started.payment, { about: "dispute" });
      await Promise.all([
        ...Array.from({ length: 5 }, () => buy(started.user)),
        ...Array.from({ length: 5 }, () => send(notice)),
        ...Array.from({ length: 5 }, () => repayDebts(db)),
      ]);
      const { availableKopecks, heldKopecks } = await getBalance(db, started.user);
      const owed = await getDebt(db, started.user);
      expect([0, 150_000]).toContain(heldKopecks);
      expect([availableKopecks, owed]).toEqual([0, heldKopecks]);
    });

    test("an older answer that comes in after a newer one does not decide", async () => {
      const started = await credited();
      const ids: PaymentGateway["fetchStatus"] = gateway.fetchStatus.bind(gateway);
      let isFirst = true;
      const slow: PaymentGateway = {
        ...gateway,
        async fetchStatus(id, database) {
          const answer = await ids(id, database);
          if (isFirst) {
            isFirst = false;
            // Meanwhile the dispute is opened, told and taken in.
            started.payment.disputed = charge.amount;
            await settlePayment(db, gateway, id);
          }
          return answer;
        },
      };
      await settlePayment(db, slow, started.payment.id);
      expect(await stateOf(started)).toBe("charged_back");
      expect(await balanceOf(started.user)).toBe(0);
    });
  });

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
});

function apiOf(gateways: Gateways) {
  return testApi(db, createPaymentRoutes(gateways), async (request) => {
    const userId = Number(request.headers.get("x-test-user"));
    return userId ? { kind: "user", userId: userId as UserId, role: "user", via: "bearer" } : guest;
  });
}

/** An id of the same form that nobody knows. */
function otherId(id: string): string {
  const last = id.at(-1) === "7" ? "8" : "7";
  return `${id.slice(0, -1)}${last}`;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
