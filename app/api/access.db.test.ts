import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import {
  app,
  bearer,
  call,
  cookie,
  db,
  endpoints,
  expectGate,
  givenWebhookPaths,
  headersOf,
  impostorHeaders,
  impostorRefusal,
  impostors,
  keyOf,
  owner,
  person,
  refusedHeaders,
  session,
  standingSession,
  stillGood,
} from "#app/api/access.factory.ts";
import { botRefusalAt, callerNames, callers, refusalAt, toolRefusalAt } from "#app/api/access-table.ts";
import { apiRoutes } from "#app/api/api-app.ts";
import { openSearch } from "#features/activations/search/search.writes.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { givenComment } from "#features/community/community.factory.ts";
import { type ActionName, actionNames, unsoldActionNames } from "#features/handler-api/handler-api.rules.ts";
import { createKey, rotateApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { givenLicence } from "#features/licences/licences.factory.ts";
import { listFines } from "#features/partners/fines/fines.reads.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { givenStore, givenStoreOffer } from "#features/stores/stores.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { type KeyScope, keyScopes } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { databaseImage } from "#lib/testing/database-image.ts";

describe.each(apiRoutes.map((route) => [route.endpoint.id, route] as const))("%s", (_id, route) => {
  it.each(callerNames)("lets in or refuses as the table says: %s", async (caller) => {
    const refusal = refusalAt(route, caller);
    const headers = refusal === null ? headersOf(caller) : refusedHeaders(caller);
    await expectGate(route, await headers, refusal);
  });

  it.each(impostors)("refuses a credential that proves nobody: %s", async (impostor) => {
    await expectGate(route, await impostorHeaders(impostor), impostorRefusal(route, impostor));
  });
});

it("credentials that the gate has refused a thousand times let their owners in where they may go", async () => {
  const callersOfAll = stillGood().map(([caller]) => caller);
  expect(callersOfAll).toEqual(expect.arrayContaining(callerNames.filter((caller) => caller !== "guest")));
  for (const [caller, route] of stillGood())
    await expectGate(route, await refusedHeaders(caller), refusalAt(route, caller));
});

describe("the contracts", () => {
  it("leave no write of the staff without a permission and a fresh second factor", () => {
    const writes = endpoints.filter(({ access, method }) => access === "staff" && method !== "GET");
    expect(writes.length).toBeGreaterThan(20);
    expect(writes.filter(({ permission, stepUp }) => !permission || !stepUp).map(({ id }) => id)).toEqual([]);
    expect(writes.filter((endpoint) => endpoint.scope !== undefined)).toEqual([]);
  });

  it("let only people move money in or out, and none out without the second factor they have", () => {
    const aboutMoney = /^\/(?:payments|withdrawals|referrals|users\/commerce-orders)/;
    const own = endpoints.filter(({ path, access }) => aboutMoney.test(path) && access !== "public");
    expect(own.length).toBeGreaterThan(10);
    expect(own.filter(({ access }) => access !== "session").map(({ id }) => id)).toEqual([]);
    const out = endpoints.filter(({ stepUp, access }) => stepUp && access === "session");
    expect(out.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["requestWithdrawal", "sendPaymentClaim"]),
    );
  });

  it("name a scope wherever a key gets in: a key with every other scope changes nothing anywhere", async () => {
    const userId = await person("user");
    const keysWithout = new Map<KeyScope, string>();
    for (const scope of keyScopes) {
      const others = keyScopes.filter((other) => other !== scope);
      keysWithout.set(scope, await keyOf(userId, "live", others));
    }
    const image = await databaseImage(owner, ["identity_throttles"]);
    for (const endpoint of endpoints.filter(
      ({ method, access }) => method !== "GET" || access === "bearer",
    )) {
      const key = keysWithout.get(endpoint.scope ?? "read") as string;
      const { status } = await call(endpoint, bearer(key));
      expect(`${endpoint.id} ${[401, 403, 404].includes(status)}`).toBe(`${endpoint.id} true`);
    }
    expect(await databaseImage(owner, ["identity_throttles"])).toEqual(image);
  });
});

