import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { approveWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import { sendDueWithdrawals } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { withdrawalChecks } from "#features/payments/withdrawals/withdrawals.checks.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson, followWallet } from "#features/referrals/people.writes.ts";
import { referralChecks } from "#features/referrals/referrals.checks.ts";
import { payDueShares } from "#features/referrals/referrals.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const gateway = {
  id: "test-gateway",
  refund: async () => ({ state: "pending", providerRefundId: null }),
} as unknown as PaymentGateway;
const gateways = new Map([[gateway.id, gateway]]);
let referrer = 0;
let person = 0;

/** As the owner of the tables: no trigger and no constraint stands in the way. */
const freed = [
  "alter table ledger_transfers disable trigger user",
  "alter table referrals_accruals drop constraint referrals_accruals_share, drop constraint referrals_accruals_paid",
  "alter table payments_withdrawals drop constraint payments_withdrawals_people, drop constraint payments_withdrawals_signed",
  "alter table payments_withdrawals drop constraint payments_withdrawals_closed",
];

/** Names of the checks that find something after `corrupt`, which is rolled back. */
const found = (...corrupt: string[]) =>
  undone(owner, async (tx) => {
    for (const text of [...freed, ...corrupt]) await execute(tx, { text, values: [] });
    return offendedChecks(tx, [...referralChecks, ...withdrawalChecks]);
  });

/** Somebody came by a link and bought; the referrer moved a part of the share to the balance; a top-up is on its way back. */
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  referrer = (await givenApiBuyer(db, 0)).userId;
  person = (await givenApiBuyer(db, 500_000)).userId;
  await ensureFirstLink(db, referrer);
  const { code } = await one<{ code: string }>(db, sql`select code from referrals_links`);
  await withTransaction(db, (tx) =>
    recordArrival(tx, person as UserId, { referralCode: code, deviceMark: null, networkMark: null }),
  );
  await attributePerson(db, person);
  const offer = await givenOffer(db, { priceKopecks: 400_000, costKopecks: 1 });
  const { number } = await buyActivation(
    db,
    purchase({ userId: person as UserId, channel: "api", idempotencyKey: "the only one" }),
  );
  const sms = {
    supplierId: offer.supplierId,
    smsId: 1n,
    phone: Number(number),
    sender: "T",
    text: "code 12345",
  };
  await receiveSms(db, sms, deliverSms);
  await followWallet(db, person);
  await execute(owner, sql`update referrals_accruals set due_at = app_now()`);
  await payDueShares(db);
  const paymentId = await givenTopUp(db, { userId: person, amountKopecks: 50_000 });
  const input = { destination: null, idempotencyKey: "withdrawal" } as const;
  const share = await requestWithdrawal(db, gateways, {
    ...input,
    userId: referrer,
    source: "referral",
    method: "balance",
    amountKopecks: 9_900,
    paymentId: null,
  });
  const back = await requestWithdrawal(db, gateways, {
    ...input,
    userId: person,
    source: "top_up",
    method: "source",
    amountKopecks: 20_000,
    paymentId,
  });
  for (const { id } of [share, back])
    await approveWithdrawal(db, { withdrawalId: id, staffId: 900_001, reason: "right" });
  await sendDueWithdrawals(db, gateways);
});

test("sound rows break no invariant", async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ["a share of another purchase", "update referrals_accruals set turnover_kopecks = 1"],
  ["a share that is too large", "update referrals_accruals set amount_kopecks = 40000"],
  ["a share that was paid in another amount", "update referrals_accruals set paid_kopecks = 1"],
  ["a share that lost its row", "delete from referrals_accruals"],
  ["a share that lost its transfer", "delete from ledger_transfers where kind = 'referral_accrual'"],
  [
    "a share reversed from nobody",
    "update referrals_accruals set returned_kopecks = turnover_kopecks, reversed_kopecks = amount_kopecks",
  ],
  ["a debt that nobody made", "update referrals_members set owed_kopecks = 5"],
  ["a sum that is none", "update referrals_people set earned_kopecks = 0"],
  ["a purchase that was not looked at", "update referrals_people set seen_version = 0"],
  ["somebody flagged without a sign", "update referrals_people set state = 'flagged'"],
  ["another referrer", "update referrals_people set referrer_id = referrer_id + 100"],
  ["a withdrawal of another amount", "update payments_withdrawals set amount_kopecks = amount_kopecks + 1"],
  ["a withdrawal of another user", "update payments_withdrawals set user_id = user_id + 100"],
  [
    "a withdrawal that is paid and still reserved",
    "update payments_withdrawals set state = 'paid', due_at = null, closed_at = app_now()",
  ],
  [
    "a withdrawal that was paid and refunded",
    "update payments_withdrawals set state = 'returned' where state = 'paid'",
  ],
  ["a withdrawal that disappeared", "delete from payments_withdrawals"],
  ["a withdrawal that nobody asks about", "update payments_withdrawals set due_at = null"],
  ["one person's signature twice", "update payments_withdrawals set first_approved_by = approved_by"],
  ["a signature of one's own", "update payments_withdrawals set approved_by = user_id"],
  ["one signature where two are needed", "update payments_withdrawals set needs_second = true"],
  [
    "a share that did not reach the balance",
    "delete from ledger_transfers where kind = 'referral_to_balance'",
  ],
  ["more sent back than was credited", "update payments set amount_kopecks = 1"],
])("the checks of referrals find %s", async (_name, corrupt) => {
  expect(await found(corrupt)).not.toEqual([]);
});
