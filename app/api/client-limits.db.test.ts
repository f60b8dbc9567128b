import { beforeAll, describe, expect, it } from "vitest";
import { pageLimits } from "#app/_processes/api/page-limits.ts";
import { apiRoutes, createApiApp } from "#app/api/api-app.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerRates } from "#features/handler-api/handler-api.rules.ts";
import { answerPoll } from "#features/handler-api/polls/polls.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { pageRates, siteFiles, siteRates } from "#features/site/limits.rules.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
let buyer: ApiBuyer;
let cookie = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  buyer = await givenApiBuyer(db, 10_000);
  const session = await openSession(db, { userId: buyer.userId, ip: "192.0.2.1", userAgent: "" });
  cookie = `authToken=${session.token}`;
});

function limitedApp() {
  let nowMs = 1_000;
  const limiter = new RateLimiter({ nowMs: () => nowMs });
  const app = createApiApp(db, limiter);
  const ask = async (ip: string, path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://localhost${path}`, init), { ip, requestId: "r-12345678" });
  const statuses = async (times: number, ip: string, path: string, init: RequestInit = {}) => {
    const found: number[] = [];
    for (let call = 0; call < times; call += 1) found.push((await ask(ip, path, init)).status);
    return found;
  };
  return { ask, statuses, limiter, pass: (seconds: number) => (nowMs += seconds * 1_000) };
}

describe("the site's calls", () => {
  it("are limited for the strangers of a network, which is told when to come again; its users and other networks go on", async () => {
    const { ask, statuses, pass } = limitedApp();
    const path = "/api/configs";
    const first = await statuses(siteRates.strangers.burst, "192.0.2.7", path);
    expect(new Set(first)).toEqual(new Set([200]));
    const refused = await ask("192.0.2.7", path);
    const body = (await refused.json()) as { error: { code: string } };
    expect([refused.status, body.error.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("198.51.100.1", path)).status).toBe(200);
    expect((await ask("192.0.2.7", path, { headers: { cookie } })).status).toBe(200);
    pass(Number(refused.headers.get("retry-after")));
    expect((await ask("192.0.2.7", path)).status).toBe(200);
  });

  it("are limited for an account, wherever it calls from", async () => {
    const { ask, statuses } = limitedApp();
    const path = "/api/configs";
    await statuses(siteRates.known.burst, "192.0.2.8", path, { headers: { cookie } });
    expect((await ask("198.51.100.2", path, { headers: { cookie } })).status).toBe(429);
    expect((await ask("192.0.2.8", path)).status).toBe(200);
  });

  it("are limited at every endpoint but those that servers call", async () => {
    const { ask, statuses } = limitedApp();
    await statuses(siteRates.strangers.burst, "192.0.2.9", "/api/configs");
    const open: string[] = [];
    for (const { endpoint } of apiRoutes) {
      if (endpoint.rates) continue;
      const path = `/api${endpoint.path.replaceAll(/\{\w+\}/g, "1")}`;
      const { status } = await ask("192.0.2.9", path, { method: endpoint.method });
      if (status !== 429) open.push(`${endpoint.method} ${endpoint.path}`);
    }
    const servers = apiRoutes.filter(({ endpoint }) => endpoint.serverToServer && !endpoint.rates);
    expect(open).toEqual(servers.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`));
    expect(apiRoutes.length - servers.length).toBeGreaterThan(80);
  });
});

describe("calls of servers", () => {
  const sms = (key: string) => ({
    method: "POST",
    body: JSON.stringify({ action: "PUSH_SMS", key }),
    headers: { "content-type": "application/json", "user-agent": "agent" },
  });
  const calls = apiRoutes
    .filter(({ endpoint }) => endpoint.serverToServer && !endpoint.rates)
    .map(
      ({ endpoint }) => [endpoint.method, `/api${endpoint.path.replace("{provider}", "nobody")}`] as const,
    );

  it.each(calls)(
    "%s %s is limited for a network in which nobody has shown who it is",
    async (method, path) => {
      const { ask, statuses, pass } = limitedApp();
      const call = method === "POST" ? sms("a guess") : { method };
      const before = await statuses(siteRates.servers.burst, "192.0.2.10", path, call);
      expect(before).not.toContain(429);
      const refused = await ask("192.0.2.10", path, call);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await ask("198.51.100.1", path, call)).status).not.toBe(429);
      pass(1);
      expect((await ask("192.0.2.10", path, call)).status).not.toBe(429);
    },
  );

  it("are heard from a network in which a partner has shown its key, however many guess there", async () => {
    const { ask, statuses } = limitedApp();
    const { pushKey } = await givenSupplier(db);
    const path = "/api/partner/sms";
    expect((await ask("192.0.2.11", path, sms(pushKey))).status).toBe(400);
    await statuses(siteRates.servers.burst + 10, "192.0.2.11", path, sms("a guess"));
    for (let call = 0; call < 10; call += 1) {
      const answer = await ask("192.0.2.11", path, sms(pushKey));
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("BAD_REQUEST")]);
    }
  });
});

describe("handler_api", () => {
  const poll = (key: string) => `/stubs/handler_api.php?api_key=${key}&action=getBalance`;

  it("answers ERROR_SQL, status 200 and when to come again to a key that calls too fast, on the short way too", async () => {
    const { ask, limiter, pass } = limitedApp();
    const other = await givenApiBuyer(db, 0);
    const facts = {
      requestId: "r",
      ip: "192.0.2.1",
      route: null,
      actorId: null,
      errorCode: null,
      errorReason: null,
    };
    for (let call = 0; call < handlerRates.key.burst / 2; call += 1) {
      expect(await (await ask("192.0.2.1", poll(buyer.key))).text()).toMatch(/^ACCESS_BALANCE:/);
      expect(await answerPoll(db, poll(buyer.key).split("?")[1]!, facts, limiter)).toMatch(
        /^ACCESS_BALANCE:/,
      );
    }
    expect(await answerPoll(db, poll(buyer.key).split("?")[1]!, facts, limiter)).toBeNull();
    const refused = await ask("198.51.100.3", poll(buyer.key));
    expect([refused.status, await refused.text()]).toEqual([200, "ERROR_SQL"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await (await ask("192.0.2.1", poll(other.key))).text()).toMatch(/^ACCESS_BALANCE:/);
    pass(1);
    expect(await (await ask("192.0.2.1", poll(buyer.key))).text()).toMatch(/^ACCESS_BALANCE:/);
  });

  it("lets a network try keys at the strangers' pace, without shutting out the right ones beside them", async () => {
    const { ask } = limitedApp();
    const words: string[] = [];
    for (let guess = 0; guess < handlerRates.stranger.burst + 5; guess += 1)
      words.push(await (await ask("192.0.2.2", poll(guess.toString(16).padStart(32, "0")))).text());
    expect(words.filter((word) => word === "BAD_KEY").length).toBe(handlerRates.stranger.burst);
    expect(words.at(-1)).toBe("ERROR_SQL");
    expect(await (await ask("192.0.2.2", "/stubs/handler_api.php?action=getCountries")).text()).toBe(
      "ERROR_SQL",
    );
    expect(await (await ask("192.0.2.2", poll(buyer.key))).text()).toMatch(/^ACCESS_BALANCE:/);
  });
});

describe("pages that must be rendered", () => {
  it("are limited for a network, and then for each of its signed-in users alone", async () => {
    const placeOf = pageLimits(db, new RateLimiter({ nowMs: () => 0 }), () => pageRates(2));
    const visit = async (headers: Record<string, string>, ip = "192.0.2.1") =>
      (await placeOf({ headers }, ip, { isFull: () => false })).waitSeconds;
    for (let page = 0; page < 40; page += 1) expect(await visit({})).toBe(0);
    expect(await visit({})).toBeGreaterThan(0);
    expect(await visit({ cookie: "authToken=forged" })).toBeGreaterThan(0);
    for (let page = 0; page < 10; page += 1) expect(await visit({ cookie })).toBe(0);
    expect(await visit({ cookie })).toBeGreaterThan(0);
    expect(await visit({}, "198.51.100.4")).toBe(0);
  });

  it("have a lane of their own for a signed-in user whose network has as many waiting as it may", async () => {
    const placeOf = pageLimits(db, new RateLimiter({ nowMs: () => 0 }), () => pageRates(2));
    const full = new Set<string>();
    const lanes = { isFull: (lane: string) => full.has(lane) };
    const visit = (headers: Record<string, string>) => placeOf({ headers }, "192.0.2.1", lanes);
    const network = await visit({ cookie });
    full.add(network.lane);
    expect((await visit({})).waitSeconds).toBeGreaterThan(0);
    const own = await visit({ cookie });
    expect(own.waitSeconds).toBe(0);
    expect(own.lane).not.toBe(network.lane);
    full.add(own.lane);
    expect((await visit({ cookie })).waitSeconds).toBeGreaterThan(0);
  });

  it("are not the files of a page: those count apart", async () => {
    const placeOf = pageLimits(db, new RateLimiter({ nowMs: () => 0 }), () => pageRates(2));
    const visit = async (isFile: boolean) =>
      (await placeOf({ headers: {} }, "192.0.2.1", { isFull: () => false }, isFile)).waitSeconds;
    for (let file = 0; file < siteFiles.burst; file += 1) expect(await visit(true)).toBe(0);
    expect(await visit(true)).toBeGreaterThan(0);
    expect(await visit(false)).toBe(0);
  });
});
