import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { givenAgent, givenProduct } from "#features/licences/licences.factory.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import { givenTopUp, reverseTopUp } from "#features/payments/top-ups.factory.ts";
import { revealDestination } from "#features/payments/withdrawals/approval.writes.ts";
import {
  freeForgottenBonus,
  withdrawalSubscribers,
} from "#features/payments/withdrawals/sending/sending.jobs.ts";
import {
  ANNA,
  api,
  approve,
  ask,
  cancel,
  db,
  givenRequest,
  givenShare,
  listOf,
  newKey,
  newUser,
  owner,
  send,
  spend,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const optionsOf = async (user: number, source = "top_up") =>
  (
    await api.call("GET", `/api/withdrawals/options?source=${source}`, {
      headers: { "x-test-user": String(user) },
    })
  ).body;

async function givenBonus(user: number, amountKopecks: number): Promise<void> {
  await moveFunds(db, {
    kind: "demo_credit",
    userId: user,
    amountKopecks: kopecks(amountKopecks),
    houseCode: "main",
    reference: `test-bonus:${user}:${newKey()}`,
    reason: "demo",
  });
}

describe("asking", () => {
  test("reserves the amount, tells the state in words, and the list shows it", async () => {
    const { user, paymentId, id } = await givenRequest(100_000, 40_000);
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 40_000, available: 60_000 });
    expect(await listOf(user, "ru")).toMatchObject([
      {
        id,
        paymentId,
        state: "requested",
        stateText: "Ждёт одобрения",
        methodName: "Исходный способ оплаты",
        payout: { amount: "400.00", currency: "RUB" },
        canCancel: true,
      },
    ]);
  });

  test("the same key is one request, another body under it is refused", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    const body = { source: "top_up", method: "source", amountKopecks: 20_000, paymentId };
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(user, body, key)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect((await walletOf(user)).held).toBe(20_000);
    expect((await ask(user, { ...body, amountKopecks: 30_000 }, key)).body.error.code).toBe(
      "IDEMPOTENCY_MISMATCH",
    );
  });

  test("only what is left of the own top-up goes back, and not less than the minimum", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    const body = { source: "top_up", method: "source", amountKopecks: 100_001, paymentId };
    expect((await ask(user, body)).body.error).toMatchObject({ code: "WITHDRAWAL_TOO_LARGE" });
    expect((await ask(user, { ...body, amountKopecks: 9_999 })).body.error).toMatchObject({
      code: "WITHDRAWAL_TOO_SMALL",
      details: { minimum: "100.00" },
    });
    expect((await ask(newUser(), body)).status).toBe(404);
    await spend(user, 95_000);
    expect((await ask(user, { ...body, amountKopecks: 5_001 })).body.error.code).toBe("WITHDRAWAL_TOO_LARGE");
    // Less than the minimum is left: the whole of it goes.
    expect((await ask(user, { ...body, amountKopecks: 5_000 })).status).toBe(201);
  });

  test("an API key moves no money out", async () => {
    const body = { source: "referral", method: "balance", amountKopecks: 10_000 };
    const { status, body: answer } = await ask(newUser(), body, newKey(), { "x-test-via": "api-key" });
    expect([status, answer.error.code]).toEqual([403, "SESSION_NEEDED"]);
  });

  test("who owes something takes nothing out, and what was asked for before is stopped", async () => {
    const { user, id } = await givenRequest(100_000, 40_000);
    const other = await givenTopUp(db, { userId: user, amountKopecks: 50_000 });
    await reverseTopUp(db, other, 50_000);
    const refused = await ask(user, {
      source: "top_up",
      method: "source",
      amountKopecks: 10_000,
      paymentId: other,
    });
    expect(refused.body.error.code).toBe("WITHDRAWAL_BLOCKED_BY_DEBT");
    expect((await optionsOf(user)).blockedBy).toBe("debt");
    await expect(approve(id)).rejects.toMatchObject({ code: "WITHDRAWAL_BLOCKED_BY_DEBT" });
    const payload = { paymentId: other, userId: user };
    for (const { handle } of withdrawalSubscribers) await handle(db, payload as never);
    expect(await stateOf(id)).toBe("rejected");
    expect((await walletOf(user)).held).toBe(0);
    expect((await listOf(user))[0].reason).toBe("A top-up was reversed by its payment provider.");
  });

  test("bonus money never leaves: it is in the wallet before the top-up that it came after, and is kept aside", async () => {
    const user = newUser();
    // Spent by now, as the oldest money; reversed later, in place of what a bonus's giver reverses.
    const earlier = await givenTopUp(db, { userId: user, amountKopecks: 9_000 });
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    await givenBonus(user, 10_000);
    await spend(user, 59_000);
    expect(await optionsOf(user)).toMatchObject({ availableKopecks: 50_000, bonusKopecks: 10_000 });
    const { body } = await ask(user, {
      source: "top_up",
      method: "source",
      amountKopecks: 50_000,
      paymentId,
    });
    expect(body.bonusKopecks).toBe(10_000);
    expect((await walletOf(user)).available).toBe(0);
    await approve(body.id);
    await send();
    expect(await stateOf(body.id)).toBe("paid");
    // Still aside: whoever gave the bonus takes their part back first.
    expect(await walletOf(user)).toEqual({ posted: 69_000, held: 69_000, available: 0 });
    await reverseTopUp(db, earlier, 9_000);
    for (const { handle } of withdrawalSubscribers) await handle(db, { paymentId, userId: user } as never);
    expect(await walletOf(user)).toEqual({ posted: 60_000, held: 59_000, available: 1_000 });
    expect(await freeForgottenBonus(db)).toBe(0);
  });

  test("what an agent got of a licence is no unspent top-up, and does not go back as one", async () => {
    const { userId: agent, code } = await givenAgent(db);
    const paymentId = await givenTopUp(db, { userId: agent, amountKopecks: 100_000 });
    await spend(agent, 60_000);
    const { productId } = await givenProduct(db, { priceKopecks: kopecks(200_000) });
    const { userId: buyer } = await givenApiBuyer(db, 200_000);
    const sale = { productId, maxPriceKopecks: null, channel: "site", agent: { code } } as const;
    await buyLicence(db, { ...sale, userId: buyer, idempotencyKey: newKey() });
    expect((await walletOf(agent)).available).toBe(60_000);
    const back = { source: "top_up", method: "source", paymentId };
    const refused = await ask(agent, { ...back, amountKopecks: 40_001 });
    expect(refused.body.error.code).toBe("WITHDRAWAL_TOO_LARGE");
    expect((await ask(agent, { ...back, amountKopecks: 40_000 })).status).toBe(201);
  });

  test("bonus money that nobody asked about is free again after ten minutes", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    await givenBonus(user, 5_000);
    const { body } = await ask(user, {
      source: "top_up",
      method: "source",
      amountKopecks: 100_000,
      paymentId,
    });
    await approve(body.id);
    await send();
    expect((await walletOf(user)).available).toBe(0);
    await moveClock(owner, "11 minutes");
    expect(await freeForgottenBonus(db)).toBe(1);
    expect(await walletOf(user)).toEqual({ posted: 5_000, held: 0, available: 5_000 });
  });

  test("a part can be asked for again until nothing is left of the top-up", async () => {
    const { user, paymentId, id } = await givenRequest(100_000, 60_000);
    const again = { source: "top_up", method: "source", amountKopecks: 40_001, paymentId };
    expect((await ask(user, again)).body.error.code).toBe("WITHDRAWAL_TOO_LARGE");
    await cancel(user, id);
    expect((await ask(user, again)).status).toBe(201);
  });

  test("more than five open ones are refused", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    const body = { source: "top_up", method: "source", amountKopecks: 10_000, paymentId };
    for (let count = 0; count < 5; count += 1) expect((await ask(user, body)).status).toBe(201);
    expect((await ask(user, body)).body.error.code).toBe("TOO_MANY_OPEN_WITHDRAWALS");
  });
});

