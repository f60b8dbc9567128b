import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  app,
  available,
  cancel,
  clientOf,
  db,
  extend,
  finish,
  givenBuyer,
  type Input,
  NO_ID,
  priceOf,
  push,
  rent,
  rented,
  said,
  supplierId,
} from "#app/api/rest-rentals.factory.ts";
import type { ApiBuyer } from "#features/activations/buyers.factory.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, liftBlock } from "#features/policy/policy.writes.ts";
import { grantWholesale } from "#features/pricing/pricing.writes.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { deliverCallToRentals } from "#features/rentals/rentals.writes.ts";
import type { RestClient } from "#features/rest-api/rest-api.client.ts";
import { receiveCall } from "#features/supply/rent/rent.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

async function givenKeyOf({ userId }: ApiBuyer, input: Partial<KeyInput>): Promise<RestClient> {
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, "live", keyInput({ scopes: ["read", "rent"], ...input })),
  );
  return clientOf(key);
}

describe("GET /v1/rentals/offers", () => {
  const offers = async (client: RestClient, query: { service?: string; country?: number; hours?: number }) =>
    client.GET("/api/v1/rentals/offers", { params: { query } });

  it("shows for the hours exactly what renting then costs, for every kind of payer", async () => {
    const [anyone, dealer, friend] = [await givenBuyer(), await givenBuyer(), await givenBuyer()];
    await grantWholesale(db, dealer.userId);
    const agreed = { serviceId: 52, countryId: 6, hourKopecks: kopecks(107) };
    await agreeRentHour(db, { userId: friend.userId, ...agreed });
    const paid = await Promise.all(
      [anyone, dealer, friend].map(async ({ client }) => {
        const { data } = await offers(client, { service: "tg", country: 6, hours: 30 });
        const [offer] = data?.data ?? [];
        const { priceKopecks } = await rented(client, { hours: 30 });
        expect(offer).toMatchObject({ service: "tg", country: 6, hours: 30, operators: ["any"] });
        expect(offer?.priceKopecks).toBe(priceKopecks);
        return priceKopecks;
      }),
    );
    expect(new Set(paid).size).toBe(3);
  });

  it("shows an own price of the account with the retail one beside it, for the same hours", async () => {
    const [anyone, dealer, friend] = [await givenBuyer(0), await givenBuyer(0), await givenBuyer(0)];
    await grantWholesale(db, dealer.userId);
    const agreed = { serviceId: 52, countryId: 6, hourKopecks: kopecks(107) };
    await agreeRentHour(db, { userId: friend.userId, ...agreed });
    const offerTo = async (client: RestClient) =>
      (await offers(client, { service: "tg", country: 6, hours: 30 })).data?.data[0];
    const retail = await offerTo(anyone.client);
    expect(retail?.retailPriceKopecks).toBe(retail?.priceKopecks);
    for (const { client } of [dealer, friend]) {
      const own = await offerTo(client);
      expect(own?.retailPriceKopecks).toBe(retail?.priceKopecks);
      expect(own?.priceKopecks).toBeLessThan(retail?.priceKopecks ?? 0);
    }
  });

  it("lists countries of a service, services of a country, and the whole number", async () => {
    const { client } = await givenBuyer(0);
    const services = async (query: object) =>
      (await offers(client, query)).data?.data.map(({ service }) => service).toSorted();
    expect(await services({ country: 6 })).toEqual(["full", "tg"]);
    expect(await services({ service: "full" })).toEqual(["full"]);
    expect(await services({ service: "wa" })).toEqual([]);
  });

  it("refuses a question about nothing, what does not exist, and times that cannot be had", async () => {
    const { client } = await givenBuyer(0);
    const ask = async (query: object) => said(await offers(client, query));
    expect(await ask({})).toEqual([400, "VALIDATION"]);
    expect(await ask({ service: "nosuch" })).toEqual([404, "SERVICE_NOT_FOUND"]);
    expect(await ask({ country: 999_999 })).toEqual([404, "COUNTRY_NOT_FOUND"]);
    expect(await ask({ service: "tg", hours: 3 })).toEqual([422, "INVALID_TIME"]);
    expect(await ask({ service: "tg", hours: 673 })).toEqual([422, "INVALID_TIME"]);
  });
});

