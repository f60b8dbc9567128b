import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { seedCatalogue } from "#features/catalogue/writes.ts";
import { createKey, rotateApiKey } from "#features/identity/api-keys/writes.ts";
import { hashPassword } from "#features/identity/passwords/gateway.ts";
import { newSeed } from "#features/identity/second-factor/gateway.ts";
import { seedSecondFactor } from "#features/identity/second-factor/writes.ts";
import { tokenHash } from "#features/identity/sessions/reads.ts";
import { openSession } from "#features/identity/sessions/writes.ts";
import { setStanding } from "#features/identity/staff/writes.ts";
import { createUser, suspendUser } from "#features/identity/writes.ts";
import { moveFunds } from "#features/ledger/writes.ts";
import { createWebhook, queueTest } from "#features/notifications/webhooks/writes.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/requesting/writes.ts";
import { seedPolicy } from "#features/policy/writes.ts";
import { rentNumber } from "#features/rentals/purchase/writes.ts";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { givenLane } from "#lib/testing/market.ts";
import { givenRentLane } from "#lib/testing/rents.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { givenTopUp } from "#lib/testing/top-ups.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const endpoints = apiRoutes.map(({ endpoint }) => endpoint);

const callers = [
  "guest",
  "user by cookie",
  "user by bearer token",
  "staff by cookie",
  "staff with second factor by cookie",
  "staff lead with second factor by cookie",
  "staff lead with an old second factor by cookie",
  "user by API key",
  "staff by API key",
  "wrong key",
  "wrong token",
  "expired session by cookie",
  "expired session by bearer token",
  "suspended user by cookie",
  "suspended user by API key",
] as const;
type Caller = (typeof callers)[number];

let passwordHash = "";
let people = 0;

async function person(role: "user" | "staff"): Promise<UserId> {
  people += 1;
  const email = `person${people}@example.com`;
  const made = await createUser(db, {
    email,
    emailKey: email,
    name: "Person",
    passwordHash,
    locale: "en",
    role,
  });
  return made as UserId;
}

async function session(userId: UserId): Promise<string> {
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
}

/** A session of the staff that has shown its second factor, with what it may do. */
async function staffSession(permission: StaffPermission | null): Promise<string> {
  const userId = await person("staff");
  await withTransaction(db, async (tx) => {
    if (permission) await setStanding(tx, userId, permission, null);
    await seedSecondFactor(tx, userId, newSeed());
  });
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "", hasSecondFactor: true })).token;
}

const cookie = (token: string) => ({ cookie: `authToken=${token}`, "sec-fetch-site": "same-origin" });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Fresh credentials for one call, since some calls end what they were made with. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  const userId = await person(caller.startsWith("staff") ? "staff" : "user");
  switch (caller) {
    case "guest":
      return { "sec-fetch-site": "same-origin" };
    case "user by cookie":
    case "staff by cookie":
      return cookie(await session(userId));
    case "staff with second factor by cookie":
      return cookie(await staffSession(null));
    case "staff lead with second factor by cookie":
      return cookie(await staffSession("money-lead"));
    case "staff lead with an old second factor by cookie": {
      const token = await staffSession("money-lead");
      await execute(
        owner,
        sql`update identity_sessions set second_factor_at = app_now() - interval '601 seconds'
            where token_hash = ${tokenHash(token)}`,
      );
      return cookie(token);
    }
    case "user by bearer token":
      return bearer(await session(userId));
    case "user by API key":
    case "staff by API key":
      return bearer(await rotateApiKey(db, userId));
    case "wrong key":
      return bearer("0".repeat(32));
    case "wrong token":
      return bearer("A".repeat(43));
    case "expired session by cookie":
    case "expired session by bearer token": {
      const token = await session(userId);
      await execute(
        owner,
        sql`update identity_sessions set expires_at = app_now() where user_id = ${userId}`,
      );
      return caller.endsWith("cookie") ? cookie(token) : bearer(token);
    }
    default: {
      const headers = caller.endsWith("cookie")
        ? cookie(await session(userId))
        : bearer(await rotateApiKey(db, userId));
      await withTransaction(db, (tx) => suspendUser(tx, userId, true));
      return headers;
    }
  }
}

const GUESTS: readonly Caller[] = ["guest", "expired session by cookie", "suspended user by cookie"];
const REFUSED: readonly Caller[] = [
  "wrong key",
  "wrong token",
  "expired session by bearer token",
  "suspended user by API key",
];

