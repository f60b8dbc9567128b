import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { db, gateways, get, newKey } from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";

test("the desk finds partners' withdrawals by their source, each with the partner's supplier and comment", async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const userId = await givenCustomer(db, 0);
  await givenPartnerEarnings(db, userId, 500_000);
  const { id } = await requestWithdrawal(db, gateways, {
    userId,
    source: "partner",
    method: "balance",
    amountKopecks: 100_000,
    paymentId: null,
    destination: null,
    comment: "before Friday",
    idempotencyKey: newKey(),
  });
  const expected = {
    id,
    source: "partner",
    supplier: { code: `partner-${userId}`, name: `Partner ${userId}` },
    comment: "before Friday",
  };
  expect((await get("withdrawals?source=partner")).body.items).toMatchObject([expected]);
  expect((await get(`withdrawals/${id}`)).body).toMatchObject(expected);
  expect((await get("withdrawals?source=referral")).body.items).toEqual([]);
});