describe("what referrals earned", () => {
  test("has its ways out with minimums: 100 USDT, 5 000 RUB by card, 99 RUB into the balance", async () => {
    const user = newUser();
    await givenShare(user, 2_000_000);
    const { methods, availableKopecks } = await optionsOf(user, "referral");
    expect(availableKopecks).toBe(2_000_000);
    expect(methods).toMatchObject([
      { method: "usdt", currency: "USDT" },
      { method: "card", minKopecks: 500_000 },
      { method: "balance", minKopecks: 9_900 },
    ]);
    const usdt = methods[0];
    expect(usdt.minKopecks).toBe(Math.round(Number(usdt.rubPerUnit) * 10_000));
    const body = { source: "referral", method: "usdt", requisites: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" };
    expect((await ask(user, { ...body, amountKopecks: usdt.minKopecks - 1 })).body.error.code).toBe(
      "WITHDRAWAL_TOO_SMALL",
    );
    const asked = await ask(user, { ...body, amountKopecks: usdt.minKopecks });
    expect(asked.body).toMatchObject({
      payout: { amount: "100.00", currency: "USDT" },
      requisites: "TR7N…Lj6t",
    });
  });

  test("where it goes must be well-formed, is stored sealed and shown in full to the staff only, who leave a trace", async () => {
    const user = newUser();
    await givenShare(user, 1_000_000);
    const body = { source: "referral", method: "card", amountKopecks: 500_000 };
    for (const requisites of [undefined, "4242 4242 4242 4241", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"]) {
      expect((await ask(user, { ...body, ...(requisites ? { requisites } : {}) })).body.error.code).toBe(
        "REQUISITES_INVALID",
      );
    }
    const { body: made } = await ask(user, { ...body, requisites: "4242 4242 4242 4242" });
    expect(JSON.stringify(made)).not.toContain("42424242");
    const stored = await one<{ row: object }>(
      owner,
      sql`select to_jsonb(w) as row from payments_withdrawals w where id = ${made.id}`,
    );
    expect(JSON.stringify(stored.row)).not.toContain("42424242");
    expect(await revealDestination(db, { withdrawalId: made.id, staffId: ANNA, reason: "to send it" })).toBe(
      "4242424242424242",
    );
    const audit = await rows<{ action: string; details: object }>(
      owner,
      sql`select action, details from identity_audit where subject = ${`withdrawal:${made.id}`}`,
    );
    expect(audit.map(({ action }) => action)).toEqual(["withdrawal.reveal"]);
    expect(JSON.stringify(audit)).not.toContain("42424242");
  });

  test("into the balance: approved, then there by itself, once", async () => {
    const user = newUser();
    await givenShare(user, 20_000);
    const { body } = await ask(user, { source: "referral", method: "balance", amountKopecks: 9_900 });
    await approve(body.id);
    await Promise.all([send(), send(), send()]);
    expect(await stateOf(body.id)).toBe("paid");
    expect((await walletOf(user)).available).toBe(9_900);
    expect((await getReferralBalance(db, user)).postedKopecks).toBe(10_100);
  });

  test("someone with the soft-referral setting takes it into the balance only", async () => {
    const { userId: id } = await givenApiBuyer(db, 0);
    await execute(owner, sql`update identity_users set is_referral_soft = true where id = ${id}`);
    await givenShare(id, 1_000_000);
    expect((await optionsOf(id, "referral")).methods).toMatchObject([{ method: "balance" }]);
    const body = {
      source: "referral",
      method: "card",
      amountKopecks: 500_000,
      requisites: "4242424242424242",
    };
    expect((await ask(id, body)).body.error.code).toBe("WITHDRAWAL_METHOD_NOT_OFFERED");
  });
});

test("a stranger neither sees nor cancels it", async () => {
  const { id } = await givenRequest(100_000);
  const stranger = newUser();
  expect(await listOf(stranger)).toEqual([]);
  expect((await cancel(stranger, id)).status).toBe(404);
  expect(await stateOf(id)).toBe("requested");
});

test("the list is read page by page", async () => {
  const user = newUser();
  await givenShare(user, 10_000_000);
  for (let count = 0; count < 3; count += 1) {
    const { body } = await ask(user, { source: "referral", method: "balance", amountKopecks: 10_000 });
    await cancel(user, body.id);
  }
  const [newest] = await listOf(user);
  const { body } = await api.call("GET", `/api/withdrawals?before=${newest.id}`, {
    headers: { "x-test-user": String(user) },
  });
  expect(body).toMatchObject({ hasMore: false });
  expect(body.withdrawals).toHaveLength(2);
});