/** The gate's answer by the endpoint's declaration alone; null = it lets the call through to its own rules. */
function expectedRefusal(endpoint: Endpoint, caller: Caller): string | null {
  // Whoever shows a wrong credential means it, also where none is needed.
  if (REFUSED.includes(caller)) return "401 UNAUTHORIZED";
  if (GUESTS.includes(caller)) return endpoint.access === "public" ? null : "401 UNAUTHORIZED";
  if (endpoint.access === "bearer") return caller.endsWith("cookie") ? "401 UNAUTHORIZED" : null;
  return endpoint.access === "staff" ? staffRefusal(endpoint, caller) : null;
}

function staffRefusal(endpoint: Endpoint, caller: Caller): string | null {
  switch (caller) {
    case "staff by cookie":
      return "403 SECOND_FACTOR_NEEDED";
    case "staff with second factor by cookie":
      return endpoint.permission ? "403 FORBIDDEN" : null;
    case "staff lead with second factor by cookie":
      return null;
    case "staff lead with an old second factor by cookie":
      return endpoint.stepUp ? "403 STEP_UP_NEEDED" : null;
    default:
      return "404 NOT_FOUND";
  }
}

/** Of endpoints that look at the body before they look whose the thing is. */
const leastBodies: Readonly<Record<string, object>> = {
  extendRental: { amount: 4 },
  changeApiKey: { name: "bot", scopes: ["read"] },
  restExtendRental: { hours: 4 },
  restChangeWebhook: { name: "bot", url: "http://127.0.0.1:9/", events: ["sms.received"] },
  changeWebhook: { name: "bot", url: "http://127.0.0.1:9/", events: ["sms.received"] },
};

async function call(endpoint: Endpoint, headers: Record<string, string>, path = samplePath(endpoint)) {
  const init = {
    method: endpoint.method,
    headers: {
      ...headers,
      ...(endpoint.method === "GET" ? {} : { "content-type": "application/json" }),
      ...(endpoint.keyed ? { "idempotency-key": crypto.randomUUID() } : {}),
    },
    ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(leastBodies[endpoint.id] ?? {}) }),
  };
  const response = await app.fetch(new Request(`${env.PUBLIC_URL}/api${path}`, init), {
    requestId: "test",
    ip: "192.0.2.1",
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    return { status: response.status, code: null };
  }
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const body = isJson ? (JSON.parse(text) as { error?: { code?: string } } | null) : null;
  return { status: response.status, code: body?.error?.code ?? null };
}

/** A path to nothing that exists. */
function samplePath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{\w+\}/g, "999999");
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  passwordHash = await hashPassword("correct horse battery");
});

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (_id, endpoint) => {
  it.each(callers)("%s", async (caller) => {
    const { status, code } = await call(endpoint, await headersOf(caller));
    const refusal = expectedRefusal(endpoint, caller);
    // Partners' servers are told in their own protocol.
    if (refusal !== null) {
      const expected = endpoint.serverToServer ? [refusal, "401 null"] : [refusal];
      expect(expected).toContain(`${status} ${code}`);
      return;
    }
    expect(status).toBeLessThan(500);
    if (endpoint.access !== "public") expect(code).not.toBe("UNAUTHORIZED");
    if (endpoint.access === "staff") expect(code).not.toBe("NOT_FOUND");
  });
});

/** A webhook of the user's and a delivery of it: where their paths begin, and their ids. */
async function givenWebhookPaths(userId: UserId): Promise<Record<string, string>> {
  const url = new URL("http://127.0.0.1:9/");
  return withTransaction(db, async (tx) => {
    const { id } = await createWebhook(tx, userId, { name: "bot", url, events: ["sms.received"] });
    const [webhook, delivery] = [String(id), String(await queueTest(tx, userId, id))];
    return {
      ...{ "/webhooks/": webhook, "/webhook-deliveries/": delivery },
      ...{ "/v1/webhooks/": webhook, "/v1/webhook-deliveries/": delivery },
    };
  });
}

