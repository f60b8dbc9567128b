import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenTopUp, reverseTopUp } from "#features/payments/top-ups.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { listOwedReports } from "#features/supply/finish-reports/finish-reports.reads.ts";
import { acknowledgeReports } from "#features/supply/finish-reports/finish-reports.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 32 });
const api = testApi(db, backOfficeRoutes, resolveActor);
let anna: TestStaff;
let boris: TestStaff;
let lead: TestStaff;
let support: TestStaff;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  anna = await givenStaff(db, "money", { name: "Anna" });
  boris = await givenStaff(db, "money", { name: "Boris" });
  lead = await givenStaff(db, "money-lead", { name: "Lead" });
  support = await givenStaff(db, "support", { name: "Support" });
});

const newKey = () => crypto.randomUUID();
const codeOf = (answer: Answer) => [answer.status, answer.body.error?.code];
const post = (staff: TestStaff, path: string, body: unknown, key: string | null = newKey()) =>
  api.call("POST", `/api/desk/${path}`, {
    cookie: staff.cookie,
    body,
    headers: key === null ? {} : { "idempotency-key": key },
  });
const propose = (staff: TestStaff, body: object, key?: string) =>
  post(staff, "corrections", { reason: "a good reason", ...body }, key);
const sign = (staff: TestStaff, id: number, key?: string) =>
  post(staff, `corrections/${id}/carry-out`, {}, key);
const reject = (staff: TestStaff, id: number) =>
  post(staff, `corrections/${id}/reject`, { reason: "not so" }, null);
const available = async (userId: number) => (await getBalance(db, userId)).availableKopecks;
const actionsOf = async (id: number) =>
  (
    await rows<{ action: string; actor: number }>(
      owner,
      sql`select action, actor_id as actor from identity_audit where subject = ${`correction:${id}`} order by id`,
    )
  ).map(({ action, actor }) => [action, actor]);

