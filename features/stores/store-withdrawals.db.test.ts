import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import {
  beginSending,
  confirmSent,
  rejectWithdrawal,
} from "#features/payments/withdrawals/approval.writes.ts";
import {
  ANNA,
  api,
  approve,
  ask,
  codeIn,
  confirm,
  db,
  movesOf,
  owner,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const CARD = "4242 4242 4242 4242";
const EARNED = 1_600_000;
const toBalance = { source: "store", method: "balance", amountKopecks: 600_000 };
const toCard = { source: "store", method: "card", amountKopecks: 600_000, requisites: CARD };

/** The owner of a store that has earned so much, and all of it is paid. */
async function givenEarningStore(): Promise<UserId> {
  const { userId: sellerId } = await givenApiBuyer(db, 0);
  const { userId } = await givenApiBuyer(db, 2_000_000);
  const { offerId } = await givenStoreOffer(db, sellerId, { priceKopecks: kopecks(1_000_000), count: 2 });
  await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });
  expect(await earningsOf(sellerId)).toEqual({ pending: EARNED, available: 0, held: 0 });
  expect((await ask(sellerId, toBalance)).body.error.code).toBe("WITHDRAWAL_TOO_LARGE");
  await moveClock(owner, "24 hours");
  for (const orderId of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, orderId);
  return sellerId;
}
async function earningsOf(userId: number) {
  const { pendingKopecks, availableKopecks, heldKopecks } = await readStoreEarnings(db, userId);
  return { pending: pendingKopecks, available: availableKopecks, held: heldKopecks };
}
const read = (user: number, path: string) =>
  api.call("GET", `/api/withdrawals${path}`, { headers: { "x-test-user": String(user) } });
const decision = (withdrawalId: number) => ({ withdrawalId, staffId: ANNA, reason: "as asked" });

describe("what a store earned", () => {
  test("moves to its owner's balance once, however often the sweep runs", async () => {
    const user = await givenEarningStore();
    const { id } = (await ask(user, toBalance)).body;
    expect(await earningsOf(user)).toEqual({ pending: 0, available: 1_000_000, held: 600_000 });
    await approve(id);
    await Promise.all([send(), send(), send()]);
    expect(await stateOf(id)).toBe("paid");
    expect((await walletOf(user)).posted).toBe(600_000);
    expect(await earningsOf(user)).toEqual({ pending: 0, available: 1_000_000, held: 0 });
    expect(await movesOf(id)).toEqual([
      "store_withdrawal pending",
      "store_withdrawal post",
      "store_to_balance single",
    ]);
  });

  test("leaves to a card once the mailed code is typed and the staff have approved and sent it", async () => {
    const user = await givenEarningStore();
    const { id } = (await ask(user, toCard)).body;
    const mail = (await runDueJobs(db, [])).at(-1);
    expect(mail?.text).toContain("/store");
    await confirm(user, id, codeIn(mail));
    await moveClock(owner, "25 hours");
    await approve(id);
    await beginSending(db, decision(id));
    const sent = { ...decision(id), transactionId: `bank-${id}` };
    const results = await Promise.allSettled([confirmSent(db, sent), confirmSent(db, sent)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await earningsOf(user)).toEqual({ pending: 0, available: 1_000_000, held: 0 });
  });

  test("is never overdrawn by parallel requests, and is free again when one is rejected", async () => {
    const user = await givenEarningStore();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask(user, { ...toBalance, amountKopecks: 1_000_000 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    expect(await earningsOf(user)).toEqual({ pending: 0, available: 600_000, held: 1_000_000 });
    await rejectWithdrawal(db, decision(answers.find(({ status }) => status === 201)?.body.id));
    expect(await earningsOf(user)).toEqual({ pending: 0, available: EARNED, held: 0 });
    expect((await read(user, "/options?source=store")).body).toMatchObject({ availableKopecks: EARNED });
  });

  test("is found by its owner alone, and by nobody who has lost the role", async () => {
    const user = await givenEarningStore();
    const { userId: stranger } = await givenApiBuyer(db, 0);
    await withTransaction(db, (tx) => setAccountRole(tx, user, "store", false));
    for (const one of [stranger, user]) {
      const answers = [
        await read(one, "/options?source=store"),
        await read(one, "?source=store"),
        await ask(one, toCard),
        await ask(one, toBalance),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
  });
});
