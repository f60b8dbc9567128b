import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { payCashback } from "#features/loyalty/loyalty.jobs.ts";
import { loyaltyRoutes } from "#features/loyalty/loyalty.routes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { execute } from "#lib/db/query.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, loyaltyRoutes);
const get = (path: string, user = 5) =>
  api.call("GET", `/api/loyalty${path}`, { headers: user ? { "x-test-user": String(user) } : {} });

test("a guest learns nothing of loyalty", async () => {
  for (const path of ["", "/weeks", "/bonus-preview?amountKopecks=1"])
    expect((await get(path, 0)).status).toBe(401);
});

test("a newcomer stands below the ladder, with the welcome bonus ahead", async () => {
  const { status, body } = await get("");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    totalKopecks: 0,
    predictedKopecks: 0,
    rank: 0,
    cashbackBp: 0,
    next: { fromKopecks: 100_000, cashbackBp: 100, missingKopecks: 100_000 },
    capKopecks: null,
    pending: null,
    welcome: { state: "open", fromKopecks: 100_000, bonusBp: 1_000, bonusKopecks: 0 },
  });
  expect(body.ladder.map((step: { rank: number }) => step.rank)).toEqual([1, 2, 3, 4]);
  expect((await get("/weeks")).body).toEqual({ weeks: [], isMore: false });
});

test("the preview counts the amount in; a method that does not count brings nothing", async () => {
  const { body } = await get("/bonus-preview?amountKopecks=100000&method=card");
  expect(body.welcome).toMatchObject({ applies: true, bonusKopecks: 10_000 });
  expect(body.cashback).toMatchObject({ totalKopecks: 100_000, predictedKopecks: 1_000, rank: 1 });
  expect((await get("/bonus-preview?amountKopecks=0")).body).toMatchObject({
    welcome: { applies: false, fromKopecks: 100_000 },
    cashback: { totalKopecks: 0, gainKopecks: 0, next: { missingKopecks: 100_000 } },
  });
  await execute(owner, sql`update loyalty_settings set uncounted_methods = '{card}'`);
  const without = await get("/bonus-preview?amountKopecks=100000&method=card");
  expect(without.body.welcome).toMatchObject({ applies: false, fromKopecks: null });
  expect(without.body.cashback).toMatchObject({ totalKopecks: 0, predictedKopecks: 0 });
  await execute(owner, sql`update loyalty_settings set uncounted_methods = '{}', welcome_bp = 0`);
  expect((await get("")).body.welcome.state).toBe("off");
  await execute(owner, sql`update loyalty_settings set welcome_bp = 1000`);
});

test.each([
  "/bonus-preview",
  "/bonus-preview?amountKopecks=00",
  "/bonus-preview?amountKopecks=-1",
  "/bonus-preview?amountKopecks=1.5",
  "/bonus-preview?amountKopecks=1e9",
  "/bonus-preview?amountKopecks=999999999999999",
  "/bonus-preview?amountKopecks=1&method=A%20B",
  "/weeks?before=2026-47",
  "/weeks?before=2026-W99",
  "/weeks?limit=0",
  "/weeks?limit=54",
])("a question out of bounds is refused: %s", async (path) => expect((await get(path)).status).toBe(400));

test("nobody sees another user's weeks", async () => {
  await givenTopUp(db, { userId: 71, amountKopecks: 100_000 });
  await execute(owner, sql`update job_clock set offset_interval = '8 days'`);
  await payCashback(db);
  const { weeks } = (await get("/weeks", 71)).body;
  expect(weeks).toMatchObject([{ cashbackKopecks: 1_000, cashbackBp: 100 }]);
  expect((await get("/weeks", 72)).body.weeks).toEqual([]);
  expect((await get(`/weeks?before=${weeks[0].week}`, 71)).body.weeks).toEqual([]);
});
