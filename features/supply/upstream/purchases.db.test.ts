import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { afterAll, describe, expect, it, vi } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { unansweredAttempts } from "#features/supply/attempts.jobs.ts";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { countUnusable } from "#features/supply/health/figures.reads.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { findOperatedSupplier } from "#features/supply/operation/operated-suppliers.reads.ts";
import { acquireNumber, lateAnswersSettled, resolveUnknown } from "#features/supply/supply.gateway.ts";
import { findKeptNumber, findSuppliersByKeyHash } from "#features/supply/supply.reads.ts";
import { limits } from "#features/supply/supply.rules.ts";
import { startAttempt } from "#features/supply/supply.writes.ts";
import { activeEntry, activeList, givenShop } from "#features/supply/upstream/shop.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
afterAll(() => lateAnswersSettled());

let lastOrder = 0;
const newOrder = () => {
  lastOrder += 1;
  return lastOrder;
};
const PHONE = "6281234567001";
const given = (id: number, more: object = {}) =>
  JSON.stringify({ activationId: id, phoneNumber: PHONE, activationCost: 12.5, currency: 643, ...more });
const stateOf = (clientId: string) =>
  one<{ state: string; ref: string | null }>(
    db,
    sql`select state, supplier_ref::text as ref from supply_attempts where client_id = ${clientId}`,
  );
const reportsOf = (supplierId: number) =>
  rows(
    db,
    sql`select supplier_ref::integer as ref, outcome from supply_finishes where supplier_id = ${supplierId} order by 1, 2`,
  );
/** The sweep's turn of an attempt comes now. */
const lookAgain = async (clientId: string) => {
  await execute(db, sql`update supply_attempts set resolve_at = app_now() where client_id = ${clientId}`);
  await unansweredAttempts.run(db);
};
const older = (clientId: string, seconds: number) =>
  execute(
    db,
    sql`update supply_attempts set started_at = started_at - ${seconds} * interval '1 second' where client_id = ${clientId}`,
  );
const unusableOf = async (supplierId: number) => {
  await unusableAnswersWritten(db);
  return (await countUnusable(db, [supplierId], 5)).map(({ action, reason }) => `${action} ${reason}`);
};
const healthOf = (code: string) => findOperatedSupplier(db, code);

describe("a purchase at another shop", () => {
  it("asks with our words, the price limit and our own id, and keeps number, id and what was taken", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = given(501, { activationCost: "11.40" });
    const acquired = await acquireNumber(db, { ...shop.order(newOrder()), exceptPrefixes: ["62812"] });
    expect(acquired).toEqual({ kind: "failed", error: "excluded-prefix" });
    const [asked] = shop.asked("getNumberV2");
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      ...{ service: "tg", country: "6", maxPrice: "12.50", phoneException: "62812" },
      ...{ orderId: expect.stringMatching(/^[0-9a-f-]{36}$/), api_key: `${shop.code}-key-of-ours` },
    });
    expect(asked?.has("operator")).toBe(false);
    shop.says.getNumberV2 = given(502, { activationCost: "11.40", phoneNumber: "6285234567001" });
    expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({
      ...{ kind: "number", number: 6_285_234_567_001, supplierRef: 502, costKopecks: 1_140 },
    });
    expect(await findKeptNumber(db, lastOrder)).toMatchObject({ supplierRef: 502, costKopecks: 1_140 });
  });

  it("asks a shop without getNumberV2 by getNumber, and the next time at once", async () => {
    const shop = await givenShop(db);
    shop.says.getNumber = "ACCESS_NUMBER:601:6281234567002";
    expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({
      kind: "number",
      costKopecks: null,
    });
    shop.says.getNumber = "ACCESS_NUMBER:602:6281234567003";
    expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({
      kind: "number",
      supplierRef: 602,
    });
    expect(shop.asked("getNumberV2")).toHaveLength(1);
  });

  it("waits no longer for getNumberV2 and getNumber together than for one of them", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = (_, response) => {
      setTimeout(() => response.writeHead(200).end("BAD_ACTION"), 100);
      return undefined;
    };
    shop.says.getNumber = "NO_NUMBERS";
    const timeouts = vi.spyOn(AbortSignal, "timeout");
    expect(await acquireNumber(db, shop.order(newOrder()))).toEqual({ kind: "no-numbers" });
    const [first = 0, second = 0] = timeouts.mock.calls.map(([timeoutMs]) => timeoutMs);
    timeouts.mockRestore();
    expect(first).toBeLessThanOrEqual(limits.lateAnswerMs);
    expect(second).toBeLessThanOrEqual(limits.lateAnswerMs - 90);
    expect(second).toBeGreaterThan(0);
  });

  it("in dollars costs roubles by the set rate, and the limit is said in dollars", async () => {
    const shop = await givenShop(db, { currency: "USD", rateKopecks: 9_250 });
    shop.says.getNumberV2 = given(701, { activationCost: 0.135, currency: 840 });
    expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({ costKopecks: 1_249 });
    expect(shop.asked("getNumberV2")[0]?.get("maxPrice")).toBe("0.1351");
  });

  it.each([
    ["is dearer than agreed", { activationCost: 12.51 }],
    ["is paid in another currency", { currency: 840 }],
    ["is no number", { phoneNumber: "hidden" }],
  ])("that %s goes back, and the buyer is asked for nothing", async (_, more) => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = given(801, more);
    expect((await acquireNumber(db, shop.order(newOrder()))).kind).toBe("failed");
    expect(await reportsOf(shop.supplierId)).toEqual([{ ref: 801, outcome: 4 }]);
    shop.says.setStatus = "ACCESS_CANCEL";
    await finishOutbox.run(db);
    expect(shop.asked("setStatus").map((asked) => [asked.get("id"), asked.get("status")])).toEqual([
      ["801", "8"],
    ]);
    expect(await unusableOf(shop.supplierId)).toEqual(["GET_NUMBER wrong-number"]);
  });

  it("answered by NO_NUMBERS says that there are none, without a fault", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = "NO_NUMBERS";
    expect(await acquireNumber(db, shop.order(newOrder()))).toEqual({ kind: "no-numbers" });
    expect(await unusableOf(shop.supplierId)).toEqual([]);
  });
});

