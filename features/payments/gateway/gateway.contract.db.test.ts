import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { minorOf } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  AMOUNT_KOPECKS,
  contractOf,
  db,
  freshKey,
  freshUser,
  MAY_CHANGE,
  methods,
  otherId,
  owner,
  RATE,
} from "#features/payments/gateway/gateway-contract.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import type { SignedNotice, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import { databaseImage } from "#lib/testing/database-image.ts";

describe.each(methods)("$name", (method) => {
  const {
    standIn,
    cannot,
    currency,
    charge,
    half,
    near,
    begin,
    start,
    credited,
    pay,
    send,
    tell,
    ask,
    later,
    stateOf,
    balanceOf,
    referenceFor,
  } = contractOf(method);

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
      const user = freshUser();
      const key = freshKey();
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
      const user = freshUser();
      const key = freshKey();
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
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