describe("the bots' protocol", () => {
  /** Told to every live key: there is no such thing here, or it is the sandbox's. */
  const never: readonly ActionName[] = [...unsoldActionNames, "sandboxAdvance", "sandboxReset"];
  const cases = actionNames.flatMap((action) => [null, ...keyScopes].map((held) => [action, held] as const));

  it.each(cases)("lets in or refuses as the table says: %s, key with %s", async (action, held) => {
    const key = held === null ? "" : `&api_key=${await keyOf(await person("user"), "live", [held])}`;
    const answer = await (await app.request(`/stubs/handler_api.php?action=${action}${key}`)).text();
    const refusal = never.includes(action) && held !== null ? "NOT_AVAILABLE" : botRefusalAt(action, held);
    if (refusal !== null) expect(answer).toBe(refusal);
    else expect(["NO_KEY", "BAD_KEY", "NOT_AVAILABLE", "ERROR_SQL"]).not.toContain(answer);
  });
});

describe("the assistants' door", () => {
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const listed = async (headers: Record<string, string>) => {
    const accept = "application/json, text/event-stream";
    const response = await app.request(assistantPath, {
      method: "POST",
      headers: { ...headers, accept, "content-type": "application/json" },
      body: JSON.stringify(list),
    });
    return { status: response.status, body: await response.json() };
  };

  it.each([...keyScopes.map((scope) => `key: ${scope}` as const), "sandbox key"] as const)(
    "lists the tools that the table lets in, and no other: %s",
    async (caller) => {
      const { status, body } = await listed(await headersOf(caller));
      const letIn = tools.filter((tool) => toolRefusalAt(tool, apiRoutes, caller) === null);
      expect(status).toBe(200);
      expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(
        letIn.map(({ name }) => name),
      );
    },
  );

  it.each(["guest", "cookie session", "session token", "partner", "money-lead"] as const)(
    "is closed to whoever has no key: %s",
    async (caller) => {
      expect((await listed(await headersOf(caller))).status).toBe(401);
    },
  );

  // A key of the staff's is a buyer's key like any other.
  const nobodies = impostors.filter((impostor) => impostor !== "staff by API key");

  it.each(nobodies)("refuses a credential that proves nobody: %s", async (impostor) => {
    expect((await listed(await impostorHeaders(impostor))).status).toBe(401);
  });
});

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
    await givenOffer(db, { countryId: 6, count: 2 });
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
        destination: null,
        idempotencyKey: "withdrawal",
      },
    );
    await givenRentOffer(db, { count: 1 });
    const rental = await rentNumber(db, rentInput({ userId: ownerId, idempotencyKey: "rental-key" }));
    const searchId = await withTransaction(db, (tx) =>
      openSearch(tx, {
        ...{ userId: ownerId, keyId: null, channel: "site", serviceId: 52, countryId: 6, operator: "any" },
        ...{ steps: [], seconds: 60, attemptsMax: 30, replacing: null },
      }),
    );
    const accounts = await buyReadyAccounts(db, {
      ...{ userId: ownerId, offerId: (await givenAccountOffer(db)).offerId, count: 1, maxTotalKopecks: null },
      ...{ channel: "site", idempotencyKey: "accounts-key" },
    });
    await givenBalance(db, ownerId, 10_000, "for-a-licence");
    const { licenceId } = await givenLicence(db, { userId: ownerId });
    const { offerId: storeOfferId } = await givenStoreOffer(db, await person("user"));
    const fromStore = await buyReadyAccounts(db, {
      ...{ userId: ownerId, offerId: storeOfferId, count: 1, maxTotalKopecks: null },
      ...{ channel: "site", idempotencyKey: "store-key" },
    });
    const { claimId: storeClaimId } = await claimAccount(db, {
      ...{ userId: ownerId, orderId: fromStore.orderId, place: 1, text: "it is closed" },
      idempotencyKey: "store-claim",
    });
    const passkey = await one<{ id: number }>(
      owner,
      sql`insert into identity_passkeys (user_id, credential_id, public_key, counter, name, is_backed_up)
          values (${ownerId}, ${Buffer.from("id")}, ${Buffer.from("key")}, 0, 'phone', false) returning id`,
    );
    const elsewhere = await one<{ id: number }>(
      owner,
      sql`insert into identity_social_accounts (user_id, provider, issuer, subject, label)
          values (${ownerId}, 'oidc', 'https://id.example', 'someone', 'someone') returning id`,
    );
    const archive = await one<{ id: number }>(
      owner,
      sql`insert into identity_archives (user_id, ready_at, ends_at, size_bytes)
          values (${ownerId}, app_now(), app_now() + interval '1 day', 2) returning id`,
    );
    // Whoever holds a link of the bot's may look at it until it is used.
    const usedLink = "a-link-that-was-used-by-its-owner";
    await execute(
      owner,
      sql`insert into notifications_telegram_links (token_hash, chat_id, name, expires_at, used_at)
          values (sha256(${usedLink}::bytea), 7, 'Owner', app_now() + interval '10 minutes', app_now())`,
    );
    const ownersSupplier = await givenPartner(db, ownerId);
    const selfTest = await one<{ id: number }>(
      owner,
      sql`insert into supply_self_tests (supplier_id, state, key_hash, idempotency_key, numbers_max, deadline_at, ended_at, end_reason)
          values (${ownersSupplier}, 'failed', 'of the key', 'self-test', 1, app_now(), app_now(), 'interrupted') returning id`,
    );
    const fined = { kind: "partner_fine", userId: ownerId, amountKopecks: 100, cause: "other" } as const;
    const signer = { staffId: await person("staff"), permission: "money", ip: "" } as const;
    await proposeCorrection(db, { ...fined, reason: "a test" }, signer, "fine");
    const [fine] = await listFines(db, { userId: ownerId }, 1);
    const foreign: Record<string, string> = {
      "/comments/": String(await givenComment(db, { userId: ownerId })),
      "/cabinet/fines/": String(fine?.id),
      "/cabinet/self-tests/": String(selfTest.id),
      "/auth/passkeys/": String(passkey.id),
      "/auth/social/": String(elsewhere.id),
      "/searches/": String(searchId),
      "/v1/searches/": String(searchId),
      "/users/api-keys/": String(keyId),
      "/users/archive/": String(archive.id),
      "/telegram-links/": usedLink,
      "/activations/": activationId,
      "/v1/activations/": activationId,
      "/auth/sessions/": String(sessionId),
      "/payments/": String(payment.id),
      "/withdrawals/": String(withdrawal.id),
      ...(await givenWebhookPaths(ownerId)),
      "/rentals/": String(rental.id),
      "/ready-accounts/orders/": String(accounts.orderId),
      "/store/offers/": String(storeOfferId),
      "/store/claims/": String(storeClaimId),
      "/v1/ready-accounts/orders/": String(accounts.orderId),
      "/licences/own/": String(licenceId),
      "/v1/rentals/": String(rental.id),
    };
    // Every endpoint that names something of a user's must be in the list above; get-number names what everybody may,
    // and whose the staff's calls are is told by the gate (above).
    const withIds = endpoints.filter(
      ({ access, params, path }) =>
        access !== "public" && access !== "staff" && params && !/^\/sms-users\/get-number\//.test(path),
    );
    const otherPartner = await person("user");
    await givenPartner(db, otherPartner);
    await givenStore(db, otherPartner);
    const intruders = [
      cookie(await session(otherPartner)),
      cookie(await session(await person("user"))),
      bearer(await session(await person("user"))),
      cookie(await session(await person("staff"))),
    ];
    const before = await databaseImage(owner, ["identity_throttles"]);
    for (const endpoint of withIds) {
      const prefix = Object.keys(foreign).find((start) => endpoint.path.startsWith(start)) ?? "";
      expect(foreign, `${endpoint.path}: add an id of the owner's to \`foreign\``).toHaveProperty([prefix]);
      const path = endpoint.path.replace(/\{\w+\}/g, foreign[prefix] as string);
      for (const headers of intruders) {
        const { status } = await call(endpoint, headers, path);
        // What wants a password or a fresh second factor refuses without looking whose it is.
        const hidden = endpoint.stepUp ? [403, 404] : [404];
        const remedy =
          status === 400 ? ` (give ${endpoint.id} a body in leastBodies of access.factory.ts)` : "";
        expect(hidden, `${endpoint.method} ${path}: ${status}${remedy}`).toContain(status);
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
      const somebody = await person("staff");
      await givenPartner(db, somebody);
      const staff = await standingSession(somebody, callers["money-lead"]);
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
    for (const path of ["/api/sms-users/get-number/6/tg", "/api/stream", assistantPath]) {
      const response = await app.request(path, { method: "HEAD", headers: bearer(key) });
      expect(response.status).toBe(405);
    }
    expect((await app.request("/api/configs", { method: "HEAD" })).status).toBe(200);
    expect(await databaseImage(owner, [])).toEqual(before);
  });
});
