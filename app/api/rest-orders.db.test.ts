import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { grantOpenMax } from "#features/activations/limits/limits.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetOldAnswers } from "#features/idempotency/idempotency.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { makeCursor } from "#features/rest-api/rest-api.rules.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import type { UserId } from "#lib/api/actor.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { type RestAnswer, type RestCaller, restCaller } from "#lib/testing/rest-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 60 });
const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
const TG = { service: "tg", country: 6 };
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 400, priceKopecks: 1_400 });
});

type Buyer = { userId: UserId; key: string; call: RestCaller };

async function givenBuyer(balanceKopecks = 100_000): Promise<Buyer> {
  const { userId, key } = await givenApiBuyer(db, balanceKopecks);
  await grantOpenMax(db, userId, 1_000);
  return { userId, key, call: restCaller(app, key) };
}

async function givenKeyOf(kind: "live" | "sandbox", input: Partial<KeyInput> = {}): Promise<Buyer> {
  const { userId } = await givenApiBuyer(db, 100_000);
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, kind, {
      ...{ name: "bot", scopes: ["read", "buy"], dailyLimitKopecks: null, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null, ...input },
    }),
  );
  return { userId, key, call: restCaller(app, key) };
}

const buy = (call: RestCaller, body: object = TG, idempotencyKey?: string): Promise<RestAnswer> =>
  call("POST", "/activations", { body, ...(idempotencyKey ? { idempotencyKey } : {}) });

