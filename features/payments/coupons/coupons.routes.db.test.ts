import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { listCouponBatches, listCouponsByEnding } from "#features/payments/coupons/batches/batches.reads.ts";
import {
  approveCouponBatch,
  createCouponBatch,
  type NewBatch,
  voidCouponBatch,
} from "#features/payments/coupons/batches/batches.writes.ts";
import { createCouponRoutes } from "#features/payments/coupons/coupons.routes.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import { findPaymentView } from "#features/payments/payments.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, createCouponRoutes(new Set(["coupon"])));
const STAFF = 9;
let lastUser = 7_000;
let lastKey = 0;
const newKey = () => `key-of-a-test-${++lastKey}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

beforeEach(async () => {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
  await execute(owner, sql`delete from identity_throttles`);
});

function batch(part: Partial<NewBatch> = {}) {
  return createCouponBatch(db, {
    method: "alipay",
    locale: "en",
    count: 3,
    amountKopecks: kopecks(25_000),
    priceFen: 2_300,
    expiresAt: inDays(30),
    note: "the shop's order 7",
    actorId: STAFF,
    idempotencyKey: newKey(),
    ip: "192.0.2.9",
    ...part,
  });
}

const firstCode = async (part: Partial<NewBatch> = {}) => (await batch(part)).codes[0] as string;

function redeem(
  user: number,
  code: string,
  part: { key?: string; ip?: string; body?: object; locale?: string } = {},
) {
  return api.call("POST", "/api/payments/coupons", {
    body: { code, ...part.body },
    headers: { "x-test-user": String(user), "idempotency-key": part.key ?? newKey() },
    ip: part.ip ?? `192.0.2.${user % 250}`,
    locale: part.locale,
  });
}

const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;
const attempt = (user: number, code: string, key = newKey()) =>
  redeemCoupon(db, { userId: user, code, context: {}, idempotencyKey: key, ip: `198.51.100.${user % 250}` });
const later = (interval: string) =>
  execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);

describe("redeeming", () => {
  test("a code credits at once, and the payment shows as any other", async () => {
    const user = ++lastUser;
    const code = await firstCode({ method: "qq" });
    const { status, body } = await redeem(user, code.toLowerCase(), {
      body: { service: "tg", country: "6", externalId: "order:7" },
    });
    expect([status, body.amountKopecks]).toEqual([201, 25_000]);
    expect(await balanceOf(user)).toBe(25_000);
    expect(await findPaymentView(db, user, body.id, "ru")).toMatchObject({
      method: "qq",
      methodName: "QQ",
      state: "credited",
      service: "tg",
      country: "6",
      externalId: "order:7",
      redirectUrl: null,
    });
    const { reference } = await one<{ reference: string }>(
      db,
      sql`select t.reference from payments p join ledger_transfers t on t.id = p.credited_transfer_id
          join payments_coupons c on c.payment_id = p.id and t.reference = 'payment:coupon:' || c.id where p.id = ${body.id}`,
    );
    expect(reference).toMatch(/^payment:coupon:\d+$/);
    const kinds = await rows<{ kind: string }>(db, sql`select kind from job_events where user_id = ${user}`);
    expect(kinds).toEqual([{ kind: "balance" }]);
    const told = await rows<{ payload: unknown }>(
      owner,
      sql`select payload from graphile_worker._private_jobs where payload->>'userId' = ${String(user)}`,
    );
    expect(told).toEqual([{ payload: { paymentId: body.id, userId: user } }]);
  });

  test("a code credits once, whoever tries again and with whatever key", async () => {
    const [first, second] = [++lastUser, ++lastUser];
    const code = await firstCode();
    expect((await redeem(first, code)).status).toBe(201);
    for (const user of [first, second, first]) {
      const { status, body } = await redeem(user, code);
      expect([status, body.error.code, body.error.message]).toEqual([
        404,
        "COUPON_NOT_FOUND",
        "Coupon not found",
      ]);
    }
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([25_000, 0]);
  });

  test("a hundred at the same time credit one", async () => {
    const code = await firstCode();
    const users = Array.from({ length: 100 }, () => ++lastUser);
    const answers = await Promise.allSettled(users.map((user) => attempt(user, code)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    expect(new Set(refusals.map((reason) => (isAppError(reason) ? reason.code : String(reason))))).toEqual(
      new Set(["COUPON_NOT_FOUND"]),
    );
    const balances = await Promise.all(users.map(balanceOf));
    expect(balances.reduce<number>((sum, amount) => sum + amount, 0)).toBe(25_000);
  });

  test("the same key at the same time answers the same payment", async () => {
    const user = ++lastUser;
    const code = await firstCode();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(user, code, { key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") !== "true")).toHaveLength(1);
    expect(await balanceOf(user)).toBe(25_000);
    const other = await redeem(user, await firstCode(), { key });
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });

  test("typing errors are told apart from codes that nobody knows, in the words of the product", async () => {
    const user = ++lastUser;
    const code = await firstCode();
    const typo = `${code.slice(0, -1)}${code.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [typo, "", "hello", "' or 1=1 --"]) {
      const { status, body } = await redeem(user, wrong);
      expect([status, body.error.message]).toEqual([400, "Payment code is not correct"]);
    }
    const unknown = await redeem(user, "2222-2222-2222-2222");
    expect([unknown.status, unknown.body.error.message]).toEqual([404, "Coupon not found"]);
    expect((await redeem(user, typo, { locale: "ru" })).body.error.message).toBe("Неверный код купона");
    expect(await balanceOf(user)).toBe(0);
  });

  test("expired codes and those of a voided batch are not found; redeemed ones stay credited", async () => {
    const [keen, late] = [++lastUser, ++lastUser];
    const voided = await batch();
    expect((await redeem(keen, voided.codes[0] as string)).status).toBe(201);
    expect(await voidCouponBatch(db, { id: voided.id, actorId: STAFF, reason: "leaked", ip: "" })).toBe(2);
    expect(await voidCouponBatch(db, { id: voided.id, actorId: STAFF, reason: "again", ip: "" })).toBe(0);
    expect((await redeem(late, voided.codes[1] as string)).status).toBe(404);
    expect(await balanceOf(keen)).toBe(25_000);
    const [edge, over] = (await batch({ expiresAt: inDays(10) })).codes as [string, string];
    await later("9 days 23 hours 59 minutes");
    expect((await redeem(late, edge)).status).toBe(201);
    await later("2 minutes");
    expect((await redeem(late, over)).status).toBe(404);
  });

  test("the key is needed, and a site without coupons has no such method", async () => {
    const without = await api.call("POST", "/api/payments/coupons", {
      body: { code: "x" },
      headers: { "x-test-user": "1" },
    });
    expect([without.status, without.body.error.code]).toEqual([400, "VALIDATION"]);
    const none = testApi(db, createCouponRoutes(new Set()), async () => ({
      kind: "user",
      userId: 1 as UserId,
      role: "user",
      via: "bearer",
    }));
    const answer = await none.call("POST", "/api/payments/coupons", {
      body: { code: "x" },
      headers: { "idempotency-key": newKey() },
    });
    expect([answer.status, answer.body.error.code]).toEqual([404, "METHOD_NOT_FOUND"]);
  });
});

