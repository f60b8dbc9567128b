import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { grantOpenMax } from "#features/activations/limits/limits.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, removeApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { sessionCookieName } from "#features/identity/sessions/sessions.rules.ts";
import { endSessionOf, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { orderNews } from "#features/rest-api/waiting/waiting.reads.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { type Listening, listen } from "#lib/db/listen.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { isHttps } from "#lib/https.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type RestCaller, restCaller } from "#lib/testing/rest-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const news = orderNews(db);
let offer: Offer;
let notices: Listening;
let server: Server;
let origin = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 600, priceKopecks: 100, costKopecks: 50 });
  notices = listen(url, { channels: { job_events: () => news.wake() } });
  await notices.ready;
  // As the front door hands requests over: a closed connection ends the request's signal.
  server = createServer(
    getRequestListener((request) => app.fetch(request, { requestId: "test", ip: "192.0.2.1" })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await notices.close();
});
afterEach(() => {
  expect(news.count).toBe(0);
});

type Buyer = { key: string; call: RestCaller };

async function givenBuyer(): Promise<Buyer> {
  const { userId, key } = await givenApiBuyer(db, 1_000_000);
  await grantOpenMax(db, userId, 1_000);
  return { key, call: restCaller(app, key) };
}

type Order = { id: number; number: string; revision: string };

