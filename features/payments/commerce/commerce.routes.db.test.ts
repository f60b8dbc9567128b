import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { commerceRoutes } from "#features/payments/commerce/commerce.routes.ts";
import { createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import { startTransfer } from "#features/payments/transfers/transfers.writes.ts";
import { one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const api = testApi(db, commerceRoutes);
const { codes } = await createCouponBatch(db, {
  method: "alipay",
  locale: "en",
  count: 60,
  amountKopecks: kopecks(25_050),
  priceFen: 2_300,
  expiresAt: new Date(Date.now() + 86_400_000),
  note: "",
  actorId: 9,
  idempotencyKey: "the batch of a test",
  ip: "",
});
let used = 0;

async function credit(userId: number): Promise<number> {
  const code = codes[used++] as string;
  const key = `key-of-a-test-${used}`;
  return (await redeemCoupon(db, { userId, code, context: {}, idempotencyKey: key, ip: "192.0.2.1" }))
    .paymentId;
}

const list = (user: number, locale = "en") =>
  api.call("GET", "/api/users/commerce-orders", { headers: { "x-test-user": String(user) }, locale });
const save = (user: number, order_ids: unknown) =>
  api.call("POST", "/api/users/commerce-orders-save", {
    headers: { "x-test-user": String(user) },
    body: { order_ids },
  });

test("each credited top-up is told until it is saved, in roubles; open ones are not", async () => {
  const [first, second] = [await credit(1), await credit(1)];
  await startTransfer(db, {
    userId: 1,
    amountKopecks: kopecks(500_000),
    note: "",
    receipt: "",
    context: {},
    idempotencyKey: "an open one",
    locale: "en",
  });
  expect((await list(1)).body).toEqual([
    { id: first, payment_method_name: "AliPay", cost: 250.5 },
    { id: second, payment_method_name: "AliPay", cost: 250.5 },
  ]);
  expect((await save(1, [first])).body).toEqual({ order_ids: [first] });
  expect((await save(1, [first, first])).body).toEqual({ order_ids: [] });
  expect((await list(1)).body.map(({ id }: { id: number }) => id)).toEqual([second]);
});

test("saving at the same time notes each once", async () => {
  const id = await credit(2);
  const answers = await Promise.all(Array.from({ length: 10 }, () => save(2, [id])));
  expect(answers.flatMap(({ body }) => body.order_ids)).toEqual([id]);
});

test("somebody else's orders and unknown ids are passed over", async () => {
  const [own, foreign] = [await credit(3), await credit(4)];
  const { status, body } = await save(3, [foreign, own, 999_999_999]);
  expect([status, body]).toEqual([200, { order_ids: [own] }]);
  expect((await list(4)).body.map(({ id }: { id: number }) => id)).toEqual([foreign]);
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from payments_commerce_reports where payment_id = ${foreign}`,
  );
  expect(count).toBe(0);
});

test("a long list comes in parts", async () => {
  const ids: number[] = [];
  for (let index = 0; index < 52; index += 1) ids.push(await credit(5));
  const told = (await list(5)).body.map(({ id }: { id: number }) => id);
  expect(told).toEqual(ids.slice(0, 50));
  await save(5, told);
  expect((await list(5)).body).toHaveLength(2);
});

test.each([[undefined], ["1"], [["1"]], [[0]], [[-1]], [[1.5]], [Array.from({ length: 201 }, () => 1)]])(
  "%j is no list of orders",
  async (ids) => {
    expect((await save(1, ids)).body.error.code).toBe("VALIDATION");
  },
);

test("guests have no orders and are refused", async () => {
  expect((await api.call("GET", "/api/users/commerce-orders")).status).toBe(401);
});