describe("an adjustment", () => {
  test("moves nothing until another person signs, then exactly once, and the audit names both", async () => {
    const userId = await givenCustomer(db, 10_000);
    const proposed = await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 2_500 });
    expect([proposed.status, proposed.body.state, proposed.body.walletKopecks]).toEqual([
      201,
      "proposed",
      10_000,
    ]);
    const { id } = proposed.body;
    expect(await available(userId)).toBe(10_000);
    const signed = await sign(boris, id);
    expect(signed.body).toMatchObject({
      state: "carried_out",
      proposer: { name: "Anna" },
      decider: { name: "Boris" },
      walletKopecks: 12_500,
    });
    expect(codeOf(await sign(lead, id))).toEqual([409, "CORRECTION_DECIDED"]);
    expect(codeOf(await reject(lead, id))).toEqual([409, "CORRECTION_DECIDED"]);
    expect(await available(userId)).toBe(12_500);
    expect(await actionsOf(id)).toEqual([
      ["correction.propose", anna.userId],
      ["correction.carry-out", boris.userId],
    ]);
  });

  test("its proposer cannot sign it, nobody adjusts their own account, support can only look", async () => {
    const userId = await givenCustomer(db, 1_000);
    const { id } = (await propose(lead, { kind: "adjustment_credit", userId, amountKopecks: 100 })).body;
    expect(codeOf(await sign(lead, id))).toEqual([403, "SAME_PERSON"]);
    const own = await propose(anna, { kind: "adjustment_credit", userId: anna.userId, amountKopecks: 100 });
    expect(codeOf(own)).toEqual([403, "OWN_ACCOUNT"]);
    const forAnna = (
      await propose(boris, { kind: "adjustment_credit", userId: anna.userId, amountKopecks: 100 })
    ).body;
    expect(codeOf(await sign(anna, forAnna.id))).toEqual([403, "OWN_ACCOUNT"]);
    expect(codeOf(await reject(anna, forAnna.id))).toEqual([403, "OWN_ACCOUNT"]);
    expect(codeOf(await sign(support, id))).toEqual([403, "FORBIDDEN"]);
    const seen = await api.call("GET", `/api/desk/corrections/${id}`, { cookie: support.cookie });
    expect([seen.status, seen.body.problem]).toEqual([200, "lead-needed"]);
    expect(await available(userId)).toBe(1_000);
  });

  test("never takes a wallet below zero, nor what is held; the proposal stays open for another time", async () => {
    const userId = await givenCustomer(db, 1_000);
    const { id } = (await propose(anna, { kind: "adjustment_debit", userId, amountKopecks: 1_001 })).body;
    const refused = await sign(boris, id);
    expect(codeOf(refused)).toEqual([409, "WALLET_TOO_SMALL"]);
    expect(refused.body.message).toBe("Only 10,00 ₽ can be taken from the balance.");
    const exact = (await propose(anna, { kind: "adjustment_debit", userId, amountKopecks: 1_000 })).body;
    expect((await sign(boris, exact.id)).body.state).toBe("carried_out");
    expect(await available(userId)).toBe(0);
    expect((await reject(boris, id)).body.state).toBe("rejected");
  });

  test("above the limit only a lead signs", async () => {
    const userId = await givenCustomer(db, 0);
    const { id } = (await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 5_000_001 }))
      .body;
    expect(codeOf(await sign(boris, id))).toEqual([403, "LEAD_NEEDED"]);
    expect((await sign(lead, id)).status).toBe(200);
    expect(await available(userId)).toBe(5_000_001);
  });

  test("of twenty signatures at once one moves the money, whether keys are one or many", async () => {
    const userId = await givenCustomer(db, 0);
    const first = (await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 700 })).body;
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sign(index % 2 ? boris : lead, first.id)),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const second = (await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 300 })).body;
    const key = newKey();
    const same = await Promise.all(Array.from({ length: 20 }, () => sign(boris, second.id, key)));
    expect(same.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(same.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(19);
    expect(await available(userId)).toBe(1_000);
  });

  test("a signature racing a rejection: exactly one of them holds", async () => {
    for (let round = 0; round < 10; round += 1) {
      const userId = await givenCustomer(db, 0);
      const { id } = (await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 50 })).body;
      const [signed, rejected] = await Promise.all([sign(boris, id), reject(lead, id)]);
      expect([signed.status, rejected.status].sort()).toEqual([200, 409]);
      expect(await available(userId)).toBe(signed.status === 200 ? 50 : 0);
    }
  });

  test("a proposal repeated with its key is one; the key with other figures is refused; without a key nothing happens", async () => {
    const userId = await givenCustomer(db, 0);
    const key = newKey();
    const body = { kind: "adjustment_credit", userId, amountKopecks: 100 };
    const both = await Promise.all([propose(anna, body, key), propose(anna, body, key)]);
    expect(both[0]?.body.id).toBe(both[1]?.body.id);
    expect(codeOf(await propose(anna, { ...body, amountKopecks: 101 }, key))).toEqual([
      422,
      "IDEMPOTENCY_MISMATCH",
    ]);
    expect((await propose(boris, body, key)).body.id).not.toBe(both[0]?.body.id);
    expect(codeOf(await post(anna, "corrections", { ...body, reason: "reason" }, null))).toEqual([
      400,
      "VALIDATION",
    ]);
  });

  test("is taken back by its proposer, refused by others, and cannot be signed after a week", async () => {
    const userId = await givenCustomer(db, 0);
    const input = { kind: "adjustment_credit", userId, amountKopecks: 100 };
    const own = (await propose(anna, input)).body;
    expect((await reject(anna, own.id)).body).toMatchObject({
      state: "withdrawn",
      decider: { name: "Anna" },
    });
    const other = (await propose(anna, input)).body;
    expect((await reject(boris, other.id)).body).toMatchObject({
      state: "rejected",
      decider: { name: "Boris" },
    });
    const old = (await propose(anna, input)).body;
    await execute(
      owner,
      sql`update back_office_corrections set expires_at = app_now() - interval '1 second' where id = ${old.id}`,
    );
    expect(codeOf(await sign(boris, old.id))).toEqual([409, "CORRECTION_EXPIRED"]);
    expect((await reject(boris, old.id)).status).toBe(200);
    expect(await available(userId)).toBe(0);
  });

  test("refuses amounts that are none, users that are none, and fields of other kinds", async () => {
    const userId = await givenCustomer(db, 0);
    const input = { kind: "adjustment_credit", userId, amountKopecks: 100 };
    for (const wrong of [
      { amountKopecks: 0 },
      { amountKopecks: -5 },
      { amountKopecks: 0.5 },
      { amountKopecks: 100_000_001 },
      { reason: "  " },
      { activationId: 5 },
      { kind: "top_up" },
    ]) {
      expect((await propose(anna, { ...input, ...wrong })).status).toBe(400);
    }
    expect(codeOf(await propose(anna, { ...input, userId: 999_999 }))).toEqual([404, "DESK_NOTHING_THERE"]);
    expect((await sign(anna, 999_999)).status).toBe(404);
  });

  test("asks for a fresh code: ten minutes and a second are too old", async () => {
    const stale = await givenStaff(db, "money", { secondsAgo: 601 });
    const userId = await givenCustomer(db, 0);
    const answer = await propose(stale, { kind: "adjustment_credit", userId, amountKopecks: 100 });
    expect(codeOf(answer)).toEqual([403, "STEP_UP_NEEDED"]);
    const list = await api.call("GET", `/api/desk/corrections?userId=${userId}`, { cookie: stale.cookie });
    expect(list.body).toEqual({ items: [], hasMore: false });
  });
});

