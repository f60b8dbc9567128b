import { describe, expect, it } from "vitest";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  app,
  ask,
  buy,
  buyer,
  db,
  givenBuyer,
  givenShop,
  say,
  url,
} from "#features/handler-api/handler-api-routes.factory.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const queryOf = (parameters: Sent) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();

describe("the gate", () => {
  it.each<[string, Sent, string]>([
    ["no key", { action: "getBalance" }, "NO_KEY"],
    ["no key and no action", {}, "NO_KEY"],
    ["an empty key", { api_key: "", action: "getBalance" }, "NO_KEY"],
    ["the word undefined as key", { api_key: "undefined", action: "getBalance" }, "NO_KEY"],
    ["a wrong key", { api_key: "0".repeat(32), action: "getBalance" }, "BAD_KEY"],
    ["a wrong key before a wrong action", { api_key: "0".repeat(32), action: "nonsense" }, "BAD_KEY"],
    ["a key of another form", { api_key: "' or 1=1 --", action: "getBalance" }, "BAD_KEY"],
  ])("a call with %s learns only that", async (_name, parameters, expected) => {
    expect(await say(null, parameters)).toBe(expected);
  });

  it.each(["", "nonsense", "GETBALANCE", "getbalance", "toString", "__proto__", "constructor"])(
    "answers BAD_ACTION to action %j with a right key",
    async (action) => {
      expect(await say(buyer, { action })).toBe("BAD_ACTION");
    },
  );

  it("refuses the key of a suspended user", async () => {
    const gone = await givenBuyer();
    await withTransaction(db, (tx) => suspendUser(tx, gone.userId, true));
    expect(await say(gone, { action: "getBalance" })).toBe("BAD_KEY");
  });

  it("takes the key as a header too, never a cookie", async () => {
    const path = `${handlerPath}?action=getBalance`;
    const withHeaders = async (headers: Record<string, string>) =>
      (await app.request(path, { headers })).text();
    expect(await withHeaders({ authorization: `Bearer ${buyer.key}` })).toBe("ACCESS_BALANCE:1000.00");
    expect(await withHeaders({ "x-api-key": buyer.key })).toBe("ACCESS_BALANCE:1000.00");
    expect(await withHeaders({ cookie: `api_key=${buyer.key}; authToken=${buyer.key}` })).toBe("NO_KEY");
  });

  it("answers text without a newline, never to be kept", async () => {
    const response = await ask(buyer, { action: "getBalance" });
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe("ACCESS_BALANCE:1000.00");
  });
});

describe("what real clients send (protocol 1.12)", () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it.each<[string, () => Promise<Response> | Response]>([
    ["GET with a query", () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`)],
    [
      "POST with a query",
      () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`, { method: "POST" }),
    ],
    [
      "POST with an empty form",
      () =>
        app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance`, {
          method: "POST",
          headers: form,
          body: "",
        }),
    ],
    [
      "POST with a form",
      () =>
        app.request(handlerPath, {
          method: "POST",
          headers: form,
          body: `api_key=${buyer.key}&action=getBalance`,
        }),
    ],
    [
      "POST with both",
      () =>
        app.request(`${handlerPath}?action=getStatus`, {
          method: "POST",
          headers: form,
          body: `api_key=${buyer.key}&action=getBalance`,
        }),
    ],
    [
      "blanks around names and values",
      () => app.request(`${handlerPath}?api_key%20=%20${buyer.key}&%20action=getBalance%20`),
    ],
    [
      "members nobody knows",
      () =>
        app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance&softId=7&ref=x&a[]=1&__proto__=2`),
    ],
    [
      "bytes that are no UTF-8 in a stray member",
      () => app.request(`${handlerPath}?api_key=${buyer.key}&action=getBalance&x=%ff%fe`),
    ],
  ])("a call sent as %s is understood", async (_name, send) => {
    const response = await send();
    expect([response.status, await response.text()]).toEqual([200, "ACCESS_BALANCE:1000.00"]);
  });

  it("treats undefined, null, None, NaN and nothing as absent", async () => {
    const shop = await givenShop();
    const nothing = ["undefined", "null", "None", "NaN", ""];
    for (const value of nothing) {
      const all = {
        action: "getNumber",
        service: "tg",
        country: shop.country,
        operator: value,
        orderId: value,
      };
      const answers = [await say(buyer, { ...all, "country ": shop.country }), await say(buyer, all)];
      // No order id: two orders.
      expect(new Set(answers).size).toBe(2);
      for (const answer of answers) expect(answer).toMatch(/^ACCESS_NUMBER:\d+:\d+$/);
    }
  });

  it("takes id and activationId for the same", async () => {
    const shop = await givenShop();
    const order = await buy(buyer, shop.country);
    for (const action of ["getStatus", "getStatusV2"]) {
      expect(await say(buyer, { action, id: order.id })).toBe("STATUS_WAIT_CODE");
      expect(await say(buyer, { action, activationId: order.id })).toBe("STATUS_WAIT_CODE");
    }
    expect(await say(buyer, { action: "setStatus", activationId: order.id, status: 8 })).toBe(
      "ACCESS_CANCEL",
    );
  });
});

