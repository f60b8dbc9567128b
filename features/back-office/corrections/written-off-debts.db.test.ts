import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { db, spend } from "#features/payments/withdrawals/withdrawals.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, backOfficeRoutes, resolveActor);
let anna: TestStaff;
let lead: TestStaff;

beforeAll(async () => {
  anna = await givenStaff(db, "money", { name: "Anna" });
  lead = await givenStaff(db, "money-lead", { name: "Lead" });
});

const post = (staff: TestStaff, path: string, body: object) =>
  api.call("POST", `/api/desk/corrections${path}`, {
    cookie: staff.cookie,
    body,
    headers: { "idempotency-key": crypto.randomUUID() },
  });

async function writeOff(userId: number, amountKopecks: number): Promise<void> {
  const body = { kind: "debt_write_off", userId, amountKopecks, reason: "a good reason" };
  const { id } = (await post(anna, "", body)).body;
  expect((await post(lead, `/${id}/carry-out`, {})).status).toBe(200);
}

/** What the provider answers of a top-up: all of it is disputed, or the dispute was won. */
async function tell(paymentId: number, isDisputed: boolean): Promise<void> {
  const { providerPaymentId, amount } = await one<{ providerPaymentId: string; amount: number }>(
    db,
    sql`select provider_payment_id as "providerPaymentId", amount_kopecks as amount from payments
        where id = ${paymentId}`,
  );
  const paidAmount = decimalRoubles(kopecks(amount));
  await withTransaction(db, (tx) =>
    takeAnswerIn(tx, "test-gateway", {
      ...{ providerPaymentId, reference: referenceOf(paymentId), state: "paid", paidAmount },
      ...{ paidCurrency: "RUB", payerFingerprint: null },
      reversed: isDisputed ? { as: "charge_back", amount: paidAmount } : null,
    }),
  );
}

/** A top-up of 1 000 roubles that is disputed after so much of it was spent. */
async function givenDisputed(user: number, spentKopecks: number): Promise<number> {
  const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
  if (spentKopecks > 0) await spend(user, spentKopecks);
  await tell(paymentId, true);
  return paymentId;
}

const standing = async (user: number) => [
  await getDebt(db, user),
  (await getBalance(db, user)).availableKopecks,
];

test("a debt that was written off is paid out to nobody when its dispute is won, however often that is told", async () => {
  const user = await givenCustomer(db, 0);
  const paymentId = await givenDisputed(user, 100_000);
  expect(await standing(user)).toEqual([100_000, 0]);
  await writeOff(user, 100_000);
  await tell(paymentId, false);
  await tell(paymentId, false);
  expect(await standing(user)).toEqual([0, 0]);
});

test("of a debt that was paid in part and written off in part, what was paid comes back when its dispute is won", async () => {
  const user = await givenCustomer(db, 0);
  const paymentId = await givenDisputed(user, 70_000);
  expect(await standing(user)).toEqual([70_000, 0]);
  await writeOff(user, 70_000);
  await tell(paymentId, false);
  expect(await standing(user)).toEqual([0, 30_000]);
});

test("what was written off is taken back once: what was paid of a later debt comes back when its dispute is won", async () => {
  const user = await givenCustomer(db, 0);
  const first = await givenDisputed(user, 100_000);
  await writeOff(user, 100_000);
  await tell(first, false);
  const second = await givenDisputed(user, 0);
  expect(await standing(user)).toEqual([0, 0]);
  await tell(second, false);
  expect(await standing(user)).toEqual([0, 100_000]);
});
