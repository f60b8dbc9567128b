import { beforeAll, describe, expect, it } from "vitest";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { restLimits, restRates } from "#features/rest-api/rest-api.rules.ts";
import type { KeyScope } from "#lib/api/actor.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { restCaller } from "#lib/testing/rest-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
const endpoints = apiRoutes.map(({ endpoint }) => endpoint).filter(({ path }) => path.startsWith("/v1/"));

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

async function givenKey(scopes: KeyScope[], kind: "live" | "sandbox" = "live"): Promise<string> {
  const { userId } = await givenApiBuyer(db, 0);
  const made = await withTransaction(db, (tx) =>
    createKey(tx, userId, kind, {
      ...{ name: "bot", scopes, dailyLimitKopecks: null, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
    }),
  );
  return made.key;
}

describe("every endpoint of REST v1", () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s speaks the dialect, is counted, and a write needs its key",
    (_id, endpoint) => {
      expect(endpoint.dialect).toBe("v1");
      expect(endpoint.rates?.[0]).toBe(restRates.calls);
      expect(endpoint.keyed ?? false).toBe(endpoint.method !== "GET");
    },
  );
});

describe("refusals", () => {
  it("stand in error alone, with the request's name and the address of the code's page", async () => {
    const { key } = await givenApiBuyer(db, 0);
    const { status, body } = await restCaller(app, key)("GET", "/activations/999999");
    expect(status).toBe(404);
    expect(body).toEqual({
      error: {
        code: "ACTIVATION_NOT_FOUND",
        message: expect.any(String),
        requestId: "test-request",
        docs: `${env.PUBLIC_URL}/docs/errors/activation-not-found`,
      },
    });
  });

  it("name what is wrong with the input", async () => {
    const { key } = await givenApiBuyer(db, 0);
    const { status, body } = await restCaller(app, key)("GET", "/activations?limit=101");
    expect(status).toBe(400);
    expect(body.error).toMatchObject({
      code: "VALIDATION",
      details: { problems: [{ path: "limit", problem: "1 to 100" }] },
    });
  });

  it("are told in the caller's language", async () => {
    const { body } = await restCaller(app, null)("GET", "/activations", {
      headers: { "x-user-locale": "ru" },
    });
    expect(body.error.message).toMatch(/[а-я]/);
  });

  it.each([
    ["a guest", null, 401, "UNAUTHORIZED"],
    ["a wrong key", "0".repeat(32), 401, "UNAUTHORIZED"],
  ])("%s is refused and told how many calls are left", async (_who, key, status, code) => {
    const answer = await restCaller(app, key)("GET", "/activations");
    expect([answer.status, answer.code]).toEqual([status, code]);
    expect(answer.headers.get("ratelimit")).toMatch(/^"calls";r=\d+;t=\d+$/);
  });

  it("unknown addresses and methods are refused with a code", async () => {
    const call = restCaller(app, null);
    for (const [method, path, status, code] of [
      ["GET", "/nothing", 404, "NOT_FOUND"],
      ["DELETE", "/limits", 405, "METHOD_NOT_ALLOWED"],
    ] as const) {
      const answer = await call(method, path);
      expect([answer.status, answer.code, Object.keys(answer.body)]).toEqual([status, code, ["error"]]);
    }
  });

  it("the site's own calls keep their form", async () => {
    const response = await app.request(`${env.PUBLIC_URL}/api/activations`);
    expect(Object.keys((await response.json()) as object)).toEqual(["message", "error"]);
  });
});

describe("scopes", () => {
  it("a key that may only read neither buys nor moves an order", async () => {
    const call = restCaller(app, await givenKey(["read"]));
    expect((await call("GET", "/activations")).status).toBe(200);
    for (const path of ["/activations", "/activations/1/cancel", "/activations/1/finish"]) {
      const answer = await call("POST", path, { body: { service: "tg", country: 6 } });
      expect([answer.status, answer.code]).toEqual([403, "SCOPE_MISSING"]);
    }
  });

  it("a key that may only buy does not read", async () => {
    const call = restCaller(app, await givenKey(["buy"]));
    for (const path of ["/activations", "/activations/1", "/messages"]) {
      expect((await call("GET", path)).code).toBe("SCOPE_MISSING");
    }
  });

  it("a session's bearer token may do both", async () => {
    const { userId } = await givenApiBuyer(db, 0);
    const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
    const call = restCaller(app, token);
    expect((await call("GET", "/activations")).status).toBe(200);
    expect((await call("POST", "/activations/1/cancel")).code).toBe("ACTIVATION_NOT_FOUND");
  });
});