async function bought(call: RestCaller, body: object = TG) {
  const answer = await buy(call, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

let lastSmsId = 0n;
async function push(number: string, text = "Your code is 12345", from = offer): Promise<void> {
  lastSmsId += 1n;
  const sms = {
    supplierId: from.supplierId,
    smsId: lastSmsId,
    phone: Number(number),
    sender: "Telegram",
    text,
  };
  await receiveSms(db, sms, deliverSms);
}

const said = ({ status, code }: RestAnswer) => [status, code];

describe("POST /activations", () => {
  it("buys the cheapest number and describes it, its price held", async () => {
    const { call, userId } = await givenBuyer();
    const { status, body, headers } = await buy(call);
    expect(status).toBe(201);
    expect(headers.get("idempotency-replayed")).toBeNull();
    expect(body).toEqual({
      id: expect.any(Number),
      state: "waiting",
      service: { code: "tg", name: "Telegram" },
      country: { id: 6, iso2: "ID", name: "Indonesia" },
      operator: "any",
      number: expect.stringMatching(/^\d{8,15}$/),
      priceKopecks: 1_400,
      currency: "RUB",
      money: "held",
      closeReason: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      expiresAt: expect.stringMatching(/Z$/),
      closedAt: null,
      expiresIn: expect.any(Number),
      cancellableIn: 0,
      wantsMore: false,
      revision: `${body.id}.waiting.0`,
      messages: [],
    });
    expect(body.expiresIn).toBeGreaterThan(1_190);
    expect(body.expiresIn).toBeLessThanOrEqual(1_200);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 98_600, heldKopecks: 1_400 });
  });

  it("never above the highest price: told from where", async () => {
    const { call } = await givenBuyer();
    const answer = await buy(call, { ...TG, maxPriceKopecks: 1_399 });
    expect(said(answer)).toEqual([409, "WRONG_MAX_PRICE"]);
    expect(answer.body.error.details).toEqual({ minPriceKopecks: 1_400 });
    expect((await buy(call, { ...TG, maxPriceKopecks: 1_400 })).status).toBe(201);
  });

  it.each([
    ["no such service", { ...TG, service: "nosuch" }, 404, "SERVICE_NOT_FOUND"],
    ["no such country", { ...TG, country: 99_999 }, 404, "COUNTRY_NOT_FOUND"],
    ["no such operator", { ...TG, operator: "nosuch" }, 404, "OPERATOR_NOT_FOUND"],
    ["nothing on sale", { ...TG, country: 7 }, 409, "NO_NUMBERS"],
    ["an unknown member", { ...TG, price: 1 }, 400, "VALIDATION"],
    ["a price of nothing", { ...TG, maxPriceKopecks: 0 }, 400, "VALIDATION"],
    ["half a kopeck", { ...TG, maxPriceKopecks: 0.5 }, 400, "VALIDATION"],
    ["a price that is none", { ...TG, maxPriceKopecks: "1e309" }, 400, "VALIDATION"],
    ["no country", { service: "tg" }, 400, "VALIDATION"],
  ])("is refused and holds no money: %s", async (_what, body, status, code) => {
    const { call, userId } = await givenBuyer();
    expect(said(await buy(call, body))).toEqual([status, code]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("a buyer without money is refused with 402", async () => {
    const { call } = await givenBuyer(0);
    expect(said(await buy(call))).toEqual([402, "NO_BALANCE"]);
  });

  it("a body that is no JSON, or is called something else, is refused", async () => {
    const { call } = await givenBuyer();
    const broken = await call("POST", "/activations", { headers: { "content-type": "application/json" } });
    expect(said(broken)).toEqual([400, "VALIDATION"]);
    const text = await call("POST", "/activations", { body: TG, headers: { "content-type": "text/plain" } });
    expect(said(text)).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("within what the key may: service, price and day", async () => {
    const other = await givenKeyOf("live", { serviceIds: [1] });
    expect(said(await buy(other.call))).toEqual([403, "KEY_NOT_FOR_THIS"]);
    const capped = await givenKeyOf("live", { priceCapKopecks: 1_000 });
    expect(said(await buy(capped.call))).toEqual([409, "WRONG_MAX_PRICE"]);
    const spent = await givenKeyOf("live", { dailyLimitKopecks: 2_000 });
    expect((await buy(spent.call)).status).toBe(201);
    expect(said(await buy(spent.call))).toEqual([402, "KEY_SPENT"]);
  });

  it("what is sold to keys only: not with a session's token", async () => {
    await givenOffer(db, { countryId: 43, count: 3, apiOnly: true });
    const { call, userId } = await givenBuyer();
    const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" });
    expect(said(await buy(restCaller(app, token), { ...TG, country: 43 }))).toEqual([409, "NO_NUMBERS"]);
    expect((await buy(call, { ...TG, country: 43 })).status).toBe(201);
  });

  it("so many orders at once as the account may have", async () => {
    const { call, userId } = await givenBuyer();
    await grantOpenMax(db, userId, null);
    const codes = [];
    for (let index = 0; index < 12; index += 1) codes.push((await buy(call)).code);
    expect(codes.at(-1)).toBe("CHANNELS_LIMIT");
  });

  it("the same key answers the same order, marked; with another input it is refused", async () => {
    const { call, userId } = await givenBuyer();
    const first = await buy(call, TG, "order-0001");
    const again = await buy(call, TG, "order-0001");
    expect([again.status, again.body.id, again.headers.get("idempotency-replayed")]).toEqual([
      201,
      first.body.id,
      "true",
    ]);
    expect(said(await buy(call, { ...TG, maxPriceKopecks: 9_999 }, "order-0001"))).toEqual([
      422,
      "IDEMPOTENCY_MISMATCH",
    ]);
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 1_400 });
  });

  it("fifty at once with one key are one order", async () => {
    const { call, userId } = await givenBuyer();
    const answers = await Promise.all(Array.from({ length: 50 }, () => buy(call, TG, "order-at-once")));
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    for (const { status, headers } of answers) {
      if (status !== 201) expect([status, headers.get("retry-after")]).toEqual([409, "2"]);
    }
    expect(
      answers.filter(
        ({ headers }) => headers.get("idempotency-replayed") === null && headers.get("retry-after") === null,
      ),
    ).toHaveLength(1);
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 1_400 });
  });
});

describe("a number of a supplier who takes time", () => {
  let release: (() => void) | null = null;
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    if ((JSON.parse(text) as { action: string }).action === "GET_NUMBER") {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    }
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ status: "SUCCESS", number: 639_171_234_567, activationId: 77 }));
  });
  afterAll(async () => {
    await lateAnswersSettled();
    server.closeAllConnections();
    server.close();
  });

  it("is bought once: the same key is told to come again while the supplier is asked, and gets the number then", async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await givenOffer(db, { kind: "agent", countryId: 4, count: 1, baseUrl, priceKopecks: 1_400 });
    const { call, userId } = await givenBuyer();
    const input = { ...TG, country: 4 };
    const first = buy(call, input, "slow-supplier");
    await vi.waitFor(() => expect(release).not.toBeNull(), { timeout: 5_000 });
    const meanwhile = await buy(call, input, "slow-supplier");
    expect([...said(meanwhile), meanwhile.headers.get("retry-after")]).toEqual([
      409,
      "PURCHASE_IN_FLIGHT",
      "2",
    ]);
    const listed = await call("GET", "/activations?state=open");
    expect(listed.body.data).toMatchObject([
      { state: "requested", number: null, cancellableIn: null, money: "held" },
    ]);
    release?.();
    expect((await first).body).toMatchObject({ state: "waiting", number: "639171234567" });
    const again = await buy(call, input, "slow-supplier");
    expect([again.body.number, again.headers.get("idempotency-replayed")]).toEqual(["639171234567", "true"]);
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 1_400 });
  });
});