describe("what belongs to somebody else", () => {
  it("does not exist for any other caller, by any endpoint, and stays as it is", async () => {
    const ownerId = await person("user");
    const key = await rotateApiKey(db, ownerId);
    await moveFunds(db, {
      kind: "demo_credit",
      userId: ownerId,
      amountKopecks: kopecks(10_000),
      houseCode: "main",
      reference: "test:access",
      reason: "test",
    });
    await givenLane(db, { countryId: 6, count: 2 });
    const bought = await app.request("/api/sms-users/get-number/6/tg", { headers: bearer(key) });
    const activationId = (await bought.text()).split(":")[1] ?? "";
    expect(activationId).toMatch(/^\d+$/);
    const ownToken = await session(ownerId);
    const { id: sessionId } = await one<{ id: number }>(
      db,
      sql`select id from identity_sessions where user_id = ${ownerId}`,
    );
    const payment = await one<{ id: number }>(
      owner,
      sql`insert into payments (user_id, method, provider, amount_kopecks, state, idempotency_key, input_hash, expires_at, closed_at)
          values (${ownerId}, 'test', 'test', 100, 'failed', 'key', 'hash', app_now(), app_now()) returning id`,
    );
    const { id: keyId } = await withTransaction(db, (tx) =>
      createKey(tx, ownerId, "live", {
        ...{ name: "bot", scopes: ["read"], dailyLimitKopecks: null, priceCapKopecks: null },
        ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
      }),
    );
    const topUp = await givenTopUp(db, { userId: ownerId, amountKopecks: 20_000 });
    const refunding = {
      id: "test-gateway",
      refund: async () => ({ state: "pending", providerRefundId: null }),
    };
    const withdrawal = await requestWithdrawal(
      db,
      new Map([[refunding.id, refunding as unknown as PaymentGateway]]),
      {
        userId: ownerId,
        source: "top_up",
        method: "source",
        amountKopecks: 10_000,
        paymentId: topUp,
        requisites: null,
        idempotencyKey: "withdrawal",
      },
    );
    await givenRentLane(db, { count: 1 });
    const rental = await rentNumber(db, {
      ...{ userId: ownerId, serviceCode: "tg", countryId: 6, operator: "any", hours: 4 },
      ...{ maxPriceKopecks: null, channel: "site", idempotencyKey: "rental-key" },
    });
    const foreign: Record<string, string> = {
      "/users/api-keys/": String(keyId),
      "/activations/": activationId,
      "/v1/activations/": activationId,
      "/auth/sessions/": String(sessionId),
      "/payments/": String(payment.id),
      "/withdrawals/": String(withdrawal.id),
      ...(await givenWebhookPaths(ownerId)),
      "/rentals/": String(rental.id),
      "/v1/rentals/": String(rental.id),
    };
    // Every endpoint that names something of a user's must be in the list above; get-number names what everybody may,
    // and whose the staff's calls are is told by the gate (above).
    const withIds = endpoints.filter(
      ({ access, params, path }) =>
        access !== "public" && access !== "staff" && params && !/^\/sms-users\/get-number\//.test(path),
    );
    const intruders = [
      cookie(await session(await person("user"))),
      bearer(await session(await person("user"))),
      cookie(await session(await person("staff"))),
    ];
    const before = await databaseImage(owner, ["identity_throttles"]);
    for (const endpoint of withIds) {
      const prefix = Object.keys(foreign).find((start) => endpoint.path.startsWith(start)) ?? "";
      expect(foreign, `${endpoint.path} needs somebody else's id here`).toHaveProperty([prefix]);
      const path = endpoint.path.replace(/\{\w+\}/, foreign[prefix] as string);
      for (const headers of intruders) {
        expect((await call(endpoint, headers, path)).status, `${endpoint.method} ${path}`).toBe(404);
      }
    }
    expect(await databaseImage(owner, ["identity_throttles"])).toEqual(before);
    const own = endpoints.find(({ id }) => id === "getActivation") as Endpoint;
    expect((await call(own, cookie(ownToken), `/activations/${activationId}`)).status).toBe(200);
  });
});

describe("requests that nobody meant", () => {
  const post = endpoints.filter(({ method, access }) => method !== "GET" && access !== "public");

  it.each(post.map((endpoint) => [endpoint.id, endpoint] as const))(
    "%s refuses a cookie from another site, from a form, and without any word of where it comes from",
    async (_id, endpoint) => {
      const staff = await staffSession("money-lead");
      const from: Record<string, string>[] = [
        { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { origin: "null" },
        {},
      ];
      for (const headers of from) {
        const { status, code } = await call(endpoint, { cookie: `authToken=${staff}`, ...headers });
        expect([status, code]).toEqual([403, "FOREIGN_ORIGIN"]);
      }
    },
  );

  it("HEAD neither buys nor opens a stream", async () => {
    const userId = await person("user");
    const key = await rotateApiKey(db, userId);
    const before = await databaseImage(owner, []);
    for (const path of ["/api/sms-users/get-number/6/tg", "/api/stream"]) {
      const response = await app.request(path, { method: "HEAD", headers: bearer(key) });
      expect(response.status).toBe(405);
    }
    expect((await app.request("/api/configs", { method: "HEAD" })).status).toBe(200);
    expect(await databaseImage(owner, [])).toEqual(before);
  });
});
