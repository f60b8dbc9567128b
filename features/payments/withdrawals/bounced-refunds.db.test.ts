import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import { sumMoneyIn } from "#features/payments/turnover/money-in.reads.ts";
import {
  approve,
  db,
  givenRequest,
  listOf,
  movesOf,
  owner,
  provider,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

/** A refund of so much out of 1 000 roubles that its provider has made, and counts as sent back. */
async function givenRefund(part = 100_000) {
  const request = await givenRequest(100_000, part);
  await approve(request.id);
  await send();
  expect(await stateOf(request.id)).toBe("paid");
  await tell(request.paymentId, part);
  return request;
}

/** The provider says of a payment of 1 000 roubles how much was reversed of it in all, by us or by others. */
async function tell(paymentId: number, reversedKopecks: number, as: "refund" | "charge_back" = "refund") {
  const { providerPaymentId } = await one<{ providerPaymentId: string }>(
    db,
    sql`select provider_payment_id as "providerPaymentId" from payments where id = ${paymentId}`,
  );
  const amount = decimalRoubles(kopecks(reversedKopecks));
  await withTransaction(db, (tx) =>
    takeAnswerIn(tx, "test-gateway", {
      ...{ providerPaymentId, reference: referenceOf(paymentId), state: "paid", paidAmount: "1000.00" },
      ...{
        paidCurrency: "RUB",
        payerFingerprint: null,
        reversed: reversedKopecks > 0 ? { as, amount } : null,
      },
    }),
  );
}

const paymentOf = (id: number) =>
  one(db, sql`select state, debt_kopecks as debt from payments where id = ${id}`);

test("a refund that fails at its provider days after it was made is the user's money again, once", async () => {
  const { user, paymentId, id } = await givenRefund();
  const before = await sumMoneyIn(db, 7);
  await moveClock(owner, "4 days");
  provider.answer = "refused";
  await tell(paymentId, 0);
  await Promise.all([send(), send(), send()]);
  await tell(paymentId, 0);
  await send();
  expect(await stateOf(id)).toBe("returned");
  expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
  expect(await paymentOf(paymentId)).toEqual({ state: "credited", debt: 0 });
  expect(await movesOf(id)).toEqual([
    "top_up_refund pending",
    "top_up_refund post",
    "top_up_refund_return single",
  ]);
  expect((await listOf(user))[0]).toMatchObject({
    state: "returned",
    reason: "The payment provider did not accept the refund.",
  });
  const after = await sumMoneyIn(db, 7);
  expect(after.recentKopecks - before.recentKopecks).toBe(100_000);
});

test("a refund that was made and is counted late stays paid, and is asked about once", async () => {
  const { user, paymentId, id } = await givenRefund();
  await tell(paymentId, 0);
  const asked = provider.calls.length;
  await send();
  await send();
  expect(provider.calls.length).toBe(asked + 1);
  await tell(paymentId, 100_000);
  expect([await stateOf(id), (await walletOf(user)).posted]).toEqual(["paid", 0]);
  expect(await paymentOf(paymentId)).toEqual({ state: "refunded", debt: 0 });
});

test("what others took is owed all the while when a refund of ours fails after it was made", async () => {
  const { user, paymentId, id } = await givenRefund(60_000);
  await tell(paymentId, 100_000, "charge_back");
  expect(await walletOf(user)).toEqual({ posted: 0, held: 0, available: 0 });
  provider.answer = "refused";
  await tell(paymentId, 40_000, "charge_back");
  expect(await walletOf(user)).toEqual({ posted: 0, held: 0, available: 0 });
  await send();
  expect(await stateOf(id)).toBe("returned");
  expect(await walletOf(user)).toEqual({ posted: 60_000, held: 0, available: 60_000 });
  expect([await paymentOf(paymentId), await getDebt(db, user)]).toEqual([
    { state: "charged_back", debt: 40_000 },
    0,
  ]);
});