describe("steps of an order", () => {
  it("cancel gives the money back and answers the order", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    const { status, body } = await call("POST", `/activations/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      state: "cancelled",
      money: "given-back",
      expiresIn: 0,
      cancellableIn: null,
    });
    expect(body.closedAt).toMatch(/Z$/);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 100_000, heldKopecks: 0 });
  });

  it("the same key answers the same bytes again, marked, whatever has happened since", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number);
    const first = await call("POST", `/activations/${id}/retry`, { idempotencyKey: "retry-0001" });
    expect(first.body).toMatchObject({ state: "received", wantsMore: true });
    await push(number, "Your code is 67890");
    const again = await call("POST", `/activations/${id}/retry`, { idempotencyKey: "retry-0001" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const now = await call("GET", `/activations/${id}`);
    expect(now.body).toMatchObject({ wantsMore: false, messages: [{ code: "67890" }, { code: "12345" }] });
  });

  it("the same key for another order or another step is refused and does nothing", async () => {
    const { call } = await givenBuyer();
    const [one_, two] = [await bought(call), await bought(call)];
    await call("POST", `/activations/${one_.id}/cancel`, { idempotencyKey: "step-0001" });
    for (const path of [`/activations/${two.id}/cancel`, `/activations/${one_.id}/report`]) {
      expect(said(await call("POST", path, { idempotencyKey: "step-0001" }))).toEqual([
        422,
        "IDEMPOTENCY_MISMATCH",
      ]);
    }
    expect((await call("GET", `/activations/${two.id}`)).body.state).toBe("waiting");
  });

  it("keys of two accounts do not meet", async () => {
    const [first, second] = [await givenBuyer(), await givenBuyer()];
    const orders = [await bought(first.call), await bought(second.call)];
    for (const [index, { call }] of [first, second].entries()) {
      const answer = await call("POST", `/activations/${orders[index].id}/cancel`, {
        idempotencyKey: "shared-key",
      });
      expect(answer.body).toMatchObject({ id: orders[index].id, state: "cancelled" });
    }
  });

  it("fifty cancels at once with one key: one refund, everybody else gets its answer or is told to come again", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    const path = `/activations/${id}/cancel`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call("POST", path, { idempotencyKey: "cancel-at-once" })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    for (const { status, code, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, code, headers.get("retry-after")]).toEqual([409, "IDEMPOTENCY_IN_FLIGHT", "1"]);
    }
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 100_000 });
    expect(
      (await call("POST", path, { idempotencyKey: "cancel-at-once" })).headers.get("idempotency-replayed"),
    ).toBe("true");
  });

  it("a refused step leaves its key free: later it works with the same one", async () => {
    const { call } = await givenBuyer();
    const { id, number } = await bought(call);
    const finish = () => call("POST", `/activations/${id}/finish`, { idempotencyKey: "finish-0001" });
    const refused = await finish();
    expect(said(refused)).toEqual([409, "BAD_STATUS"]);
    expect(refused.body.error.details).toEqual({ state: "waiting" });
    await push(number);
    const done = await finish();
    expect([done.status, done.body.state, done.headers.get("idempotency-replayed")]).toEqual([
      200,
      "completed",
      null,
    ]);
  });

  it("report gives the money back; what has its code is neither reported nor cancelled", async () => {
    const { call } = await givenBuyer();
    const blocked = await bought(call);
    expect((await call("POST", `/activations/${blocked.id}/report`)).body).toMatchObject({
      state: "banned",
      money: "given-back",
    });
    const { id, number } = await bought(call);
    await push(number);
    for (const step of ["cancel", "report"]) {
      expect(said(await call("POST", `/activations/${id}/${step}`))).toEqual([409, "BAD_STATUS"]);
    }
    expect((await call("GET", `/activations/${id}`)).body).toMatchObject({
      money: "captured",
      cancellableIn: null,
    });
  });

  it.each(["cancel", "report", "finish", "retry"])("%s of an order that is not there", async (step) => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const { id } = await bought(stranger.call);
    for (const unknown of [id, 1, "x", "99999999999999999999"]) {
      const { status } = await call("POST", `/activations/${unknown}/${step}`);
      expect(status).toBe(404);
    }
    expect((await stranger.call("GET", `/activations/${id}`)).body.state).toBe("waiting");
  });

  it("answers are forgotten when their time is over, not before", async () => {
    const { call, userId } = await givenBuyer();
    const { id } = await bought(call);
    await call("POST", `/activations/${id}/cancel`, { idempotencyKey: "kept-0001" });
    const count = async () =>
      (
        await one<{ count: number }>(
          db,
          sql`select count(*)::int as count from idempotency_answers where user_id = ${userId}`,
        )
      ).count;
    await moveClock(owner, "29 days");
    await forgetOldAnswers(db, 1_000);
    expect(await count()).toBe(1);
    await moveClock(owner, "2 days");
    await forgetOldAnswers(db, 1_000);
    expect(await count()).toBe(0);
    await execute(owner, sql`update job_clock set offset_interval = '0'`);
  });

  it("a kept answer of a step is sealed in the database", async () => {
    const { call, userId } = await givenBuyer();
    const { id, number } = await bought(call);
    await push(number, "Your code is 424242");
    await call("POST", `/activations/${id}/finish`);
    const kept = await one<{ text: string }>(
      owner,
      sql`select string_agg(a::text, ' ') as text from idempotency_answers a where user_id = ${userId}`,
    );
    expect(kept.text).not.toContain("424242");
  });
});

describe("lists", () => {
  it("orders, newest first, narrowed by state, service and country", async () => {
    const { call } = await givenBuyer();
    await givenOffer(db, { countryId: 22, serviceId: 52, count: 5 });
    const [first, second, third] = [
      await bought(call),
      await bought(call, { ...TG, country: 22 }),
      await bought(call),
    ];
    await call("POST", `/activations/${first.id}/cancel`);
    await push(third.number);
    const ids = async (query: string) => {
      const { status, body } = await call("GET", `/activations${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.nextCursor).toBeNull();
      return body.data.map(({ id }: { id: number }) => id);
    };
    expect(await ids("")).toEqual([third.id, second.id, first.id]);
    expect(await ids("?state=open")).toEqual([third.id, second.id]);
    expect(await ids("?state=closed")).toEqual([first.id]);
    expect(await ids("?state=received,cancelled")).toEqual([third.id, first.id]);
    expect(await ids("?country=22")).toEqual([second.id]);
    expect(await ids("?state=open&country=6&service=tg")).toEqual([third.id]);
    expect(await ids("?service=wa")).toEqual([]);
    expect(said(await call("GET", "/activations?service=nosuch"))).toEqual([404, "SERVICE_NOT_FOUND"]);
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=1.5",
    "state=nosuch",
    "state=open,",
    "cursor=nosuch",
    `cursor=${makeCursor("messages", 1, 2)}`,
    "ids=1,x",
    `ids=${Array.from({ length: 101 }, (_, at) => at + 1).join(",")}`,
    "wait=26",
    "wait=-1",
    "seen=%20",
    "country=x",
  ])("of orders refuse the query %s", async (query) => {
    const { call } = await givenBuyer();
    expect(said(await call("GET", `/activations?${query}`))).toEqual([400, "VALIDATION"]);
  });

  it("a walk over pages meets every order once while others are bought", async () => {
    const { call } = await givenBuyer(1_000_000);
    const before: number[] = [];
    for (let index = 0; index < 25; index += 1) before.push((await bought(call)).id);
    const walk = async () => {
      const met: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
        const { body } = await call("GET", `/activations?limit=4${query}`);
        expect(body.data.length).toBeLessThanOrEqual(4);
        met.push(...body.data.map(({ id }: { id: number }) => id));
        cursor = body.nextCursor;
      }
      return met;
    };
    const buying = Promise.all(Array.from({ length: 25 }, () => bought(call)));
    for (const met of await Promise.all([walk(), walk(), walk()])) {
      expect(met).toEqual(met.toSorted((a, b) => b - a));
      expect(new Set(met).size).toBe(met.length);
      expect(met).toEqual(expect.arrayContaining(before));
    }
    await buying;
    expect(await walk()).toHaveLength(50);
  });

  it("orders by their ids, those of others and unknown ones left out, each once", async () => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const own = [await bought(call), await bought(call)];
    const foreign = await bought(stranger.call);
    const { body } = await call(
      "GET",
      `/activations?ids=${own[0].id},${foreign.id},1,${own[1].id},${own[0].id}`,
    );
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([own[1].id, own[0].id]);
    expect(body.nextCursor).toBeNull();
  });

  it("SMS of an order and of all orders, newest first, page by page", async () => {
    const { call } = await givenBuyer();
    const orders = [await bought(call), await bought(call), await bought(call)];
    for (const [index, { number }] of [orders[1], orders[0], orders[1], orders[2]].entries()) {
      await push(number, `Your code is 1000${index}`);
    }
    const codes = (body: { data: { code: string }[] }) => body.data.map(({ code }) => code);
    const all = await call("GET", "/messages");
    expect(codes(all.body)).toEqual(["10003", "10002", "10001", "10000"]);
    expect(all.body.data[0]).toEqual({
      id: expect.any(Number),
      activationId: orders[2].id,
      sender: "Telegram",
      text: "Your code is 10003",
      code: "10003",
      receivedAt: expect.stringMatching(/Z$/),
      late: false,
    });
    const first = await call("GET", "/messages?limit=3");
    // One that comes meanwhile moves nothing.
    await push(orders[0].number, "Your code is 10004");
    const second = await call("GET", `/messages?limit=3&cursor=${first.body.nextCursor}`);
    expect([...codes(first.body), ...codes(second.body)]).toEqual(codes(all.body));
    expect(second.body.nextCursor).toBeNull();
    const own = await call("GET", `/activations/${orders[1].id}/messages?limit=1`);
    expect(codes(own.body)).toEqual(["10002"]);
    const rest = await call(
      "GET",
      `/activations/${orders[1].id}/messages?limit=1&cursor=${own.body.nextCursor}`,
    );
    expect([codes(rest.body), rest.body.nextCursor]).toEqual([["10000"], null]);
  });

  it("SMS of a stranger's order are those of none", async () => {
    const { call } = await givenBuyer();
    const stranger = await givenBuyer();
    const { id, number } = await bought(stranger.call);
    await push(number);
    expect(said(await call("GET", `/activations/${id}/messages`))).toEqual([404, "ACTIVATION_NOT_FOUND"]);
    expect(said(await call("GET", `/activations/${id}`))).toEqual([404, "ACTIVATION_NOT_FOUND"]);
    expect((await call("GET", "/messages")).body.data).toEqual([]);
  });

  it.each(["messages?cursor=nosuch", `messages?cursor=${makeCursor("activations", 1)}`, "messages?limit=x"])(
    "of messages refuse the path %s",
    async (path) => {
      const { call } = await givenBuyer();
      expect(said(await call("GET", `/${path}`))).toEqual([400, "VALIDATION"]);
    },
  );
});