describe("bodies and methods that nothing is done for", () => {
  const buying = (country: number) =>
    `${handlerPath}?${queryOf({ api_key: buyer.key, action: "getNumber", service: "tg", country })}`;
  const held = async () => (await getBalance(db, buyer.userId)).heldKopecks;

  it("a body that cannot be read may hold the cap on the price: BAD_ACTION, nothing bought", async () => {
    const { country } = await givenShop();
    const before = await held();
    const bodies: [string, BodyInit][] = [
      ["application/json", '{"maxPrice":"1"}'],
      ["text/plain", '{"maxPrice":"1"}'],
      ["multipart/form-data; boundary=x", "--x\r\n\r\n--x--"],
      ["application/x-www-form-urlencoded", new Uint8Array([0xff, 0xfe, 0xfd])],
      ["application/x-www-form-urlencoded", `a=${"x".repeat(300_000)}`],
    ];
    for (const [type, body] of bodies) {
      const response = await app.request(buying(country), {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect([response.status, await response.text()]).toEqual([200, "BAD_ACTION"]);
    }
    expect(await held()).toBe(before);
  });

  it("HEAD, foreign pages and guesses of the browser never buy", async () => {
    const { country } = await givenShop();
    const before = await held();
    const head = await app.request(buying(country), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const guesses: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-purpose": "prefetch" },
      { "sec-purpose": "prefetch;prerender" },
      { purpose: "prefetch" },
      { "x-moz": "prefetch" },
    ];
    for (const headers of guesses) {
      for (const method of ["GET", "POST"]) {
        const response = await app.request(buying(country), { method, headers });
        expect([response.status, await response.text()]).toEqual([200, "NOT_AVAILABLE"]);
      }
    }
    expect(await held()).toBe(before);
    expect(
      await say(buyer, { action: "getBalance" }, { headers: { "sec-fetch-site": "cross-site" } }),
    ).toMatch(/^ACCESS_/);
  });

  it.each(["PUT", "PATCH", "DELETE", "OPTIONS"])("%s is no method of this protocol", async (method) => {
    const { country } = await givenShop();
    const response = await app.request(buying(country), { method });
    expect([response.status, await response.text()]).toEqual([405, "BAD_ACTION"]);
  });
});

describe("getBalance", () => {
  it("has two decimals always and leaves out what is held", async () => {
    expect(await say(await givenBuyer(0), { action: "getBalance" })).toBe("ACCESS_BALANCE:0.00");
    const other = await givenBuyer(1_705);
    expect(await say(other, { action: "getBalance" })).toBe("ACCESS_BALANCE:17.05");
    const shop = await givenShop();
    await buy(other, shop.country);
    expect(await say(other, { action: "getBalance" })).toBe("ACCESS_BALANCE:4.55");
    expect(await say(other, { action: "getBalanceAndCashBack" })).toBe("ACCESS_BALANCE:4.55");
  });
});

describe("faults", () => {
  it("says ERROR_SQL with status 200 while the database is away, and no more than that", async () => {
    const gone = new URL(url);
    gone.port = "9";
    const away = createDb(gone.toString(), { max: 1 });
    const { app: awayApp } = handlerApiOn(away);
    for (const action of ["getBalance", "getNumber", "getPrices", "getCountries"]) {
      const response = await awayApp.request(`${handlerPath}?action=${action}&api_key=${buyer.key}`);
      expect([response.status, await response.text()]).toEqual([200, "ERROR_SQL"]);
    }
    await away.close();
  });
});
