import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test, vi } from "vitest";
import {
  db,
  givenWebhook,
  owner,
  receiver,
  verify,
  work,
} from "#features/notifications/webhooks/deliveries.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import {
  claimAccount,
  decideAccountClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const buy = (userId: number, offerId: number, count = 1) =>
  buyReadyAccounts(db, {
    ...{ userId, offerId, count, maxTotalKopecks: null, channel: "api", idempotencyKey: randomUUID() },
  });
const claim = (userId: number, orderId: number, place: number) =>
  claimAccount(db, { userId, orderId, place, text: "it is closed", idempotencyKey: randomUUID() });
const heard = (secret: string) => receiver.requests.map((request) => verify(secret, request));

test("a webhook is told that accounts were delivered, and how claims about them were decided, and never what they say", async () => {
  const { userId, secret } = await givenWebhook();
  const { offerId, lines } = await givenAccountOffer(db, { count: 2 });
  const { orderId } = await buy(userId, offerId, 2);
  await settleDueClaim(db, (await claim(userId, orderId, 1)).claimId);
  const { claimId } = await claim(userId, orderId, 2);
  const decision = {
    claimId,
    decision: "refuse",
    deciderId: userId + 1,
    reason: "It works.",
    mayReplace: false,
  } as const;
  await withTransaction(db, (tx) => decideAccountClaim(tx, decision));
  await work();
  // Deliveries overtake one another.
  const placeOf = ({ type, data }: { type: string; data: Record<string, unknown> }) =>
    `${type} ${data.place}`;
  const told = heard(secret).toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)));
  expect(told).toMatchObject([
    {
      type: "accounts.claim_decided",
      data: { accountOrderId: orderId, place: 1, state: "refunded", reason: null, refundedKopecks: 1_000 },
    },
    {
      type: "accounts.claim_decided",
      data: { accountOrderId: orderId, place: 2, state: "refused", reason: "It works.", refundedKopecks: 0 },
    },
    {
      type: "accounts.delivered",
      data: {
        ...{ accountOrderId: orderId, state: "delivered", offerId, service: "tg", country: 6, count: 2 },
        ...{ priceKopecks: 1_000, totalKopecks: 2_000, warrantyUntil: expect.any(String) },
      },
    },
  ]);
  for (const line of lines) expect(receiver.requests.map(({ raw }) => raw).join()).not.toContain(line);
});

test("a webhook is told of accounts that could not be delivered, with the money that came back", async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  const { userId, secret } = await givenWebhook();
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  await execute(
    owner,
    sql`update ready_accounts_units set sealed_text = 'k1.AAAA.AAAA.AAAA' where offer_id = ${offerId}`,
  );
  await expect(buy(userId, offerId)).rejects.toMatchObject({ code: "NOT_DELIVERED" });
  await work();
  expect(heard(secret)).toMatchObject([
    { type: "accounts.cancelled", data: { state: "cancelled", deliveredAt: null, refundedKopecks: 1_000 } },
  ]);
});

test("the buyer is mailed how a claim was decided, once, in the language of the account and without what the account says", async () => {
  const { userId } = await givenWebhook();
  await execute(owner, sql`update identity_users set locale = 'ru' where id = ${userId}`);
  const { offerId, lines } = await givenAccountOffer(db, { count: 1 });
  const { orderId } = await buy(userId, offerId);
  const { claimId } = await claim(userId, orderId, 1);
  await runDueJobs(db, []);
  await settleDueClaim(db, claimId);
  await settleDueClaim(db, claimId);
  const mails = await runDueJobs(db, []);
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(`заказа ${orderId}`)]);
  expect(mails[0]?.text).toContain("10,00 ₽");
  expect(mails[0]?.text).toContain("/ru/profile/accounts");
  const kept = await rows(db, sql`select data from job_events where user_id = ${userId}`);
  for (const line of lines) expect(JSON.stringify([mails, kept])).not.toContain(line);
});
