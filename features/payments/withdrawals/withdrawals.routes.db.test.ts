import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { recordArrival } from "#features/identity/attribution/attribution.writes.ts";
import { getBalance, getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import {
  GatewayFault,
  type Gateways,
  type PaymentGateway,
  type RefundOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { givenTopUp, takeTopUpBack } from "#features/payments/top-ups.factory.ts";
import {
  approveWithdrawal,
  beginSending,
  confirmReturned,
  confirmSent,
  rejectWithdrawal,
  revealRequisites,
} from "#features/payments/withdrawals/approval.writes.ts";
import { confirmRequisites } from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import {
  freeForgottenBonus,
  sendDueWithdrawals,
  withdrawalSubscribers,
} from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { sendWithdrawal } from "#features/payments/withdrawals/sending/sending.writes.ts";
import { findWithdrawalForStaff } from "#features/payments/withdrawals/withdrawals.reads.ts";
import { createWithdrawalRoutes } from "#features/payments/withdrawals/withdrawals.routes.ts";
import { type WithdrawalState, withdrawalStates } from "#features/payments/withdrawals/withdrawals.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { ensureFirstLink } from "#features/referrals/links.writes.ts";
import { attributePerson, followWallet } from "#features/referrals/people.writes.ts";
import { payDueShares } from "#features/referrals/referrals.jobs.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { guest, type UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs, type SentMail } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 24 });

/** A provider that refunds once per reference, and whose answers a test may lose. */
const provider = {
  refunds: new Map<string, RefundOrder>(),
  calls: [] as string[],
  answer: "done" as "done" | "pending" | "refused",
  /** The refund is made, but its answer never arrives. */
  losesAnswers: false,
};
const gateway = {
  id: "test-gateway",
  createPayment: () => Promise.reject(new GatewayFault("not here")),
  parseWebhook: () => ({ kind: "refused", reason: "misshapen" }),
  fetchStatus: () => Promise.reject(new GatewayFault("not here")),
  async refund(order) {
    provider.calls.push(order.reference);
    if (provider.answer === "refused") return { state: "refused", providerRefundId: null };
    const known = provider.refunds.get(order.reference);
    if (known) expect(order).toEqual(known);
    provider.refunds.set(order.reference, order);
    if (provider.losesAnswers) throw new GatewayFault("the answer was lost");
    return { state: provider.answer, providerRefundId: `re_${order.reference}` };
  },
} satisfies PaymentGateway as PaymentGateway;
const gateways: Gateways = new Map([[gateway.id, gateway]]);

const api = testApi(db, createWithdrawalRoutes(gateways), async (request) => {
  const userId = Number(request.headers.get("x-test-user"));
  const via = request.headers.get("x-test-via") === "api-key" ? "api-key" : "session";
  return userId ? { kind: "user", userId: userId as UserId, role: "user", via } : guest;
});

const ANNA = 900_001;
const BORIS = 900_002;
let lastUser = 30_000;
let lastKey = 0;
let lastCountry = 10;
const newUser = () => ++lastUser;
const newKey = () => `key-of-a-test-${++lastKey}`;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

beforeEach(async () => {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
  Object.assign(provider, { answer: "done", losesAnswers: false, calls: [] });
  provider.refunds.clear();
});

type Body = {
  source: string;
  method: string;
  amountKopecks: number;
  paymentId?: number;
  requisites?: string;
};

function ask(user: number, body: Body, key = newKey(), headers: Record<string, string> = {}) {
  return api.call("POST", "/api/withdrawals", {
    body,
    headers: { "x-test-user": String(user), "idempotency-key": key, ...headers },
  });
}
const cancel = (user: number, id: number) =>
  api.call("POST", `/api/withdrawals/${id}/cancel`, { headers: { "x-test-user": String(user) } });
const optionsOf = async (user: number, source = "top_up") =>
  (
    await api.call("GET", `/api/withdrawals/options?source=${source}`, {
      headers: { "x-test-user": String(user) },
    })
  ).body;
const listOf = async (user: number, locale = "en") =>
  (await api.call("GET", "/api/withdrawals", { headers: { "x-test-user": String(user) }, locale })).body
    .withdrawals;
const walletOf = async (user: number) => {
  const { postedKopecks, heldKopecks, availableKopecks } = await getBalance(db, user);
  return { posted: postedKopecks, held: heldKopecks, available: availableKopecks };
};
const stateOf = async (id: number) => (await findWithdrawalForStaff(db, id))?.state;
const approve = (id: number, staffId = ANNA) =>
  approveWithdrawal(db, { withdrawalId: id, staffId, reason: "looks right" });
const callsFor = (id: number) =>
  provider.calls.filter((reference) => reference === `withdrawal-${id}`).length;
const send = () => sendDueWithdrawals(db, gateways);

/** Lets somebody come by a user's link and buy for so much that the share is this. */
async function givenShare(user: number, amountKopecks: number): Promise<void> {
  await ensureFirstLink(db, user);
  const { code } = await one<{ code: string }>(
    db,
    sql`select code from referrals_links where user_id = ${user}`,
  );
  const { userId: person } = await givenApiBuyer(db, amountKopecks * 20);
  await withTransaction(db, (tx) =>
    recordArrival(tx, person, { referralCode: code, deviceMark: null, networkMark: null }),
  );
  await attributePerson(db, person);
  lastCountry += 1;
  const offer = await givenOffer(db, {
    countryId: lastCountry,
    priceKopecks: amountKopecks * 20,
    costKopecks: 1,
    count: 1,
  });
  const { number } = await buy(person, lastCountry);
  const sms = {
    supplierId: offer.supplierId,
    smsId: BigInt(lastCountry),
    phone: Number(number),
    sender: "T",
    text: "code 12345",
  };
  await receiveSms(db, sms, deliverSms);
  await followWallet(db, person);
  await execute(owner, sql`update referrals_accruals set due_at = app_now() where user_id = ${person}`);
  await payDueShares(db);
}
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
/** Buys one number for so much: the money is no longer there to be withdrawn. */
async function spend(user: number, amountKopecks: number): Promise<void> {
  lastCountry += 1;
  await givenOffer(db, { countryId: lastCountry, priceKopecks: amountKopecks, count: 1 });
  await buy(user, lastCountry);
}
function buy(user: number, countryId: number): Promise<{ number: string }> {
  return buyActivation(db, {
    userId: user as UserId,
    serviceId: 52,
    countryId,
    operator: "any",
    maxPriceKopecks: null,
    channel: "api",
    idempotencyKey: newKey(),
  });
}
/** A top-up that the user wants back, all of it unless said otherwise. */
async function givenRequest(amountKopecks: number, part = amountKopecks) {
  const user = newUser();
  const paymentId = await givenTopUp(db, { userId: user, amountKopecks });
  const { status, body } = await ask(user, {
    source: "top_up",
    method: "source",
    amountKopecks: part,
    paymentId,
  });
  expect([status, body.state]).toEqual([201, "requested"]);
  return { user, paymentId, id: body.id as number };
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
        methodName: "Обратно, откуда пришли",
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
    await takeTopUpBack(db, other, 50_000);
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
    expect((await listOf(user))[0].reason).toBe("A top-up was taken back by its provider.");
  });

  test("bonus money never leaves: it is in the wallet before the top-up that it came after, and is kept aside", async () => {
    const user = newUser();
    // Spent by now, as the oldest money; taken back later, in place of what a bonus's giver takes back.
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
    await takeTopUpBack(db, earlier, 9_000);
    for (const { handle } of withdrawalSubscribers) await handle(db, { paymentId, userId: user } as never);
    expect(await walletOf(user)).toEqual({ posted: 60_000, held: 59_000, available: 1_000 });
    expect(await freeForgottenBonus(db)).toBe(0);
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
    expect(await revealRequisites(db, { withdrawalId: made.id, staffId: ANNA, reason: "to send it" })).toBe(
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

/** Enters the code of the newest mail for a withdrawal to a new card or address, and lets it rest. */
async function confirmAndRest(user: number, id: number): Promise<void> {
  await confirmRequisites(db, user, id, codeIn((await runDueJobs(db, [])).at(-1)));
  await moveClock(owner, "24 hours");
}

describe("the staff", () => {
  test("above the limit two different people sign; nobody signs for themselves", async () => {
    const { user, id } = await givenRequest(1_500_000);
    await expect(approve(id, user)).rejects.toMatchObject({ code: "OWN_WITHDRAWAL" });
    expect(await approve(id, ANNA)).toBe("requested");
    await expect(approve(id, ANNA)).rejects.toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    await send();
    expect(callsFor(id)).toBe(0);
    expect(await approve(id, BORIS)).toBe("approved");
    await send();
    expect(await stateOf(id)).toBe("paid");
    const signed = await rows(
      owner,
      sql`select actor_id, action from identity_audit where subject = ${`withdrawal:${id}`} order by id`,
    );
    expect(signed).toEqual([
      { actor_id: ANNA, action: "withdrawal.sign" },
      { actor_id: BORIS, action: "withdrawal.approve" },
    ]);
  });

  test("two signatures of one person at the same time are one", async () => {
    const { id } = await givenRequest(1_500_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => approve(id, ANNA)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(id)).toBe("requested");
  });

  test("a rejected one gives the money back with the reason", async () => {
    const { user, id } = await givenRequest(100_000);
    await rejectWithdrawal(db, { withdrawalId: id, staffId: ANNA, reason: "Write to support, please" });
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
    expect((await listOf(user))[0]).toMatchObject({ state: "rejected", reason: "Write to support, please" });
  });

  test("a card is paid by hand with the bank's number, which pays one withdrawal only", async () => {
    const { userId: user } = await givenApiBuyer(db, 0);
    await givenShare(user, 1_000_000);
    const body = {
      source: "referral",
      method: "card",
      amountKopecks: 500_000,
      requisites: "4242424242424242",
    };
    const ids = [(await ask(user, body)).body.id, (await ask(user, body)).body.id] as const;
    await confirmAndRest(user, ids[0]);
    for (const id of ids) {
      const decision = { withdrawalId: id, staffId: ANNA, reason: "by bank" };
      await expect(confirmSent(db, { ...decision, transactionId: "b-0" })).rejects.toMatchObject({
        code: "WITHDRAWAL_MOVED_ON",
      });
      await approve(id);
      await send();
      expect(await stateOf(id)).toBe("approved");
      await beginSending(db, decision);
      await expect(beginSending(db, { ...decision, staffId: BORIS })).rejects.toMatchObject({
        code: "WITHDRAWAL_MOVED_ON",
      });
    }
    const decision = { staffId: ANNA, reason: "by bank" };
    expect(await confirmSent(db, { ...decision, withdrawalId: ids[0], transactionId: " bank-17 " })).toBe(
      "paid",
    );
    await expect(
      confirmSent(db, { ...decision, withdrawalId: ids[1], transactionId: "bank-17" }),
    ).rejects.toMatchObject({ code: "TRANSACTION_ALREADY_USED" });
    expect(await confirmReturned(db, { ...decision, withdrawalId: ids[1], reason: "card closed" })).toBe(
      "returned",
    );
    expect(await getReferralBalance(db, user)).toMatchObject({ postedKopecks: 500_000, heldKopecks: 0 });
    expect((await listOf(user)).map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual(
      [null, "bank-17"],
    );
  });

  test("what goes out by itself is not marked by hand", async () => {
    const { id } = await givenRequest(100_000);
    await approve(id);
    const decision = { withdrawalId: id, staffId: ANNA, reason: "hand" };
    await expect(beginSending(db, decision)).rejects.toMatchObject({ code: "WITHDRAWAL_NOT_BY_HAND" });
    await expect(confirmReturned(db, decision)).rejects.toMatchObject({ code: "WITHDRAWAL_NOT_BY_HAND" });
  });
});

describe("every step from every state", () => {
  const steps = {
    confirm_requisites: (id: number, user: number) => confirmAndRest(user, id),
    approve: (id: number) => approve(id),
    reject: (id: number) => rejectWithdrawal(db, { withdrawalId: id, staffId: ANNA, reason: "no" }),
    cancel: async (id: number, user: number) => {
      const { status, body } = await cancel(user, id);
      if (status !== 200) throw Object.assign(new Error(body.error.code), { code: body.error.code });
    },
    send: (id: number) => beginSending(db, { withdrawalId: id, staffId: ANNA, reason: "go" }),
    confirm: (id: number) =>
      confirmSent(db, { withdrawalId: id, staffId: ANNA, reason: "sent", transactionId: `tx-${id}` }),
    bring_back: (id: number) => confirmReturned(db, { withdrawalId: id, staffId: ANNA, reason: "back" }),
  } as const;
  const paths: Record<WithdrawalState, (keyof typeof steps)[]> = {
    unconfirmed: [],
    requested: ["confirm_requisites"],
    approved: ["confirm_requisites", "approve"],
    sending: ["confirm_requisites", "approve", "send"],
    paid: ["confirm_requisites", "approve", "send", "confirm"],
    returned: ["confirm_requisites", "approve", "send", "bring_back"],
    rejected: ["reject"],
    cancelled: ["cancel"],
  };
  const next: Partial<Record<`${WithdrawalState} ${keyof typeof steps}`, WithdrawalState>> = {
    "unconfirmed confirm_requisites": "requested",
    "unconfirmed reject": "rejected",
    "unconfirmed cancel": "cancelled",
    "requested approve": "approved",
    "requested reject": "rejected",
    "requested cancel": "cancelled",
    "approved reject": "rejected",
    "approved send": "sending",
    "sending confirm": "paid",
    "sending bring_back": "returned",
  };
  const pairs = withdrawalStates.flatMap((state) =>
    (Object.keys(steps) as (keyof typeof steps)[]).map((step) => [state, step] as const),
  );

  test.each(pairs)(
    "a withdrawal that is %s takes the step %s only where the table allows it",
    async (state, step) => {
      const { userId: user } = await givenApiBuyer(db, 0);
      await givenShare(user, 500_000);
      const body = {
        source: "referral",
        method: "card",
        amountKopecks: 500_000,
        requisites: "4242424242424242",
      };
      const { id } = (await ask(user, body)).body;
      for (const earlier of paths[state]) await steps[earlier](id, user);
      expect(await stateOf(id)).toBe(state);
      const before = await getReferralBalance(db, user);
      const expected = next[`${state} ${step}`];
      if (expected) {
        await steps[step](id, user);
        expect(await stateOf(id)).toBe(expected);
        return;
      }
      // A signature is refused with the reason while nobody has entered the code.
      const code = `${state} ${step}` === "unconfirmed approve" ? "WITHDRAWAL_RESTS" : "WITHDRAWAL_MOVED_ON";
      await expect(steps[step](id, user)).rejects.toMatchObject({ code });
      expect(await stateOf(id)).toBe(state);
      expect(await getReferralBalance(db, user)).toEqual(before);
    },
  );
});

describe("the way out through the provider", () => {
  test("a job that runs many times at once sends one refund", async () => {
    const { user, id } = await givenRequest(100_000, 40_000);
    await approve(id);
    await Promise.all(Array.from({ length: 8 }, () => sendWithdrawal(db, gateways, id)));
    expect([callsFor(id), provider.refunds.size]).toEqual([1, 1]);
    expect([...provider.refunds.values()]).toMatchObject([
      { reference: `withdrawal-${id}`, amount: "400.00", currency: "RUB" },
    ]);
    expect(await walletOf(user)).toEqual({ posted: 60_000, held: 0, available: 60_000 });
    expect((await listOf(user))[0]).toMatchObject({ state: "paid", transactionId: `re_withdrawal-${id}` });
  });

  test("a lost answer is asked for again with the same reference, never sent twice", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.losesAnswers = true;
    await send();
    expect(await stateOf(id)).toBe("sending");
    expect((await walletOf(user)).held).toBe(100_000);
    // Its time has not come yet.
    await send();
    expect(callsFor(id)).toBe(1);
    provider.losesAnswers = false;
    await moveClock(owner, "1 minute");
    await Promise.all([send(), send()]);
    expect([callsFor(id), await stateOf(id)]).toEqual([2, "paid"]);
    expect(await walletOf(user)).toEqual({ posted: 0, held: 0, available: 0 });
  });

  test("two answers of one refund are noted once", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.answer = "pending";
    await send();
    expect(await stateOf(id)).toBe("sending");
    provider.answer = "done";
    // A slow first answer and the answer of the sweep arrive together.
    await moveClock(owner, "1 hour");
    const first = sendWithdrawal(db, gateways, id);
    await moveClock(owner, "1 hour");
    await Promise.all([first, sendWithdrawal(db, gateways, id)]);
    expect([await stateOf(id), (await walletOf(user)).posted]).toEqual(["paid", 0]);
  });

  test("a refusal gives the money back and says why", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.answer = "refused";
    await send();
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
    expect((await listOf(user))[0]).toMatchObject({
      state: "returned",
      reason: "The payment service did not accept the refund.",
    });
  });

  test("what is charged back between approval and sending is not sent as well", async () => {
    const { id, paymentId } = await givenRequest(100_000);
    await approve(id);
    await takeTopUpBack(db, paymentId, 100_000);
    await send();
    expect([await stateOf(id), callsFor(id)]).toEqual(["rejected", 0]);
  });
});

const CARD = "4242 4242 4242 4242";
const OTHER_CARD = "5555 5555 5555 4444";

/** Somebody with a mailbox, whose referrals earned so much. */
async function givenEarner(): Promise<number> {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  return userId;
}
async function askByCard(user: number, requisites: string) {
  const input = { source: "referral", method: "card", amountKopecks: 500_000, requisites };
  const { status, body } = await ask(user, input);
  expect(status).toBe(201);
  return body as { id: number; state: string; restsUntil: string | null };
}
const confirm = (user: number, id: number, code: string) =>
  api.call("POST", `/api/withdrawals/${id}/confirm`, {
    body: { code },
    headers: { "x-test-user": String(user) },
  });
const codeIn = (mail: SentMail | undefined) => /\b(\d{6})\b/.exec(mail?.subject ?? "")?.[1] ?? "none";
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const earnedHeldOf = async (user: number) => (await getReferralBalance(db, user)).heldKopecks;

/** A withdrawal to a card whose code was entered just now. */
async function confirmed(user: number, requisites = CARD): Promise<number> {
  const { id } = await askByCard(user, requisites);
  expect((await confirm(user, id, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  return id;
}

describe("a card or address that is new", () => {
  test("waits for a code that only the account's mailbox has; its money is reserved meanwhile", async () => {
    const user = await givenEarner();
    const asked = await askByCard(user, CARD);
    expect([asked.state, asked.restsUntil, await earnedHeldOf(user)]).toEqual(["unconfirmed", null, 500_000]);
    await expect(approve(asked.id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
    const mail = (await runDueJobs(db, [])).at(-1);
    expect(mail?.text).toContain("5000.00 RUB to •••• 4242");
    expect(JSON.stringify(asked)).not.toContain(codeIn(mail));
    const { stored } = await one<{ stored: string }>(
      owner,
      sql`select string_agg(q::text, '') as stored from payments_requisites q where user_id = ${user}`,
    );
    expect(stored).not.toMatch(new RegExp(`${codeIn(mail)}|4242424242`));
    const { status, body } = await confirm(user, asked.id, codeIn(mail));
    expect([status, body.state]).toEqual([200, "requested"]);
  });

  test("rests for 24 hours by the database's clock, is told by mail and on the screen, and can be cancelled", async () => {
    const user = await givenEarner();
    const id = await confirmed(user);
    const notice = (await runDueJobs(db, [])).at(-1);
    expect(notice?.subject).toBe("New payout details at SMS Den");
    const [listed] = await listOf(user);
    const { deadline } = await one<{ deadline: Date }>(
      owner,
      sql`select rests_until as deadline from payments_requisites where user_id = ${user}`,
    );
    expect(listed).toMatchObject({ restsUntil: deadline.toISOString(), canCancel: true });
    await moveClock(owner, "23 hours 59 minutes");
    await expect(approve(id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
    await moveClock(owner, "1 minute");
    expect(await approve(id)).toBe("approved");
    await beginSending(db, { withdrawalId: id, staffId: ANNA, reason: "go" });
    expect(await stateOf(id)).toBe("sending");
    const late = await confirmed(user, OTHER_CARD);
    const cancelled = await cancel(user, late);
    expect([cancelled.status, await earnedHeldOf(user)]).toEqual([200, 500_000]);
  });

  test("asks no second time once it was confirmed, also while it rests and after it has rested", async () => {
    const user = await givenEarner();
    const first = await confirmed(user);
    const second = await askByCard(user, CARD.replaceAll(" ", "-"));
    expect(second).toMatchObject({ state: "requested", restsUntil: expect.any(String) });
    await rejectWithdrawal(db, { withdrawalId: first, staffId: ANNA, reason: "no" });
    await moveClock(owner, "24 hours");
    expect(await askByCard(user, CARD)).toMatchObject({ state: "requested", restsUntil: null });
    expect(await approve(second.id)).toBe("approved");
  });

  test("is new for another account and by another number", async () => {
    const user = await givenEarner();
    await confirmed(user);
    expect((await askByCard(await givenEarner(), CARD)).state).toBe("unconfirmed");
    expect((await askByCard(user, OTHER_CARD)).state).toBe("unconfirmed");
    await runDueJobs(db, []);
  });
});

describe("the code", () => {
  test("has five tries, also when they come at the same moment; then the right one does not help", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    const wrong = Array.from({ length: 12 }, () => confirm(user, id, otherCode(code)));
    const answers = (await Promise.all(wrong)).map(({ status, body }) => `${status} ${body.error.code}`);
    expect(answers.filter((answer) => answer === "403 REQUISITES_CODE_WRONG")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "409 REQUISITES_CODE_EXPIRED")).toHaveLength(7);
    expect((await confirm(user, id, code)).body.error.code).toBe("REQUISITES_CODE_EXPIRED");
    expect(await stateOf(id)).toBe("unconfirmed");
  });

  test("works once, for its own account, and not after another one was mailed", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const old = (await runDueJobs(db, [])).at(-1);
    const again = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    if (codeIn(old) !== code) {
      expect((await confirm(user, id, codeIn(old))).body.error.code).toBe("REQUISITES_CODE_WRONG");
    }
    const stranger = await givenEarner();
    expect((await confirm(stranger, id, code)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(user, id, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // Both withdrawals waited for the same card.
    expect([await stateOf(id), await stateOf(again.id)]).toEqual(["requested", "requested"]);
    await runDueJobs(db, []);
  });

  test("that was not entered within an hour cancels the withdrawal and gives the money back", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    await send();
    expect(await stateOf(id)).toBe("unconfirmed");
    await moveClock(owner, "60 minutes");
    expect((await confirm(user, id, code)).body.error.code).toBe("REQUISITES_CODE_EXPIRED");
    await send();
    expect([await stateOf(id), await earnedHeldOf(user)]).toEqual(["cancelled", 0]);
    expect((await listOf(user))[0].reason).toBe("The code from the email was not entered in time.");
  });
});

describe("races", () => {
  test("withdraw and spend at once: never more than there is", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    await givenOffer(db, { countryId: 6, priceKopecks: 30_000, count: 20 });
    const spending = Array.from({ length: 8 }, () =>
      buy(user, 6).then(
        () => "spent",
        () => "refused",
      ),
    );
    const asking = Array.from({ length: 4 }, () =>
      ask(user, { source: "top_up", method: "source", amountKopecks: 30_000, paymentId }).then(
        ({ status }) => (status === 201 ? "reserved" : "refused"),
      ),
    );
    const outcomes = await Promise.all([...spending, ...asking]);
    expect(outcomes.filter((outcome) => outcome !== "refused")).toHaveLength(3);
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 90_000, available: 10_000 });
  });

  test("twenty requests for the same share: as many as it holds", async () => {
    const user = newUser();
    await givenShare(user, 30_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(user, { source: "referral", method: "balance", amountKopecks: 9_900 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await getReferralBalance(db, user)).availableKopecks).toBe(300);
  });

  test("approve against cancel: exactly one wins, and the money follows it", async () => {
    const won: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      const { user, id } = await givenRequest(20_000);
      const [approved, cancelled] = await Promise.allSettled([
        approve(id),
        cancel(user, id).then(({ status }) => {
          if (status !== 200) throw new Error("refused");
        }),
      ]);
      expect([approved.status, cancelled.status].sort()).toEqual(["fulfilled", "rejected"]);
      const state = await stateOf(id);
      expect(state).toBe(approved.status === "fulfilled" ? "approved" : "cancelled");
      expect((await walletOf(user)).held).toBe(state === "approved" ? 20_000 : 0);
      won.push(String(state));
    }
    expect(won).toHaveLength(25);
    while ((await send()) > 0);
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