describe("the database itself", () => {
  const insert = (proposer: number, decider: number | null, userId: number, state: string, isForTwo = true) =>
    execute(
      owner,
      sql`insert into back_office_corrections (kind, user_id, amount_kopecks, reason, state, needs_second, proposer_id,
            decider_id, transfer_id, decided_at)
          values ('adjustment_credit', ${userId}, 1, 'reason', ${state}, ${isForTwo}, ${proposer}, ${decider}, 1, app_now())`,
    );

  test("refuses one person in two parts, somebody's own account, and one person alone", async () => {
    await expect(insert(1, 1, 3, "carried_out")).rejects.toThrow("back_office_corrections_two_people");
    await expect(insert(1, null, 3, "carried_out")).rejects.toThrow("back_office_corrections_two_people");
    await expect(insert(1, 2, 1, "carried_out")).rejects.toThrow("back_office_corrections_not_own");
    await expect(insert(1, 2, 2, "carried_out")).rejects.toThrow("back_office_corrections_not_own");
    await expect(insert(1, null, 3, "carried_out", false)).rejects.toThrow("back_office_corrections_alone");
  });

  test("keeps the audit as it was written, even for its owner", async () => {
    await expect(execute(owner, sql`update identity_audit set action = 'x'`)).rejects.toThrow("append-only");
    await expect(execute(owner, sql`delete from identity_audit`)).rejects.toThrow("append-only");
    await expect(execute(owner, sql`truncate identity_audit`)).rejects.toThrow("append-only");
    await expect(execute(db, sql`delete from back_office_corrections`)).rejects.toThrow("permission denied");
  });
});

/** Countries that no other test of this file sells in. */
const freshCountries = [4, 7, 10, 15, 16, 22, 33];
let lastSmsId = 0n;

async function buy(userId: number, priceKopecks: number) {
  const countryId = freshCountries.pop() as number;
  const offer = await givenOffer(db, { countryId, count: 1, costKopecks: 10, priceKopecks });
  const bought = await buyActivation(db, purchase({ userId, countryId }));
  return { id: bought.id, offer };
}

/** An order that was charged: its code came. */
async function givenCapturedOrder(userId: number, priceKopecks: number): Promise<number> {
  const { id, offer } = await buy(userId, priceKopecks);
  lastSmsId += 1n;
  const sms = {
    supplierId: offer.supplierId,
    smsId: lastSmsId,
    phone: offer.numbers[0] ?? 0,
    sender: "Telegram",
  };
  await receiveSms(db, { ...sms, text: "Your code is 12345" }, deliverSms);
  return id;
}