describe("an answer that cannot be used", () => {
  const bomb = gzipSync(Buffer.alloc(32 << 20));
  const html = "<html><body>502 Bad Gateway</body></html>";
  const send = (response: ServerResponse, status: number, headers: object, body: string | Buffer = "") =>
    void response.writeHead(status, headers as Record<string, string>).end(body);
  const cases: [string, (response: ServerResponse) => string | undefined, string, string][] = [
    ["HTML", () => html, "unknown", "wrong-shape"],
    ["10 MB", () => "A".repeat(10 << 20), "unknown", "too-large"],
    [
      "a gzip bomb",
      (response) => send(response, 200, { "content-encoding": "gzip" }, bomb) as undefined,
      ...(["unknown", "too-large"] as const),
    ],
    [
      "a redirect to a private address",
      (response) => send(response, 302, { location: "http://169.254.169.254/latest/" }) as undefined,
      ...(["failed", "redirect"] as const),
    ],
    [
      "a close in mid-answer",
      (response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("ACCESS_NUM");
        setTimeout(() => response.destroy(), 20);
        return undefined;
      },
      ...(["unknown", "hang-up"] as const),
    ],
    ["an inner fault", () => "ERROR_SQL", "unknown", "refused"],
    ["HTTP 500", (response) => send(response, 500, {}, "oops") as undefined, "unknown", "http-status"],
  ];
  it.each(cases)(
    "such as %s costs nothing, is looked into and shows in the health",
    async (_, answer, kind, reason) => {
      const shop = await givenShop(db);
      shop.says.getNumberV2 = (_parameters, response) => answer(response);
      shop.says.getActiveActivations = activeList();
      expect((await acquireNumber(db, shop.order(newOrder()))).kind).toBe(kind);
      expect(await unusableOf(shop.supplierId)).toEqual([`GET_NUMBER ${reason}`]);
      const { client_id: clientId } = await one<{ client_id: string }>(
        db,
        sql`select client_id from supply_attempts where supplier_id = ${shop.supplierId}`,
      );
      if (kind === "unknown") {
        await lookAgain(clientId);
        expect(await stateOf(clientId)).toMatchObject({ state: "unknown" });
        await older(clientId, 120);
        await lookAgain(clientId);
      }
      expect(await stateOf(clientId)).toMatchObject({ state: "failed", ref: null });
      expect(shop.asked("getNumberV2")).toHaveLength(1);
    },
  );

  it.each(["BAD_KEY", "BANNED:'2026-11-25 12-00-00'", "ACCOUNT_INACTIVE"])(
    "because the account is refused (%s) takes the shop off sale for a while, with the reason",
    async (token) => {
      const shop = await givenShop(db);
      shop.says.getNumberV2 = token;
      expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({ kind: "failed" });
      expect(await healthOf(shop.code)).toMatchObject({ healthy: false, penaltyReason: token });
      expect(await unusableOf(shop.supplierId)).toEqual(["GET_NUMBER refused"]);
    },
  );

  it("because our balance there is too low takes the shop off sale until there is more money", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = "NO_BALANCE";
    expect(await acquireNumber(db, shop.order(newOrder()))).toMatchObject({ kind: "failed" });
    expect(await healthOf(shop.code)).toMatchObject({ healthy: false, isOutOfMoney: true });
  });
});