describe("guessing", () => {
  test("one user is paused from anywhere, longer each time, and so is one address with any users", async () => {
    const user = ++lastUser;
    const codes = Array.from({ length: 10 }, () => "2222-2222-2222-2222");
    for (const [index, code] of codes.entries()) {
      expect((await redeem(user, code, { ip: `203.0.113.${index}` })).status).toBe(404);
    }
    const good = await firstCode();
    const paused = await redeem(user, good, { ip: "203.0.113.99" });
    expect([paused.status, paused.body.error.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    const firstPause = Number(paused.headers.get("retry-after"));
    expect(firstPause).toBeGreaterThan(0);
    await later("40 seconds");
    expect((await redeem(user, "2222-2222-2222-2222", { ip: "203.0.113.98" })).status).toBe(404);
    const longer = await redeem(user, good, { ip: "203.0.113.97" });
    expect(Number(longer.headers.get("retry-after"))).toBeGreaterThan(firstPause);
    expect(await balanceOf(user)).toBe(0);

    for (let index = 0; index < 60; index += 1) await redeem(++lastUser, "nonsense", { ip: "203.0.113.200" });
    expect((await redeem(++lastUser, good, { ip: "203.0.113.200" })).status).toBe(429);
    // Others go on.
    expect((await redeem(++lastUser, good, { ip: "203.0.113.201" })).status).toBe(201);
  });

  test("right codes do not count as guesses", async () => {
    const user = ++lastUser;
    const { codes } = await batch({ count: 25 });
    for (const code of codes) expect((await redeem(user, code)).status).toBe(201);
    expect(await balanceOf(user)).toBe(25 * 25_000);
  });
});

describe("batches", () => {
  test("codes are told once and are nowhere in the database; the staff find them by their ending", async () => {
    const key = newKey();
    const made = await batch({ count: 1_000, idempotencyKey: key });
    expect(new Set(made.codes).size).toBe(1_000);
    expect(made.csv.split("\r\n")).toHaveLength(1_002);
    const code = (made.codes[500] as string).replaceAll("-", "");
    const stored = await one<{ text: string }>(
      owner,
      sql`select string_agg(c::text || b::text, ' ') as text from payments_coupons c join payments_coupon_batches b on b.id = c.batch_id
          where b.id = ${made.id}`,
    );
    expect(stored.text).not.toContain(code.slice(0, 8));
    expect(await listCouponsByEnding(db, code.slice(-4).toLowerCase())).toContainEqual(
      expect.objectContaining({ batchId: made.id, redeemedBy: null }),
    );
    await expect(batch({ idempotencyKey: key })).rejects.toMatchObject({
      code: "BATCH_EXISTS",
      details: { batchId: made.id },
    });
    const [newest] = await listCouponBatches(db, { beforeId: null, limit: 1 });
    expect(newest).toMatchObject({
      id: made.id,
      count: 1_000,
      redeemedCount: 0,
      voidedAt: null,
      priceFen: 2_300,
    });
    const [older] = await listCouponBatches(db, { beforeId: made.id, limit: 1 });
    expect(older?.id).toBeLessThan(made.id);
  });

  test("a batch below its language's smallest price, or that ends wrong, is not made", async () => {
    await expect(batch({ locale: "cn", priceFen: 1_999 })).rejects.toMatchObject({
      code: "COUPON_PRICE_TOO_SMALL",
      details: { minPrice: 20 },
    });
    await expect(batch({ locale: "es", priceFen: 999 })).rejects.toMatchObject({ details: { minPrice: 10 } });
    expect((await batch({ locale: "cn", priceFen: 2_000 })).codes).toHaveLength(3);
    for (const expiresAt of [inDays(-1), inDays(2_000)]) {
      await expect(batch({ expiresAt })).rejects.toMatchObject({ code: "BATCH_ENDS_WRONG" });
    }
    await expect(
      voidCouponBatch(db, { id: 999_999, actorId: STAFF, reason: "", ip: "" }),
    ).rejects.toMatchObject({
      code: "BATCH_NOT_FOUND",
    });
  });

  describe("above the limit", () => {
    const large = () => batch({ count: 201 });
    const approve = (id: number, actorId = STAFF + 1) =>
      approveCouponBatch(db, { id, actorId, reason: "the shop asked", ip: "192.0.2.1" });

    test("take a second person before a code of them credits anything; up to it one is enough", async () => {
      const [user, made] = [++lastUser, await large()];
      expect([made.isWaitingForSecond, (await batch({ count: 200 })).isWaitingForSecond]).toEqual([
        true,
        false,
      ]);
      const code = made.codes[0] as string;
      expect((await redeem(user, code)).body.error.code).toBe("COUPON_NOT_FOUND");
      await expect(approve(made.id, STAFF)).rejects.toMatchObject({ code: "BATCH_OWN" });
      expect((await redeem(user, code)).status).toBe(404);
      await Promise.all([approve(made.id), approve(made.id), approve(made.id, STAFF + 2)]);
      expect((await redeem(user, code)).status).toBe(201);
      expect(await balanceOf(user)).toBe(25_000);
      const approved = await rows(
        db,
        sql`select details from identity_audit
            where subject = ${`coupon-batch:${made.id}`} and action = 'coupon-batch.approve'`,
      );
      expect(approved).toEqual([
        { details: { createdBy: STAFF, count: 201, amountKopecks: 25_000, reason: "the shop asked" } },
      ]);
    });

    test("are not approved once they are void, and who has made one can void it", async () => {
      const { id } = await large();
      expect(await voidCouponBatch(db, { id, actorId: STAFF, reason: "a mistake", ip: "" })).toBe(201);
      await expect(approve(id)).rejects.toMatchObject({ code: "BATCH_OVER" });
      await expect(approve(999_999)).rejects.toMatchObject({ code: "BATCH_NOT_FOUND" });
    });
  });

  test("what the staff do is noted with it, without codes", async () => {
    const made = await batch();
    await voidCouponBatch(db, { id: made.id, actorId: STAFF + 1, reason: "wrong price", ip: "192.0.2.1" });
    const noted = await rows<{ action: string; actor_id: number; details: Record<string, unknown> }>(
      db,
      sql`select action, actor_id, details from identity_audit where subject = ${`coupon-batch:${made.id}`} order by id`,
    );
    expect(noted.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ["coupon-batch.create", STAFF],
      ["coupon-batch.void", STAFF + 1],
    ]);
    expect(noted[1]?.details).toEqual({ ended: 3, reason: "wrong price" });
    expect(JSON.stringify(noted)).not.toContain((made.codes[0] as string).slice(0, 9));
  });

  test("a redeemed code can be neither freed nor deleted", async () => {
    const user = ++lastUser;
    const made = await batch();
    await redeem(user, made.codes[0] as string);
    await expect(
      execute(
        db,
        sql`update payments_coupons set redeemed_at = null, redeemed_by = null, payment_id = null where batch_id = ${made.id}`,
      ),
    ).rejects.toThrow(/redeemed for ever/);
    await expect(execute(db, sql`delete from payments_coupons where batch_id = ${made.id}`)).rejects.toThrow(
      /permission denied/,
    );
  });
});
