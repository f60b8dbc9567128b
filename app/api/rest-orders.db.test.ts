import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import {
  app,
  type Buyer,
  bought,
  buy,
  db,
  givenBuyer,
  owner,
  said,
  TG,
} from "#app/api/rest-orders.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { grantOpenMax } from "#features/activations/limits/limits.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { databaseImage } from "#lib/testing/database-image.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";
import { restCaller } from "#lib/testing/rest-api.ts";

// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);

async function givenKeyOf(kind: "live" | "sandbox", input: Partial<KeyInput> = {}): Promise<Buyer> {
  const { userId } = await givenApiBuyer(db, 100_000);
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, kind, keyInput({ scopes: ["read", "buy"], ...input })),
  );
  return { userId, key, call: restCaller(app, key) };
}

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
    await eventually(() => expect(release).not.toBeNull());
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
