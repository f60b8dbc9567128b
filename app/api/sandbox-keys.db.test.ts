import { describe, expect, it } from "vitest";
import { apiRoutes } from "#app/api/api-app.ts";
import { hasScript } from "#app/api/key-gate.ts";
import {
  advance,
  balance,
  bots,
  buy,
  db,
  FIRST,
  givenKey,
  json,
  owner,
  statusOf,
  step,
} from "#app/api/sandbox.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { actionNames } from "#features/handler-api/handler-api.rules.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { databaseImage } from "#lib/testing/database-image.ts";

describe("a sandbox", () => {
  it("an order in a sandbox does not exist for any other key", async () => {
    const [mine, other] = [await givenKey(), await givenKey()];
    await buy(mine, "tg");
    await advance(mine, 10);
    expect(await statusOf(other, FIRST)).toBe("NO_ACTIVATION");
    expect(await step(other, FIRST, 8)).toBe("NO_ACTIVATION");
    expect(await balance(other)).toBe("ACCESS_BALANCE:1000.00");
    expect((await json(other, "GET", "/sandbox")).body).toMatchObject({ aheadSeconds: 0, ordersMade: 0 });
    // The same id, and still not the same order.
    await buy(other, "vi");
    expect(await statusOf(other, FIRST)).toBe("STATUS_WAIT_CODE");
    expect(await statusOf(mine, FIRST)).toBe("STATUS_OK:12345");
  });

  it("sells no more than its purse holds, also to 120 calls at once", async () => {
    const key = await givenKey();
    /** A slow machine may have no connection free for three seconds: who is told so asks again, as bots do. */
    const buyOne = async (): Promise<string> => {
      const answer = await buy(key, "vi");
      return answer === "ERROR_SQL" ? buyOne() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 120 }, buyOne));
    expect(answers.filter((text) => !/^ACCESS_NUMBER|^NO_BALANCE/.test(text))).toEqual([]);
    expect(answers.filter((text) => text === "NO_BALANCE")).toHaveLength(20);
    expect(new Set(answers)).toHaveLength(101);
    expect(await balance(key)).toBe("ACCESS_BALANCE:0.00");
    await advance(key, sandboxLimits.holdSeconds);
    expect(await balance(key)).toBe("ACCESS_BALANCE:1000.00");
  });

  it("keeps so many orders and no more; what the forgotten ones cost stays spent", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    await advance(key, 2);
    await step(key, FIRST, 6);
    for (let place = 2; place <= sandboxLimits.ordersKept + 3; place += 1) {
      expect(await buy(key, "vi")).toMatch(/^ACCESS_NUMBER/);
      await step(key, String(900_000_000 + place), 8);
    }
    expect((await json(key, "GET", "/sandbox")).body).toMatchObject({
      ordersMade: 203,
      ordersKept: 200,
      balanceKopecks: 99_000,
    });
    expect(await statusOf(key, FIRST)).toBe("NO_ACTIVATION");
  });

  it("begins anew with a reset", async () => {
    const key = await givenKey();
    await buy(key, "tg");
    await advance(key, 10);
    expect((await json(key, "POST", "/sandbox/reset", {})).body).toMatchObject({
      aheadSeconds: 0,
      balanceKopecks: 100_000,
      ordersMade: 0,
    });
    expect(await buy(key, "tg")).toBe(`ACCESS_NUMBER:${FIRST}:62900000001`);
    expect(JSON.parse(await bots(key, "action=sandboxReset"))).toMatchObject({ aheadSeconds: 0 });
  });

  it("has a clock that goes a year ahead at most", async () => {
    const key = await givenKey();
    const path = "/sandbox/clock";
    expect((await json(key, "POST", path, { seconds: 604_801 })).status).toBe(400);
    for (const seconds of ["0", "-1", "x", "604801", ""])
      expect(await bots(key, `action=sandboxAdvance&seconds=${seconds}`)).toBe("WRONG_DATE");
    let moved = { status: 200, body: { error: { code: "" } } };
    for (let week = 0; week < 53 && moved.status === 200; week += 1)
      moved = await json(key, "POST", path, { seconds: 604_800 });
    expect([moved.status, moved.body.error.code]).toEqual([409, "SANDBOX_CLOCK_TOO_FAR"]);
  });

  it("is for sandbox keys: any other is told so", async () => {
    const { key } = await givenApiBuyer(db, 0);
    expect((await json(key, "POST", "/sandbox/clock", { seconds: 1 })).body.error.code).toBe(
      "SANDBOX_KEY_NEEDED",
    );
    expect(await advance(key, 1)).toBe("NOT_AVAILABLE");
    expect(await bots(key, "action=sandboxReset")).toBe("NOT_AVAILABLE");
  });
});

describe("a sandbox key", () => {
  it("changes nothing but its sandbox, whatever it calls", async () => {
    // There are more endpoints than one account may call at once.
    const keys = [await givenKey(), await givenKey(), await givenKey()] as const;
    const [key] = keys;
    for (const each of keys) await balance(each);
    const left = ["identity_throttles", "sandbox_accounts", "sandbox_orders", "sandbox_rentals"];
    const before = await databaseImage(owner, left);
    for (const action of actionNames)
      await bots(
        key,
        `action=${action}&service=tg&country=6&id=${FIRST}&status=8&seconds=5&activationId=${FIRST}`,
      );
    for (const [place, { endpoint }] of apiRoutes.entries()) {
      const path = endpoint.path
        .replace("{countryExternalId}", "6")
        .replace("{serviceExternalId}", "tg")
        .replaceAll(/\{\w+\}/g, FIRST);
      if (endpoint.produces === "text/event-stream") continue;
      const body = endpoint.method === "GET" ? undefined : {};
      const { status, body: answer } = await json(keys[place % 3]!, endpoint.method, path, body);
      if (hasScript(endpoint) || (endpoint.access === "public" && endpoint.method === "GET")) continue;
      const isClosed = endpoint.scope === undefined ? "403 SESSION_NEEDED" : "403 SANDBOX_KEY";
      const isHidden = endpoint.access === "staff" || endpoint.access === "partner";
      const expected = isHidden ? "404 NOT_FOUND" : isClosed;
      if (!endpoint.serverToServer) expect(`${status} ${answer.error?.code}`, path).toBe(expected);
    }
    expect(await databaseImage(owner, left)).toEqual(before);
  });

  it("reads the real catalogue and real prices", async () => {
    const key = await givenKey();
    expect(JSON.parse(await bots(key, "action=getPrices&service=tg&country=6"))).toEqual({
      "6": { tg: { cost: 14, count: 20, physicalCount: 20 } },
    });
    expect((await json(key, "GET", "/country")).status).toBe(200);
  });
});