describe("a refund of an order", () => {
  test("up to the limit one person gives the whole price back, once for ever", async () => {
    const userId = await givenCustomer(db, 50_000);
    const activationId = await givenCapturedOrder(userId, 1_400);
    expect(await available(userId)).toBe(48_600);
    const done = await propose(anna, { kind: "activation_refund", activationId });
    expect(done.body).toMatchObject({
      state: "carried_out",
      amountKopecks: 1_400,
      needsSecond: false,
      decider: null,
    });
    expect(await available(userId)).toBe(50_000);
    expect(codeOf(await propose(boris, { kind: "activation_refund", activationId }))).toEqual([
      409,
      "ORDER_REFUND_EXISTS",
    ]);
    const order = await api.call("GET", `/api/desk/orders/${activationId}`, { cookie: support.cookie });
    expect(order.body).toMatchObject({ isCaptured: true, priceKopecks: 1_400, refundId: done.body.id });
  });

  test("is told to the supplier of the number, behind its sale", async () => {
    const activationId = await givenCapturedOrder(await givenCustomer(db, 50_000), 1_400);
    await propose(anna, { kind: "activation_refund", activationId });
    const { supplierId } = await one<{ supplierId: number }>(
      owner,
      sql`select supplier_id as "supplierId" from activations where id = ${activationId}`,
    );
    const owed = () => listOwedReports(db, supplierId, 10);
    expect(await owed()).toEqual([]);
    await execute(owner, sql`select activations_complete(${activationId}, null, '{received}', 'expired')`);
    for (const status of [3, 5]) {
      const found = await owed();
      expect(found).toMatchObject([{ activationId, status }]);
      await acknowledgeReports(
        db,
        supplierId,
        found.map(({ id }) => id),
      );
    }
    expect(await owed()).toEqual([]);
  });

  test("above the limit it takes two people; of parallel proposals one is taken", async () => {
    const userId = await givenCustomer(db, 500_000);
    const activationId = await givenCapturedOrder(userId, 100_001);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        propose(index % 2 ? anna : boris, { kind: "activation_refund", activationId }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)]);
    const { id, proposer } = answers.find(({ status }) => status === 201)?.body ?? {};
    expect(await available(userId)).toBe(399_999);
    const other = proposer.id === anna.userId ? boris : anna;
    expect((await sign(other, id)).body.state).toBe("carried_out");
    expect(await available(userId)).toBe(500_000);
  });

  test("an order that was not charged has nothing to give back, an unknown one does not exist", async () => {
    const userId = await givenCustomer(db, 50_000);
    await givenOffer(db, { countryId: 95, count: 1 });
    await buyActivation(db, {
      userId,
      serviceId: 52,
      countryId: 95,
      operator: "any",
      maxPriceKopecks: null,
      idempotencyKey: newKey(),
      channel: "site",
    } as never);
    const { id } = await one<{ id: number }>(
      owner,
      sql`select id from activations where user_id = ${userId}`,
    );
    expect(codeOf(await propose(anna, { kind: "activation_refund", activationId: id }))).toEqual([
      409,
      "ORDER_NOT_CAPTURED",
    ]);
    expect((await propose(anna, { kind: "activation_refund", activationId: 5 })).status).toBe(404);
  });
});

/** A top-up that was reversed after it had been spent. */
async function givenDebt(userId: number, amountKopecks: number): Promise<void> {
  const paymentId = await givenTopUp(db, { userId, amountKopecks });
  await buy(userId, amountKopecks);
  await reverseTopUp(db, paymentId, amountKopecks);
}

describe("giving up a debt", () => {
  test("only as much as is owed, signed by a lead", async () => {
    const userId = await givenCustomer(db, 0);
    await givenDebt(userId, 900);
    expect(await getDebt(db, userId)).toBe(900);
    const input = { kind: "debt_write_off", userId };
    expect(codeOf(await propose(anna, { ...input, amountKopecks: 901 }))).toEqual([409, "DEBT_TOO_SMALL"]);
    const { id } = (await propose(anna, { ...input, amountKopecks: 900 })).body;
    const twice = (await propose(anna, { ...input, amountKopecks: 900 })).body;
    expect(codeOf(await sign(boris, id))).toEqual([403, "LEAD_NEEDED"]);
    const answers = await Promise.all([sign(lead, id), sign(lead, twice.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await getDebt(db, userId)).toBe(0);
  });

  test("a credit to somebody who owes pays the debt first", async () => {
    const userId = await givenCustomer(db, 0);
    await givenDebt(userId, 400);
    const { id } = (await propose(anna, { kind: "adjustment_credit", userId, amountKopecks: 1_000 })).body;
    await sign(boris, id);
    expect([await available(userId), await getDebt(db, userId)]).toEqual([600, 0]);
  });
});

test("old keys are forgotten, young ones kept", async () => {
  const { forgetOldRequests } = await import("#features/back-office/requests.writes.ts");
  const count = async () =>
    (await one<{ count: number }>(owner, sql`select count(*)::int as count from back_office_requests`)).count;
  const before = await count();
  expect(before).toBeGreaterThan(10);
  expect(await forgetOldRequests(db, 1_000)).toBe(0);
  await moveClock(owner, "61 days");
  expect(await forgetOldRequests(db, 1_000)).toBe(before);
  await moveClock(owner, "-61 days");
});