describe("the idempotency key", () => {
  it("is required by every write, with a code of its own", async () => {
    const { userId, key } = await givenApiBuyer(db, 0);
    const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
    const call = restCaller(app, key);
    for (const { method, path, id, scope } of endpoints.filter(({ keyed }) => keyed)) {
      // A body that fits comes first in some; the key is asked for whatever is in it.
      const proven = scope ? call : restCaller(app, token);
      const answer = await proven(method, path.slice(3).replaceAll(/\{\w+\}/g, "1"), {
        idempotencyKey: null,
        body: { service: "tg", country: 6 },
      });
      expect([id, answer.status]).toEqual([id, 400]);
      expect(["IDEMPOTENCY_KEY_MISSING", "VALIDATION"], id).toContain(answer.code);
    }
    const bare = await call("POST", "/activations/1/cancel", { idempotencyKey: null });
    expect(bare.code).toBe("IDEMPOTENCY_KEY_MISSING");
  });

  it("must be 8 to 200 printable characters", async () => {
    const { key } = await givenApiBuyer(db, 0);
    const answer = await restCaller(app, key)("POST", "/activations/1/cancel", { idempotencyKey: "short" });
    expect([answer.status, answer.code]).toEqual([400, "VALIDATION"]);
  });
});

describe("limits of calls", () => {
  it("are published as they are enforced", async () => {
    const { status, body, headers } = await restCaller(app, null)("GET", "/limits");
    expect(status).toBe(200);
    expect(body).toEqual({
      rates: [
        { name: "calls", perSecond: 50, burst: 100, windowSeconds: 2 },
        { name: "purchases", perSecond: 10, burst: 20, windowSeconds: 2 },
      ],
      page: { default: 50, max: 100 },
      idsMax: 100,
      waitSecondsMax: 25,
      openPrice: { tolerancePercent: 5, toldSeconds: 60 },
      idempotencyKeyDays: restLimits.answersKeptDays,
    });
    expect(headers.get("ratelimit-policy")).toBe('"calls";q=100;w=2');
    expect(headers.get("etag")).toMatch(/^"/);
  });

  it("are told by every answer, fewer left with each", async () => {
    let nowMs = 0;
    const call = restCaller(
      createApiApp(db, new RateLimiter({ nowMs: () => nowMs })),
      await givenKey(["read", "buy"]),
    );
    expect((await call("GET", "/activations")).headers.get("ratelimit")).toBe('"calls";r=99;t=1');
    expect((await call("GET", "/activations/1")).headers.get("ratelimit")).toBe('"calls";r=98;t=1');
    const bought = await call("POST", "/activations", { body: { service: "tg", country: 6 } });
    expect(bought.headers.get("ratelimit-policy")).toBe('"calls";q=100;w=2, "purchases";q=20;w=2');
    expect(bought.headers.get("ratelimit")).toBe('"calls";r=97;t=1, "purchases";r=19;t=1');
    nowMs += 10_000;
    expect((await call("GET", "/activations")).headers.get("ratelimit")).toBe('"calls";r=99;t=1');
  });

  it("who harvests ids meets 404s and then 429 with the time to wait, and learns nothing more", async () => {
    const nowMs = 0;
    const call = restCaller(
      createApiApp(db, new RateLimiter({ nowMs: () => nowMs })),
      await givenKey(["read"]),
    );
    const statuses: number[] = [];
    for (let id = 1; id <= 300; id += 1) {
      const { status, headers, code } = await call("GET", `/activations/${100_000 + id}`);
      statuses.push(status);
      if (status !== 429) continue;
      expect(code).toBe("TOO_MANY_REQUESTS");
      expect(headers.get("retry-after")).toBe("1");
      expect(headers.get("ratelimit")).toBe('"calls";r=0;t=2');
    }
    expect(statuses).toEqual([...Array(100).fill(404), ...Array(200).fill(429)]);
  });

  it("purchases have a limit of their own; reading goes on", async () => {
    const call = restCaller(
      createApiApp(db, new RateLimiter({ nowMs: () => 0 })),
      await givenKey(["read", "buy"]),
    );
    const body = { service: "tg", country: 6 };
    const codes = [];
    for (let index = 0; index < 25; index += 1)
      codes.push((await call("POST", "/activations", { body })).code);
    expect(codes).toEqual([...Array(20).fill("NO_NUMBERS"), ...Array(5).fill("TOO_MANY_REQUESTS")]);
    expect((await call("GET", "/activations")).status).toBe(200);
  });

  it("count each key apart, also two of the same account, and strangers by their network", async () => {
    const nowMs = 0;
    const limited = createApiApp(db, new RateLimiter({ nowMs: () => nowMs }));
    const first = restCaller(limited, await givenKey(["read"]));
    const second = restCaller(limited, await givenKey(["read"]));
    for (let index = 0; index < 101; index += 1) await first("GET", "/activations");
    expect((await first("GET", "/activations")).status).toBe(429);
    expect((await second("GET", "/activations")).status).toBe(200);
    const stranger = restCaller(limited, null);
    for (let index = 0; index < 100; index += 1) await stranger("GET", "/limits", { ip: "2001:db8::1" });
    expect((await stranger("GET", "/limits", { ip: "2001:db8::2" })).status).toBe(429);
    expect((await stranger("GET", "/limits", { ip: "2001:db9::1" })).status).toBe(200);
  });

  it("whoever tries wrong keys is a stranger of their network", async () => {
    const limited = createApiApp(db, new RateLimiter({ nowMs: () => 0 }));
    const wrong = restCaller(limited, "1".repeat(32));
    for (let index = 0; index < 100; index += 1)
      expect((await wrong("GET", "/activations")).status).toBe(401);
    expect((await wrong("GET", "/activations")).status).toBe(429);
  });
});
