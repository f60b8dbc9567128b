import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import {
  approve,
  ask,
  db,
  givenRequest,
  owner,
  provider,
  send,
  spend,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

type Reversed = { as: "refund" | "charge_back"; kopecks: number };

/** A withdrawal of so much out of 1 000 roubles that is being sent: the provider's answer was lost. */
async function givenLostAnswer(part: number) {
  const request = await givenRequest(100_000, part);
  await approve(request.id);
  provider.losesAnswers = true;
  await send();
  provider.losesAnswers = false;
  expect(await stateOf(request.id)).toBe("sending");
  return request;
}

/** The provider says of a payment of 1 000 roubles what was reversed of it, by whomever. */
async function tellReversed(paymentId: number, reversed: Reversed): Promise<void> {
  const { providerPaymentId } = await one<{ providerPaymentId: string }>(
    db,
    sql`select provider_payment_id as "providerPaymentId" from payments where id = ${paymentId}`,
  );
  await withTransaction(db, (tx) =>
    takeAnswerIn(tx, "test-gateway", {
      providerPaymentId,
      reference: referenceOf(paymentId),
      state: "paid",
      paidAmount: "1000.00",
      paidCurrency: "RUB",
      reversed: { as: reversed.as, amount: decimalRoubles(kopecks(reversed.kopecks)) },
      payerFingerprint: null,
    }),
  );
}

/** Asks the provider once more about what is being sent; it refuses. */
async function sendRefused(): Promise<void> {
  provider.answer = "refused";
  await moveClock(owner, "1 minute");
  await send();
}

const takenBy = (paymentId: number) =>
  one(
    db,
    sql`select p.state, p.debt_kopecks as debt,
          (select array_agg(t.kind order by t.id) from ledger_transfers t
            where t.reference like 'payment:test-gateway:' || p.provider_payment_id || ':taken:%') as moves
        from payments p where p.id = ${paymentId}`,
  );

test.each([
  ["refund", "refunded", "payment_refund"],
  ["charge_back", "charged_back", "charge_back"],
] as const)(
  "a %s by others while our refund is on its way is paid out of the balance once our refund is refused",
  async (as, state, kind) => {
    const { user, paymentId, id } = await givenLostAnswer(100_000);
    await tellReversed(paymentId, { as, kopecks: 100_000 });
    expect(await getDebt(db, user)).toBe(0);
    await sendRefused();
    expect(await stateOf(id)).toBe("returned");
    expect(await walletOf(user)).toEqual({ posted: 0, held: 0, available: 0 });
    expect(await getDebt(db, user)).toBe(0);
    expect(await takenBy(paymentId)).toEqual({ state, debt: 100_000, moves: [kind] });
    await tellReversed(paymentId, { as, kopecks: 100_000 });
    expect(await takenBy(paymentId)).toEqual({ state, debt: 100_000, moves: [kind] });
  },
);

test("what the balance cannot pay of a refund by others stays a debt once our refund is refused", async () => {
  const { user, paymentId } = await givenLostAnswer(60_000);
  await spend(user, 40_000);
  await tellReversed(paymentId, { as: "refund", kopecks: 100_000 });
  expect(await getDebt(db, user)).toBe(40_000);
  await sendRefused();
  expect(await walletOf(user)).toMatchObject({ posted: 40_000, held: 40_000, available: 0 });
  expect(await getDebt(db, user)).toBe(40_000);
  expect(await takenBy(paymentId)).toMatchObject({ debt: 100_000 });
});

test("a refund by others that was owed in full stays so while ours is on its way, whatever is told, and once ours is refused", async () => {
  const { user, paymentId } = await givenLostAnswer(40_000);
  await tellReversed(paymentId, { as: "refund", kopecks: 100_000 });
  expect(await takenBy(paymentId)).toMatchObject({ debt: 60_000 });
  await tellReversed(paymentId, { as: "refund", kopecks: 60_000 });
  expect(await takenBy(paymentId)).toMatchObject({ debt: 60_000 });
  expect(await walletOf(user)).toEqual({ posted: 40_000, held: 40_000, available: 0 });
  await sendRefused();
  expect(await takenBy(paymentId)).toMatchObject({ debt: 60_000 });
  expect(await walletOf(user)).toEqual({ posted: 40_000, held: 0, available: 40_000 });
});

test("what others gave back of a refund while ours was on its way lowers the debt once ours has arrived", async () => {
  const { user, paymentId, id } = await givenLostAnswer(40_000);
  await tellReversed(paymentId, { as: "charge_back", kopecks: 60_000 });
  expect(await takenBy(paymentId)).toMatchObject({ debt: 20_000 });
  await tellReversed(paymentId, { as: "refund", kopecks: 40_000 });
  expect(await takenBy(paymentId)).toMatchObject({ debt: 20_000 });
  await moveClock(owner, "1 minute");
  await send();
  expect(await stateOf(id)).toBe("paid");
  await tellReversed(paymentId, { as: "refund", kopecks: 40_000 });
  expect(await takenBy(paymentId)).toMatchObject({ debt: 0 });
  expect(await walletOf(user)).toEqual({ posted: 60_000, held: 0, available: 60_000 });
});

test("a debt never shrinks because a refund of ours is refused", async () => {
  const { user, paymentId, id } = await givenRequest(100_000, 50_000);
  const body = { source: "top_up", method: "source", amountKopecks: 30_000, paymentId };
  const { id: arrives } = (await ask(user, body)).body;
  await tellReversed(paymentId, { as: "refund", kopecks: 20_000 });
  await approve(arrives);
  await send();
  expect(await stateOf(arrives)).toBe("paid");
  await approve(id);
  await sendRefused();
  expect(await stateOf(id)).toBe("returned");
  expect(await takenBy(paymentId)).toMatchObject({ debt: 20_000, moves: ["payment_refund"] });
  expect(await walletOf(user)).toEqual({ posted: 50_000, held: 0, available: 50_000 });
});

test("a refused refund of a payment of which nothing was reversed makes no debt", async () => {
  const { user, paymentId, id } = await givenLostAnswer(100_000);
  await sendRefused();
  expect(await stateOf(id)).toBe("returned");
  expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
  expect(await takenBy(paymentId)).toEqual({ state: "credited", debt: 0, moves: null });
});
