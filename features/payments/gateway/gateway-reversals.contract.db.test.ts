import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { repayDebts } from "#features/ledger/debts/debts.jobs.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { minorOf } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  AMOUNT_KOPECKS,
  type ContractPayment,
  contractOf,
  db,
  freshKey,
  methods,
  owner,
} from "#features/payments/gateway/gateway-contract.factory.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { execute } from "#lib/db/query.ts";

describe.each(methods)("$name", (method) => {
  const {
    standIn,
    cannot,
    currency,
    charge,
    half,
    near,
    begin,
    credited,
    pay,
    send,
    tell,
    buy,
    stateOf,
    balanceOf,
    takenOf,
    gateway,
  } = contractOf(method);

  describe.skipIf(cannot.includes("refund"))("sending money back", () => {
    const order = ({ payment, id }: ContractPayment, amount = charge.amount) => ({
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
        const first = await gateway().refund?.(order(started));
        expect(first?.state).toBe(fate);
        expect(await gateway().refund?.(order(started))).toEqual(first);
        expect(started.payment.refunds).toHaveLength(1);
      },
    );

    test("a lost answer is asked for again and sends nothing twice", async () => {
      const started = await credited();
      for (let tries = 0; tries < 6 && started.payment.refunds.length === 0; tries += 1) {
        // The adapter may look things up before: lose the answer of each of its calls in turn.
        await loseAnswer(tries, () => gateway().refund?.(order(started, half)));
      }
      expect((await gateway().refund?.(order(started, half)))?.state).toBe("done");
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
      await gateway().refund?.(order(started, half));
      expect(await tell(started.payment, { about: "refund" })).toBe(200);
      expect(await stateOf(started)).toBe("refunded");
      const row = await takenOf(started.id);
      const left = AMOUNT_KOPECKS - row.taken;
      expect(Math.abs(row.taken - AMOUNT_KOPECKS / 2)).toBeLessThan(200);
      expect(await balanceOf(started.user)).toBe(left);
      const rest = near(-(minorOf(half, currency) ?? 0n));
      await gateway().refund?.({ ...order(started, rest), reference: `refund-rest-${started.id}` });
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
      const { body } = await begin(first.user, freshKey());
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
      const ids: PaymentGateway["fetchStatus"] = gateway().fetchStatus.bind(gateway());
      let isFirst = true;
      const slow: PaymentGateway = {
        ...gateway(),
        async fetchStatus(id, database) {
          const answer = await ids(id, database);
          if (isFirst) {
            isFirst = false;
            // Meanwhile the dispute is opened, told and taken in.
            started.payment.disputed = charge.amount;
            await settlePayment(db, gateway(), id);
          }
          return answer;
        },
      };
      await settlePayment(db, slow, started.payment.id);
      expect(await stateOf(started)).toBe("charged_back");
      expect(await balanceOf(started.user)).toBe(0);
    });
  });
});