describe("a purchase whose answer got lost", () => {
  const lost = (_parameters: URLSearchParams, response: ServerResponse) =>
    void response.destroy() as undefined;

  it("is found in the list of open activations and kept, without buying again", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = lost;
    const order = newOrder();
    const acquired = await acquireNumber(db, shop.order(order));
    if (acquired.kind !== "unknown") throw new Error("not lost");
    shop.says.getActiveActivations = activeList(
      activeEntry(901, "79990001122", { countryCode: "1" }),
      activeEntry(902, PHONE, { activationCost: "12.00" }),
    );
    expect(await resolveUnknown(db, acquired.clientId, true)).toMatchObject({
      kind: "number",
      supplierRef: 902,
    });
    expect(await findKeptNumber(db, order)).toMatchObject({ number: Number(PHONE), costKopecks: 1_200 });
    expect(shop.asked("getNumberV2")).toHaveLength(1);
  });

  it("goes back when its order has ended meanwhile", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = lost;
    const acquired = await acquireNumber(db, shop.order(newOrder()));
    if (acquired.kind !== "unknown") throw new Error("not lost");
    shop.says.getActiveActivations = activeList(activeEntry(903, PHONE));
    await lookAgain(acquired.clientId);
    expect(await stateOf(acquired.clientId)).toEqual({ state: "released", ref: "903" });
    expect(await reportsOf(shop.supplierId)).toEqual([{ ref: 903, outcome: 4 }]);
  });

  it("is never mistaken for another purchase: each activation belongs to one attempt", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = lost;
    const orders = [newOrder(), newOrder()];
    const acquired = await Promise.all(orders.map((order) => acquireNumber(db, shop.order(order))));
    const clientIds = acquired.map((one) => (one.kind === "unknown" ? one.clientId : ""));
    shop.says.getActiveActivations = activeList(activeEntry(911, PHONE), activeEntry(912, "6281234567111"));
    await Promise.all(clientIds.map((clientId) => resolveUnknown(db, clientId, true)));
    for (const clientId of clientIds) await resolveUnknown(db, clientId, true);
    const refs = await Promise.all(clientIds.map(stateOf));
    expect(refs.map(({ ref }) => ref).toSorted()).toEqual(["911", "912"]);
    expect(refs.map(({ state }) => state)).toEqual(["number", "number"]);
    expect(await reportsOf(shop.supplierId)).toEqual([]);
  });

  it("waits while one like it is being bought, whose activation it might be", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = lost;
    const acquired = await acquireNumber(db, shop.order(newOrder()));
    if (acquired.kind !== "unknown") throw new Error("not lost");
    const clientId = crypto.randomUUID();
    await startAttempt(db, { ...shop.order(newOrder()), clientId, resolveAfterMs: 60_000 });
    shop.says.getActiveActivations = activeList(activeEntry(921, PHONE));
    expect((await resolveUnknown(db, acquired.clientId, true)).kind).toBe("unknown");
    await older(clientId, 70);
    expect((await resolveUnknown(db, acquired.clientId, true)).kind).toBe("number");
  });

  it("stays unknown while the list cannot be read", async () => {
    const shop = await givenShop(db);
    shop.says.getNumberV2 = lost;
    const acquired = await acquireNumber(db, shop.order(newOrder()));
    if (acquired.kind !== "unknown") throw new Error("not lost");
    await older(acquired.clientId, 300);
    expect((await resolveUnknown(db, acquired.clientId, true)).kind).toBe("unknown");
  });
});

it("whoever knows the key that we show to another shop cannot push as a supplier", async () => {
  const shop = await givenShop(db);
  const hash = hashPartnerKey(`${shop.code}-key-of-ours`);
  expect(await findSuppliersByKeyHash(db, [hash])).toEqual(new Map());
});