describe("POST /v1/rentals", () => {
  it("rents once per key, in parallel and afterwards, and answers 422 to another input under it", async () => {
    const { client } = await givenBuyer();
    const before = await available(client);
    const key = randomUUID();
    // A key buys twenty times at once at most, and is asked once more below.
    const answers = await Promise.all(Array.from({ length: 15 }, () => rent(client, {}, key)));
    const [first] = answers;
    expect(new Set(answers.map(({ response }) => response.status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
    const replays = answers.filter(({ response }) => response.headers.get("idempotency-replayed") === "true");
    expect(replays.length).toBe(14);
    expect(before - (await available(client))).toBe(first?.data?.priceKopecks);
    expect(said(await rent(client, { hours: 5 }, key))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });

  it("describes the rental, its price held", async () => {
    const { client } = await givenBuyer();
    expect(await rented(client, { hours: 24 })).toMatchObject({
      ...{ state: "active", service: { code: "tg" }, country: { id: 6, iso2: "ID" }, hours: 24 },
      ...{ money: "held", currency: "RUB", closedAt: null, messagesCount: 0, extensions: [] },
      number: expect.stringMatching(/^62\d+$/),
      expiresIn: expect.closeTo(86_400, -1),
      cancellableFor: expect.closeTo(1_200, -1),
      extendableHours: 648,
    });
  });

  it.each<[string, Partial<Input>, number, string]>([
    ["too short a time", { hours: 3 }, 400, "VALIDATION"],
    ["too long a time", { hours: 673 }, 400, "VALIDATION"],
    ["an unknown service", { service: "nosuch" }, 404, "SERVICE_NOT_FOUND"],
    ["an unknown country", { country: 999_999 }, 404, "COUNTRY_NOT_FOUND"],
    ["an unknown operator", { operator: "nosuch" }, 404, "OPERATOR_NOT_FOUND"],
    ["what nobody lends", { service: "wa" }, 409, "NO_NUMBERS"],
    ["a price below the lowest", { maxPriceKopecks: 1 }, 409, "WRONG_MAX_PRICE"],
    ["Russian numbers", { country: 0 }, 403, "RUSSIAN_NUMBERS_UNAVAILABLE"],
  ])("refuses %s and holds no money", async (_what, input, status, code) => {
    const { client } = await givenBuyer();
    const before = await available(client);
    expect(said(await rent(client, input))).toEqual([status, code]);
    expect(await available(client)).toBe(before);
  });

  it("refuses who cannot pay, whose key may not, and whose key has spent its day", async () => {
    const poor = await givenBuyer(0);
    expect(said(await rent(poor.client))).toEqual([402, "NO_BALANCE"]);
    const buyer = await givenBuyer();
    expect(said(await rent(await givenKeyOf(buyer, { scopes: ["read", "buy"] })))).toEqual([
      ...[403, "SCOPE_MISSING"],
    ]);
    expect(said(await rent(await givenKeyOf(buyer, { countryIds: [10] })))).toEqual([
      ...[403, "KEY_NOT_FOR_THIS"],
    ]);
    expect(said(await rent(await givenKeyOf(buyer, { dailyLimitKopecks: 10 })))).toEqual([402, "KEY_SPENT"]);
  });

  it("refuses what policy stops, and offers none of it", async () => {
    const { client } = await givenBuyer();
    const { id } = await rented(client);
    for (const [reasonCode, status, code] of [
      ["KILL_SWITCH", 503, "SALES_STOPPED"],
      ["LEGAL", 403, "NOT_FOR_SALE"],
    ] as const) {
      const block = {
        effect: "deny",
        reasonCode,
        reasonText: "a test",
        actor: "staff:1",
        countryId: 6,
      } as const;
      const { blockId } = await withTransaction(db, (tx) => blockSale(tx, block));
      forgetPolicy(db);
      expect(said(await rent(client))).toEqual([status, code]);
      expect(said(await extend(client, id, 4))).toEqual([status, code]);
      const query = { service: "tg", country: 6 };
      const { data } = await client.GET("/api/v1/rentals/offers", { params: { query } });
      expect(data?.data).toEqual([]);
      const lift = { blockId, actor: "staff:1", reason: "over" };
      await withTransaction(db, (tx) => liftBlock(tx, lift));
      forgetPolicy(db);
    }
    expect((await rent(client)).response.status).toBe(201);
  });

  it("refuses a write without a key of its own, and a key that is none", async () => {
    const { key } = await givenBuyer();
    const call = async (headers: Record<string, string>) => {
      const response = await app.request("/api/v1/rentals", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        body: JSON.stringify({ service: "tg", country: 6, hours: 4 }),
      });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    expect(await call({})).toEqual([400, "IDEMPOTENCY_KEY_MISSING"]);
    expect(await call({ "idempotency-key": "short" })).toEqual([400, "VALIDATION"]);
  });
});

describe("GET /v1/rentals", () => {
  it("pages over every rental once, newest first, while more are rented", async () => {
    const { client } = await givenBuyer();
    const made: number[] = [];
    for (let at = 0; at < 5; at += 1) made.unshift((await rented(client)).id);
    const seen: number[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) };
      const { data } = await client.GET("/api/v1/rentals", { params: { query } });
      seen.push(...(data?.data ?? []).map(({ id }) => id));
      cursor = data?.nextCursor;
      if (seen.length === 2) await rented(client);
    } while (cursor);
    expect(seen).toEqual(made);
  });

  it("is narrowed by states, and refuses others", async () => {
    const { client } = await givenBuyer();
    const [first, second] = [await rented(client), await rented(client)];
    await cancel(client, first.id);
    const ids = async (state: string) =>
      (await client.GET("/api/v1/rentals", { params: { query: { state } } })).data?.data.map(({ id }) => id);
    expect(await ids("canceled")).toEqual([first.id]);
    expect(await ids("active,canceled")).toEqual([second.id, first.id]);
    const wrong = await client.GET("/api/v1/rentals", { params: { query: { state: "lost" } } });
    expect(said(wrong)).toEqual([400, "VALIDATION"]);
  });
});

describe("GET /v1/rentals/{id} and what came in", () => {
  it("pages over SMS and calls, newest first", async () => {
    const { client } = await givenBuyer();
    const { id, number } = await rented(client);
    for (const code of ["11111", "22222", "33333"]) await push(number, `Telegram code ${code}`);
    const call = { supplierId, phone: Number(number), callId: 1n, caller: "4930555", calledAt: new Date() };
    await receiveCall(db, call, deliverCallToRentals);
    const path = { id };
    const { data } = await client.GET("/api/v1/rentals/{id}", { params: { path } });
    expect(data).toMatchObject({
      ...{ state: "received", money: "captured", messagesCount: 3, callsCount: 1, cancellableFor: null },
    });
    const codes: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) };
      const page = await client.GET("/api/v1/rentals/{id}/messages", { params: { path, query } });
      codes.push(...(page.data?.data ?? []).map(({ code }) => code));
      cursor = page.data?.nextCursor;
    } while (cursor);
    expect(codes).toEqual(["33333", "22222", "11111"]);
    const calls = await client.GET("/api/v1/rentals/{id}/calls", { params: { path } });
    expect(calls.data).toMatchObject({ data: [{ caller: "4930555" }], nextCursor: null });
  });

  it("a stranger's rental and what came in do not exist", async () => {
    const [{ client }, stranger] = [await givenBuyer(), await givenBuyer()];
    const { id } = await rented(client);
    for (const one of [id, NO_ID]) {
      const options = { params: { path: { id: one } } };
      const answers = [
        await stranger.client.GET("/api/v1/rentals/{id}", options),
        await stranger.client.GET("/api/v1/rentals/{id}/messages", options),
        await stranger.client.GET("/api/v1/rentals/{id}/calls", options),
        await priceOf(stranger.client, one, 4),
        await cancel(stranger.client, one),
        await finish(stranger.client, one),
        await extend(stranger.client, one, 4),
      ];
      for (const answer of answers) expect(said(answer)).toEqual([404, "RENTAL_NOT_FOUND"]);
    }
    const { data } = await client.GET("/api/v1/rentals/{id}", { params: { path: { id } } });
    expect(data?.state).toBe("active");
  });
});