describe("with a sandbox key", () => {
  it("the same calls answer by script, and no order, stock or money moves", async () => {
    const { call, key } = await givenKeyOf("sandbox");
    const KEPT = ["sandbox_orders", "sandbox_accounts", "idempotency_answers", "identity_api_keys"];
    const before = await databaseImage(owner, KEPT);
    const order = await bought(call, { service: "wa", country: 6 });
    expect(order).toMatchObject({ id: 900_000_001, state: "waiting", priceKopecks: 1_000, money: "held" });
    const advance = (seconds: number) =>
      app.request("http://localhost/api/sandbox/clock", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ seconds }),
      });
    await advance(3);
    const got = await call("GET", `/activations/${order.id}`);
    expect(got.body).toMatchObject({
      state: "received",
      messages: [{ code: "111-222", activationId: order.id }],
    });
    const retried = await call("POST", `/activations/${order.id}/retry`, { idempotencyKey: "sandbox-retry" });
    expect(retried.body).toMatchObject({ wantsMore: true });
    await advance(30);
    const again = await call("POST", `/activations/${order.id}/retry`, { idempotencyKey: "sandbox-retry" });
    expect(again.body).toEqual(retried.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await call("POST", `/activations/${order.id}/finish`)).body).toMatchObject({
      state: "completed",
    });
    const other = await bought(call, { service: "vi", country: 6 });
    expect((await call("POST", `/activations/${other.id}/cancel`)).body).toMatchObject({
      state: "cancelled",
    });
    const messages = await call("GET", "/messages?limit=1");
    expect(messages.body.data).toMatchObject([{ code: "333-444" }]);
    const more = await call("GET", `/messages?limit=1&cursor=${messages.body.nextCursor}`);
    expect([more.body.data[0].code, more.body.nextCursor]).toEqual(["111-222", null]);
    expect((await call("GET", `/activations/${order.id}/messages`)).body.data).toHaveLength(2);
    const listed = await call("GET", "/activations?limit=1");
    expect(listed.body.data).toMatchObject([{ id: other.id }]);
    const next = await call("GET", `/activations?limit=1&cursor=${listed.body.nextCursor}`);
    expect([next.body.data[0].id, next.body.nextCursor]).toEqual([order.id, null]);
    expect((await call("GET", `/activations?ids=${order.id},${other.id},1`)).body.data).toHaveLength(2);
    expect((await call("GET", "/activations?state=cancelled")).body.data).toMatchObject([{ id: other.id }]);
    expect(await databaseImage(owner, KEPT)).toEqual(before);
  });

  it.each([
    ["ig", 409, "NO_NUMBERS"],
    ["fb", 402, "NO_BALANCE"],
    ["go", 409, "WRONG_MAX_PRICE"],
    ["tw", 404, "SERVICE_NOT_FOUND"],
    ["ds", 404, "COUNTRY_NOT_FOUND"],
    ["mb", 404, "OPERATOR_NOT_FOUND"],
    ["wb", 429, "CHANNELS_LIMIT"],
    ["me", 403, "BANNED"],
    ["am", 409, "PURCHASE_IN_FLIGHT"],
    ["mm", 503, "UNAVAILABLE"],
  ])("buying the service %s answers %i %s", async (service, status, code) => {
    const { call } = await givenKeyOf("sandbox");
    const answer = await buy(call, { service, country: 6 });
    expect(said(answer)).toEqual([status, code]);
    const comesAgain = status === 429 || status === 503 || code === "PURCHASE_IN_FLIGHT";
    expect(answer.headers.get("retry-after")).toBe(comesAgain ? "2" : null);
  });

  it("sees no real order, and a live key none of the sandbox", async () => {
    const live = await givenBuyer();
    const sandbox = await givenKeyOf("sandbox");
    const real = await bought(live.call);
    const scripted = await bought(sandbox.call);
    expect((await sandbox.call("GET", `/activations/${real.id}`)).status).toBe(404);
    expect((await live.call("GET", `/activations/${scripted.id}`)).status).toBe(404);
    expect((await sandbox.call("POST", `/activations/${real.id}/cancel`)).status).toBe(404);
  });

  it("a sandbox that begins anew forgets its keys' answers", async () => {
    const { call, key } = await givenKeyOf("sandbox");
    const { id } = await bought(call);
    const cancel = () => call("POST", `/activations/${id}/cancel`, { idempotencyKey: "test-run-1" });
    expect((await cancel()).body.state).toBe("cancelled");
    await app.request("http://localhost/api/sandbox/reset", {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(said(await cancel())).toEqual([404, "ACTIVATION_NOT_FOUND"]);
    await bought(call);
    const anew = await cancel();
    expect([anew.body.state, anew.headers.get("idempotency-replayed")]).toEqual(["cancelled", null]);
  });
});
