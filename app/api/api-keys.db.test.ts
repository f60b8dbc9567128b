import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { ApiBindings } from "#lib/api/mount.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
const PRICE = 1_400;
const IN_A_YEAR = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();

const PASSWORD = "correct horse battery";
let passwordHash = "";
let people = 0;

async function givenOwner(balanceKopecks = 1_000_000): Promise<{ userId: UserId; cookie: string }> {
  people += 1;
  const email = `owner${people}@example.com`;
  const userId = (await createUser(db, {
    email,
    emailKey: email,
    name: "Owner",
    passwordHash,
    locale: "en",
  }))!;
  await execute(
    db,
    sql`select * from ledger_move('demo_credit', ${userId}, 'main', ${balanceKopecks}, ${`test:${email}`}, 'test')`,
  );
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

type Call = { method?: string; cookie?: string; bearer?: string; body?: unknown; ip?: string };

async function call(path: string, { method = "GET", cookie, bearer, body, ip = "192.0.2.1" }: Call = {}) {
  const response = await app.fetch(
    new Request(`${env.PUBLIC_URL}${path}`, {
      method,
      headers: {
        ...(cookie ? { cookie: `authToken=${cookie}`, "sec-fetch-site": "same-origin" } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { requestId: "test", ip },
  );
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as any };
}

const ALL = ["read", "buy", "rent", "accounts"];

async function makeKey(cookie: string, input: object = {}): Promise<{ id: number; key: string }> {
  const body = { name: "bot", scopes: ALL, password: PASSWORD, ...input };
  const made = await call("/api/users/api-keys", { method: "POST", cookie, body });
  expect(made.status).toBe(201);
  return made.body;
}

const buy = (bearer: string, options: Call & { country?: number; query?: string } = {}) =>
  call(`/api/sms-users/get-number/${options.country ?? 6}/tg${options.query ?? ""}`, { bearer, ...options });
const bots = (key: string, rest: string, ip?: string) =>
  call(`/stubs/handler_api.php?api_key=${key}&${rest}`, ip === undefined ? {} : { ip });
const codeOf = (answer: { status: number; body: { error?: { code: string } } }) =>
  `${answer.status} ${answer.body.error?.code}`;

beforeAll(async () => {
  // A key's day (UTC) may not end between what it spends and what it is refused.
  await moveClockToNoon(owner);
  passwordHash = await hashPassword(PASSWORD);
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 500, priceKopecks: PRICE });
  await givenOffer(db, { countryId: 8, count: 50, priceKopecks: PRICE });
});

describe("a named key", () => {
  it("is told once, stored as a hash, listed without itself, and ends at once", async () => {
    const { cookie, userId } = await givenOwner();
    const { id, key } = await makeKey(cookie, { name: "  Warehouse bot " });
    expect(key).toMatch(/^sd_live_[0-9a-f]{40}$/);
    const stored = await one(
      db,
      sql`select identity_api_keys::text as row from identity_api_keys where id = ${id}`,
    );
    expect(JSON.stringify(stored)).not.toContain(key);
    expect((await call("/api/users/me", { bearer: key })).status).toBe(200);
    const [listed] = (await call("/api/users/api-keys", { cookie })).body;
    expect(listed).toMatchObject({
      id,
      kind: "live",
      name: "Warehouse bot",
      masked: `${key.slice(0, 14)}••••••`,
    });
    expect(listed.lastUsedAt).not.toBeNull();
    const stranger = await givenOwner();
    const path = `/api/users/api-keys/${id}`;
    expect(codeOf(await call(path, { method: "DELETE", cookie: stranger.cookie }))).toBe("404 KEY_NOT_FOUND");
    expect((await call(path, { method: "DELETE", cookie })).status).toBe(200);
    expect((await call("/api/users/me", { bearer: key })).status).toBe(401);
    expect((await bots(key, "action=getBalance")).body).toBe("BAD_KEY");
    expect(codeOf(await call(path, { method: "DELETE", cookie }))).toBe("404 KEY_NOT_FOUND");
    expect(userId).toBeGreaterThan(0);
  });

  it("is rotated with overlap: both work, then only the new one; a second rotation of the old one is refused", async () => {
    const { cookie } = await givenOwner();
    const old = await makeKey(cookie, { scopes: ["read"], priceCapKopecks: 5_000, types: "strict" });
    const rotate = (overlapHours: number) =>
      call(`/api/users/api-keys/${old.id}/rotate`, { method: "POST", cookie, body: { overlapHours } });
    const fresh = (await rotate(24)).body;
    expect(fresh.key).not.toBe(old.key);
    expect(codeOf(await rotate(24))).toBe("404 KEY_NOT_FOUND");
    for (const bearer of [old.key, fresh.key])
      expect((await call("/api/users/me", { bearer })).status).toBe(200);
    const listed = (await call("/api/users/api-keys", { cookie })).body;
    expect(listed).toMatchObject([
      { id: old.id, isReplaced: true, scopes: ["read"], priceCapKopecks: 5_000, types: "strict" },
      { id: fresh.id, isReplaced: false, scopes: ["read"], priceCapKopecks: 5_000, types: "strict" },
    ]);
    await moveClock(owner, "25 hours");
    // What this process still believes is three seconds old at most.
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    expect((await call("/api/users/me", { bearer: old.key })).status).toBe(401);
    expect((await call("/api/users/me", { bearer: fresh.key })).status).toBe(200);
    await moveClock(owner, "-25 hours");
  });

  it("leaves two of each key at most however it is rotated, and a replaced one never loses its end", async () => {
    const { cookie } = await givenOwner(1);
    const rotate = async (id: number) =>
      (
        await call(`/api/users/api-keys/${id}/rotate`, {
          method: "POST",
          cookie,
          body: { password: PASSWORD },
        })
      ).body as {
        id: number;
        key: string;
      };
    const list = async () => (await call("/api/users/api-keys", { cookie })).body as { id: number }[];
    const change = (id: number, expiresAt: string | null) =>
      call(`/api/users/api-keys/${id}`, {
        method: "PUT",
        cookie,
        body: { name: "bot", scopes: ALL, expiresAt },
      });
    const first = await makeKey(cookie);
    const second = await rotate(first.id);
    const endOf = async () =>
      (await list()).find(({ id }) => id === first.id) as { id: number; expiresAt: string | null };
    const { expiresAt } = await endOf();
    expect(expiresAt).not.toBeNull();
    for (const input of [null, IN_A_YEAR]) {
      expect((await change(first.id, input)).status).toBe(200);
      expect((await endOf()).expiresAt).toBe(expiresAt);
    }
    const third = await rotate(second.id);
    expect((await list()).map(({ id }) => id)).toEqual([second.id, third.id]);
    expect((await call("/api/users/me", { bearer: first.key })).status).toBe(401);
    // Rotated and rotated and deleted, again and again: what lives does not grow.
    let last = third;
    for (let round = 0; round < 5; round += 1) {
      const next = await rotate(last.id);
      last = await rotate(next.id);
      expect((await call(`/api/users/api-keys/${last.id}`, { method: "DELETE", cookie })).status).toBe(200);
      const [left] = (await list()).slice(-1);
      last = { id: left?.id ?? 0, key: "" };
      expect((await list()).length).toBeLessThanOrEqual(2);
    }
  });

  it("passes the end that its owner chose on to its successor, also after an earlier successor was deleted", async () => {
    const { cookie } = await givenOwner(1);
    const rotate = async (id: number): Promise<number> =>
      (
        await call(`/api/users/api-keys/${id}/rotate`, {
          method: "POST",
          cookie,
          body: { password: PASSWORD },
        })
      ).body.id;
    const end = (id: number) => call(`/api/users/api-keys/${id}`, { method: "DELETE", cookie });
    const find = async (id: number) =>
      (
        (await call("/api/users/api-keys", { cookie })).body as { id: number; expiresAt: string | null }[]
      ).find((listed) => listed.id === id);
    const change = (id: number, input: object) =>
      call(`/api/users/api-keys/${id}`, {
        method: "PUT",
        cookie,
        body: { name: "bot", scopes: ALL, ...input },
      });
    for (const expiresAt of [null, IN_A_YEAR]) {
      const { id } = await makeKey(cookie, { expiresAt });
      await end(await rotate(id));
      await end(await rotate(id));
      // Another name leaves the end as it was shown, which is not a choice of it.
      const shown = await find(id);
      expect((await change(id, { name: "renamed", expiresAt: shown?.expiresAt })).status).toBe(200);
      const successor = await rotate(id);
      expect(await find(successor)).toMatchObject({ name: "renamed", expiresAt });
      await end(successor);
      await end(id);
    }
    const { id } = await makeKey(cookie);
    await end(await rotate(id));
    await change(id, { expiresAt: IN_A_YEAR });
    expect(await find(await rotate(id))).toMatchObject({ expiresAt: IN_A_YEAR });
  });

  it("does what its scopes say and nothing else, at every door", async () => {
    const { cookie } = await givenOwner();
    const reader = await makeKey(cookie, { scopes: ["read"] });
    const buyer = await makeKey(cookie, { scopes: ["buy"] });
    expect(codeOf(await buy(reader.key))).toBe("403 SCOPE_MISSING");
    expect((await bots(reader.key, "action=getNumber&service=tg&country=6")).body).toBe("NOT_AVAILABLE");
    expect((await bots(reader.key, "action=getBalance")).body).toMatch(/^ACCESS_BALANCE/);
    expect((await buy(buyer.key)).body).toMatch(/^ACCESS_NUMBER/);
    expect(codeOf(await call("/api/users/me", { bearer: buyer.key }))).toBe("403 SCOPE_MISSING");
    expect((await bots(buyer.key, "action=getBalance")).body).toBe("NOT_AVAILABLE");
  });

  it("never buys above its cap, nor another service, nor elsewhere", async () => {
    const { cookie } = await givenOwner();
    const capped = await makeKey(cookie, { priceCapKopecks: PRICE - 1 });
    expect(codeOf(await buy(capped.key))).toBe("409 WRONG_MAX_PRICE");
    expect((await bots(capped.key, "action=getNumber&service=tg&country=6&maxPrice=100")).body).toBe(
      "WRONG_MAX_PRICE:14.00",
    );
    const elsewhere = await makeKey(cookie, { countryIds: [8] });
    expect(codeOf(await buy(elsewhere.key))).toBe("403 KEY_NOT_FOR_THIS");
    expect((await bots(elsewhere.key, "action=getNumber&service=tg&country=6")).body).toBe(
      "SERVICE_NOT_AVAILABLE",
    );
    expect((await buy(elsewhere.key, { country: 8 })).status).toBe(200);
    const another = await makeKey(cookie, { serviceIds: [1] });
    expect(codeOf(await buy(another.key))).toBe("403 KEY_NOT_FOR_THIS");
  });

  it("reads the balance in roubles, and buys by GET at the most that it names in hundredths of a rouble", async () => {
    const { key } = await makeKey((await givenOwner()).cookie);
    const balance = async () => (await call("/api/sms-users/balance", { bearer: key })).body;
    expect(await balance()).toBe(10_000);
    const refused = await buy(key, { query: `?maxPrice=${PRICE - 1}` });
    expect(codeOf(refused)).toBe("409 WRONG_MAX_PRICE");
    expect(refused.body.message).toBe(refused.body.error.message);
    expect(await balance()).toBe(10_000);
    expect((await buy(key, { query: `?maxPrice=${PRICE}` })).body).toMatch(/^ACCESS_NUMBER/);
    expect(await balance()).toBe(9_986);
  });

  it("spends its daily limit and not a kopeck more, also by 40 at once; a refund makes room again, and so does tomorrow", async () => {
    const { cookie } = await givenOwner();
    const { key } = await makeKey(cookie, { dailyLimitKopecks: 5 * PRICE + 100 });
    const all = await Promise.all(Array.from({ length: 40 }, () => buy(key)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(all.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(["402 KEY_SPENT"]),
    );
    expect((await bots(key, "action=getNumber&service=tg&country=6")).body).toBe("NO_BALANCE");
    // Its owner's other ways are not touched by it.
    const other = await makeKey(cookie);
    expect((await buy(other.key)).status).toBe(200);
    const [, id] = all.find(({ status }) => status === 200)!.body.split(":");
    expect((await bots(key, `action=setStatus&status=8&id=${id}`)).body).toBe("ACCESS_CANCEL");
    expect((await buy(key)).status).toBe(200);
    expect(codeOf(await buy(key))).toBe("402 KEY_SPENT");
    await moveClock(owner, "24 hours");
    expect((await buy(key)).status).toBe(200);
    await moveClock(owner, "-24 hours");
  });

  it("answers a repeated order id with the first order, whatever is left of its limit", async () => {
    const { cookie } = await givenOwner();
    const { key } = await makeKey(cookie, { dailyLimitKopecks: PRICE });
    const order = "action=getNumber&service=tg&country=6&orderId=one&maxPrice=20";
    const first = (await bots(key, order)).body;
    expect(first).toMatch(/^ACCESS_NUMBER/);
    expect((await bots(key, order)).body).toBe(first);
  });

  it("works from its addresses only", async () => {
    const { cookie } = await givenOwner();
    const { key } = await makeKey(cookie, { networks: ["203.0.113.0/24", "2001:db8::/32", "198.51.100.7"] });
    for (const ip of ["203.0.113.9", "2001:db8::5", "198.51.100.7"]) {
      expect((await call("/api/users/me", { bearer: key, ip })).status).toBe(200);
      expect((await bots(key, "action=getBalance", ip)).body).toMatch(/^ACCESS_BALANCE/);
    }
    expect(codeOf(await call("/api/users/me", { bearer: key, ip: "203.0.114.9" }))).toBe(
      "403 ADDRESS_NOT_ALLOWED",
    );
    const facts: ApiBindings = { requestId: "test", ip: "198.51.100.8" };
    const url = `${env.PUBLIC_URL}/stubs/handler_api.php?api_key=${key}&action=getBalance`;
    const answer = await app.fetch(new Request(url), facts);
    expect([await answer.text(), facts.errorCode]).toEqual(["BAD_KEY", "ADDRESS_NOT_ALLOWED"]);
  });

  it("of the sandbox never moves money", async () => {
    const { cookie, userId } = await givenOwner();
    const { key } = await makeKey(cookie, { kind: "sandbox" });
    expect(key).toMatch(/^test[0-9a-f]{28}$/);
    await buy(key);
    await bots(key, "action=getNumber&service=tg&country=6");
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from activations where user_id = ${userId}`,
    );
    expect(count).toBe(0);
  });

  it.each<[object, string]>([
    [{ networks: ["300.1.1.1"] }, "NETWORK_INVALID"],
    [{ networks: ["10.0.0.1/8"] }, "NETWORK_INVALID"],
    [{ networks: ["example.com"] }, "NETWORK_INVALID"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "KEY_EXPIRES_IN_PAST"],
    [{ scopes: [] }, "VALIDATION"],
    [{ scopes: ["withdraw"] }, "VALIDATION"],
    [{ name: " " }, "VALIDATION"],
    [{ dailyLimitKopecks: 0 }, "VALIDATION"],
    [{ priceCapKopecks: 1.5 }, "VALIDATION"],
    [{ types: "text" }, "VALIDATION"],
    [{ types: null }, "VALIDATION"],
    [{ userId: 1 }, "VALIDATION"],
  ])("%o is refused with %s", async (input, code) => {
    const { cookie } = await givenOwner(1);
    const body = { name: "bot", scopes: ALL, password: PASSWORD, ...input };
    const refused = await call("/api/users/api-keys", { method: "POST", cookie, body });
    expect(codeOf(refused)).toBe(`${code === "KEY_LIMIT_REACHED" ? 409 : 400} ${code}`);
    expect((await call("/api/users/api-keys", { cookie })).body).toEqual([]);
  });

  it("is one of twenty at most, also when they are made at once", async () => {
    const { cookie } = await givenOwner(1);
    const body = { name: "bot", scopes: ["read"] };
    const made = await Promise.all(
      Array.from({ length: 25 }, () => call("/api/users/api-keys", { method: "POST", cookie, body })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(made.filter(({ status }) => status === 409)).toHaveLength(5);
  });

  it("cannot make, change or see keys", async () => {
    const { cookie } = await givenOwner(1);
    const { id, key } = await makeKey(cookie);
    const body = { name: "bot", scopes: ALL };
    const calls: [string, string, unknown][] = [
      ["GET", "/api/users/api-keys", undefined],
      ["POST", "/api/users/api-keys", body],
      ["PUT", `/api/users/api-keys/${id}`, body],
      ["POST", `/api/users/api-keys/${id}/rotate`, {}],
      ["DELETE", `/api/users/api-keys/${id}`, undefined],
    ];
    for (const [method, path, sent] of calls)
      expect(codeOf(await call(path, { method, bearer: key, body: sent }))).toBe("403 SESSION_NEEDED");
  });

  it("changes what it may do from one call to the next", async () => {
    const { cookie } = await givenOwner();
    const { id, key } = await makeKey(cookie);
    expect((await buy(key)).status).toBe(200);
    const body = { name: "reader", scopes: ["read"], expiresAt: IN_A_YEAR };
    expect((await call(`/api/users/api-keys/${id}`, { method: "PUT", cookie, body })).status).toBe(200);
    expect(codeOf(await buy(key))).toBe("403 SCOPE_MISSING");
    expect((await call("/api/users/api-keys", { cookie })).body[0]).toMatchObject(body);
  });
});