async function bought(call: RestCaller, service = "tg"): Promise<Order> {
  const { status, body } = await call("POST", "/activations", { body: { service, country: 6 } });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

let lastSmsId = 0n;
async function push(number: string, text = "Your code is 12345"): Promise<void> {
  lastSmsId += 1n;
  const sms = {
    supplierId: offer.supplierId,
    smsId: lastSmsId,
    phone: Number(number),
    sender: "Telegram",
    text,
  };
  await receiveSms(db, sms, deliverSms);
  notifyListeners(db);
}

/** A call that is under way, and whether it still is. */
function underWay<T>(promise: Promise<T>) {
  const state = { isOver: false, tookMs: 0 };
  const startedMs = performance.now();
  const answer = promise.finally(() => {
    state.isOver = true;
    state.tookMs = performance.now() - startedMs;
  });
  return { answer, state };
}

/** Until so many wait. */
const waiting = (count: number) => eventually(() => expect(news.count).toBe(count));

describe("an order that is waited for", () => {
  it("is answered as soon as its code is there", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    await pause(300);
    expect(asked.state.isOver).toBe(false);
    const pushedAtMs = performance.now();
    await push(number);
    const { body } = await asked.answer;
    expect(body).toMatchObject({ state: "received", messages: [{ code: "12345" }] });
    expect(performance.now() - pushedAtMs).toBeLessThan(15_000);
  });

  it("is answered as it is when the time is over", async () => {
    const { call } = await givenBuyer();
    const { id } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=1`));
    const { status, body } = await asked.answer;
    expect([status, body.state]).toEqual([200, "waiting"]);
    expect(asked.state.tookMs).toBeGreaterThan(950);
    expect(asked.state.tookMs).toBeLessThan(15_000);
    expect(body.expiresIn).toBeLessThan(1_200);
  });

  it("is answered at once when there is something to tell already", async () => {
    const { call } = await givenBuyer();
    const { id, number, revision } = await bought(call);
    await push(number);
    for (const seen of ["", `&seen=${revision}`, "&seen=nothing"]) {
      const asked = underWay(call("GET", `/activations/${id}?wait=25${seen}`));
      expect((await asked.answer).body.state).toBe("received");
      expect(asked.state.tookMs).toBeLessThan(15_000);
    }
  });

  it("with what was seen: waits for what comes after it, the next code or the end", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number);
    const got = await call("GET", `/activations/${id}?wait=25`);
    const asked = underWay(call("GET", `/activations/${id}?wait=25&seen=${got.body.revision}`));
    await waiting(1);
    await pause(100);
    expect(asked.state.isOver).toBe(false);
    await push(number, "Your code is 67890");
    const more = (await asked.answer).body;
    expect(more.messages.map(({ code }: { code: string }) => code)).toEqual(["67890", "12345"]);
    const end = underWay(call("GET", `/activations/${id}?wait=25&seen=${more.revision}`));
    await waiting(1);
    await call("POST", `/activations/${id}/finish`);
    expect((await end.answer).body.state).toBe("completed");
  });

  it("after retry: waits for the next code without being told what was seen", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number);
    await call("POST", `/activations/${id}/retry`);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    await push(number, "Your code is 67890");
    expect((await asked.answer).body).toMatchObject({ wantsMore: false, messages: [{ code: "67890" }, {}] });
  });

  it("that is cancelled elsewhere tells so", async () => {
    const { call } = await givenBuyer();
    const { id } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    await call("POST", `/activations/${id}/cancel`);
    expect((await asked.answer).body.state).toBe("cancelled");
  });

  it("is not told to a key that was ended meanwhile", async () => {
    const { userId, key } = await givenApiBuyer(db, 1_000_000);
    const call = restCaller(app, key);
    const { id, number } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    await removeApiKey(db, userId);
    await push(number);
    const { status, body } = await asked.answer;
    expect([status, body.error.code, body.messages]).toEqual([401, "UNAUTHORIZED", undefined]);
  });

  it("is not told to the cookie of a session that has ended meanwhile", async () => {
    const { userId, key } = await givenApiBuyer(db, 1_000_000);
    const { id, number } = await bought(restCaller(app, key));
    const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
    const headers = { cookie: `${sessionCookieName(isHttps)}=${token}` };
    const asked = underWay(restCaller(app, null)("GET", `/activations/${id}?wait=25`, { headers }));
    await waiting(1);
    await endSessionOf(db, token);
    await push(number);
    const { status, body } = await asked.answer;
    expect([status, body.error.code, body.messages]).toEqual([401, "UNAUTHORIZED", undefined]);
  });

  it("a stranger's or unknown one is refused at once, and nobody waits", async () => {
    const { call } = await givenBuyer();
    const { id } = await bought((await givenBuyer()).call);
    for (const unknown of [id, 1]) {
      const asked = underWay(call("GET", `/activations/${unknown}?wait=25`));
      expect((await asked.answer).status).toBe(404);
      expect(asked.state.tookMs).toBeLessThan(15_000);
    }
  });
});

describe("orders that are waited for together", () => {
  it("are answered as soon as one of them has news", async () => {
    const { call } = await givenBuyer();
    const orders = [await bought(call), await bought(call), await bought(call)];
    const ids = orders.map(({ id }) => id).join(",");
    const asked = underWay(call("GET", `/activations?ids=${ids}&wait=25`));
    await waiting(1);
    await push(orders[1]?.number as string);
    const first = (await asked.answer).body.data as Order[];
    expect(first.map(({ revision }) => revision)).toEqual([
      orders[2]?.revision,
      `${orders[1]?.id}.received.1`,
      orders[0]?.revision,
    ]);
    const seen = first.map(({ revision }) => revision).join(",");
    const next = underWay(call("GET", `/activations?ids=${ids}&wait=25&seen=${seen}`));
    await waiting(1);
    await pause(100);
    expect(next.state.isOver).toBe(false);
    await push(orders[0]?.number as string);
    expect((await next.answer).body.data[2]).toMatchObject({ id: orders[0]?.id, state: "received" });
  });

  it("of which none is the caller's are answered at once", async () => {
    const { call } = await givenBuyer();
    expect((await call("GET", "/activations?ids=1,2,3&wait=25")).body.data).toEqual([]);
  });
});

describe("two hundred who wait", () => {
  it("ask the database nothing while nothing happens, hold no connection, and each gets the code", {
    timeout: 60_000,
  }, async () => {
    const { call } = await givenBuyer();
    const orders: Order[] = [];
    for (let index = 0; index < 200; index += 1) orders.push(await bought(call));
    const asked = orders.map(({ id }) => underWay(call("GET", `/activations/${id}?wait=25`)));
    await waiting(200);
    await eventually(() => expect(db.pool.idleCount).toBe(db.pool.totalCount));
    const statements = vi.spyOn(db, "query");
    await pause(2_500);
    // The feed looks by itself once a second; nobody else does.
    expect(statements.mock.calls.length).toBeLessThanOrEqual(4);
    statements.mockRestore();
    expect(db.pool.waitingCount).toBe(0);
    expect(asked.some(({ state }) => state.isOver)).toBe(false);
    const first = orders[0] as Order;
    await push(first.number);
    await asked[0]?.answer;
    expect(asked.filter(({ state }) => state.isOver)).toHaveLength(1);
    const startedMs = performance.now();
    for (const { number } of orders.slice(1)) await push(number);
    for (const [index, { answer }] of asked.entries()) {
      expect((await answer).body).toMatchObject({ id: orders[index]?.id, state: "received" });
    }
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it("are let go when they leave", { timeout: 60_000 }, async () => {
    const { key, call } = await givenBuyer();
    const { id, number } = await bought(call);
    const leaving = new AbortController();
    const gone = Array.from({ length: 200 }, () =>
      fetch(`${origin}/api/v1/activations/${id}?wait=25`, {
        headers: { authorization: `Bearer ${key}` },
        signal: leaving.signal,
      }).catch((error: Error) => error.name),
    );
    await waiting(200);
    leaving.abort();
    expect(new Set(await Promise.all(gone))).toEqual(new Set(["AbortError"]));
    await waiting(0);
    const reads = vi.spyOn(db, "query");
    await push(number);
    await pause(300);
    const views = reads.mock.calls.filter(
      ([statement]) => (statement as { name?: string }).name === "activations-views",
    );
    expect(views).toEqual([]);
    reads.mockRestore();
  });
});

describe("a sandbox", () => {
  async function givenSandbox(): Promise<Buyer> {
    const { userId } = await givenApiBuyer(db, 0);
    const { key } = await withTransaction(db, (tx) =>
      createKey(tx, userId, "sandbox", keyInput({ scopes: ["read", "buy"] })),
    );
    return { key, call: restCaller(app, key) };
  }

  it("answers when its script's code comes", async () => {
    const { call } = await givenSandbox();
    const { id } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    expect((await asked.answer).body).toMatchObject({ state: "received", messages: [{ code: "12345" }] });
    expect(asked.state.tookMs).toBeLessThan(15_000);
  });

  it("answers when its clock is moved meanwhile", async () => {
    const { key, call } = await givenSandbox();
    const { id } = await bought(call, "fu");
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    await app.request("http://localhost/api/sandbox/clock", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ seconds: 600 }),
    });
    expect((await asked.answer).body).toMatchObject({ state: "received", messages: [{ code: "00042" }] });
    expect(asked.state.tookMs).toBeLessThan(5_000);
  });
});

describe("a rental that is waited for", () => {
  const rent = async (call: RestCaller, service = "tg"): Promise<Order> => {
    const { status, body } = await call("POST", "/rentals", { body: { service, country: 6, hours: 4 } });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };

  it("is answered with its first SMS, and by `seen` with every further change", async () => {
    const { supplierId } = await givenRentOffer(db, { count: 2 });
    const { call } = await givenBuyer();
    const { id, number } = await rent(call);
    const receive = async (smsId: bigint, text: string) => {
      await receiveSms(
        db,
        { supplierId, smsId, phone: Number(number), sender: "Telegram", text },
        deliverSmsToRentals,
      );
      notifyListeners(db);
    };
    const first = underWay(call("GET", `/rentals/${id}?wait=25`));
    await waiting(1);
    await pause(200);
    expect(first.state.isOver).toBe(false);
    await receive(1n, "Telegram code 11111");
    const { body: one } = await first.answer;
    expect(one).toMatchObject({ state: "received", messagesCount: 1 });
    const second = underWay(call("GET", `/rentals/${id}?wait=25&seen=${one.revision}`));
    await waiting(1);
    await receive(2n, "Telegram code 22222");
    const { body: two } = await second.answer;
    expect(two.messagesCount).toBe(2);
    const third = underWay(call("GET", `/rentals/${id}?wait=25&seen=${two.revision}`));
    await waiting(1);
    expect((await call("POST", `/rentals/${id}/extensions`, { body: { hours: 4 } })).status).toBe(201);
    expect((await third.answer).body.hours).toBe(8);
    expect((await call("GET", "/rentals/999999?wait=25")).code).toBe("RENTAL_NOT_FOUND");
  });

  it("of a sandbox is answered when its script says so", async () => {
    const { userId } = await givenApiBuyer(db, 0);
    const { key } = await withTransaction(db, (tx) =>
      createKey(tx, userId, "sandbox", keyInput({ scopes: ["read", "rent"] })),
    );
    const call = restCaller(app, key);
    const { id } = await rent(call);
    const asked = underWay(call("GET", `/rentals/${id}?wait=25`));
    const { body } = await asked.answer;
    expect(body).toMatchObject({ state: "received", messagesCount: 1 });
    expect(asked.state.tookMs).toBeGreaterThan(1_000);
    expect(asked.state.tookMs).toBeLessThan(10_000);
  });
});

describe("when the process stops", () => {
  it("every caller that waits is answered at once", async () => {
    const { call } = await givenBuyer();
    const { id } = await bought(call);
    const asked = underWay(call("GET", `/activations/${id}?wait=25`));
    await waiting(1);
    news.close();
    expect((await asked.answer).body.state).toBe("waiting");
    const late = underWay(call("GET", `/activations/${id}?wait=25`));
    await late.answer;
    expect(late.state.tookMs).toBeLessThan(15_000);
  });
});
