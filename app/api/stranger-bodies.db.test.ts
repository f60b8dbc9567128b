import { beforeAll, describe, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import type { ApiHono } from "#lib/api/mount.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { StrangerBodies } from "#lib/api/stranger-bodies.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const KB = 1_024;
/** The clock stands still: nothing is given back. */
const app = createApiApp(db, new RateLimiter(), new StrangerBodies(KB, () => 1_000_000));
let buyer: ApiBuyer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 1_000_000);
});

type Sent = { kilobytes: number; ip: string; headers?: Record<string, string> };

async function post(path: string, { kilobytes, ip, headers }: Sent) {
  const type = path.startsWith(handlerPath) ? "application/x-www-form-urlencoded" : "application/json";
  const body = (type.endsWith("json") ? '{"a":"' : "a=").padEnd(kilobytes * KB, "b");
  const given = {
    host: new URL(env.PUBLIC_URL).host,
    "sec-fetch-site": "same-origin",
    "user-agent": "test",
    "content-type": type,
    "content-length": String(body.length),
    ...headers,
  };
  const request = new Request(`${env.PUBLIC_URL}${path}`, { method: "POST", body, headers: given });
  const response = await app.fetch(request, { requestId: "test", ip });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

it.each(["/api/auth/login", "/api/partner/sms"])(
  "%s reads no more bodies from a network that has sent many for nothing, and says when it will",
  async (path) => {
    const ip = `192.0.2.${path.length}`;
    for (let at = 0; at < 4; at += 1) expect((await post(path, { kilobytes: 10, ip })).status).not.toBe(429);
    const refused = await post(path, { kilobytes: 10, ip });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await post(path, { kilobytes: 1, ip })).status).not.toBe(429);
    expect((await post(path, { kilobytes: 10, ip: "198.51.100.1" })).status).not.toBe(429);
  },
);

it.each([
  "/api/auth/login",
  "/api/partner/numbers",
  "/api/payments/webhooks/nobody",
  `${handlerPath}?action=getBalance`,
])("%s counts nothing that a network announces and never sends", async (path) => {
  const ip = `192.0.3.${path.length}`;
  const headers = { "content-length": String(8_000 * KB) };
  for (let at = 0; at < 100; at += 1) await post(path, { kilobytes: 0, ip, headers });
  const { status, text } = await post("/api/partner/sms", { kilobytes: 10, ip });
  expect([status, text]).toEqual([400, expect.stringContaining("BAD_REQUEST")]);
});

describe("a partner's long lists", () => {
  const send = async (api: ApiHono, key: string, ip: string) => {
    const numbers = Array.from({ length: 400 }, () => ({ number: 1, country: "none", operator: "any" }));
    const body = JSON.stringify({ action: "NUMBERS_CHANGED", key, numbers, removed: "none" });
    expect(body.length).toBeGreaterThan(10 * KB);
    const headers = { "user-agent": "agent", "content-type": "application/json" };
    const init = { method: "POST", body, headers: { ...headers, "content-length": String(body.length) } };
    const url = `${env.PUBLIC_URL}/api/partner/numbers`;
    return (await api.fetch(new Request(url, init), { requestId: "test", ip })).status;
  };

  it("are never taken for a stranger's, also when they are refused", async () => {
    const { pushKey } = await givenSupplier(db);
    for (let at = 0; at < 10; at += 1) expect(await send(app, pushKey, "192.0.4.1")).toBe(400);
    for (let at = 0; at < 2; at += 1) expect(await send(app, "nobody", "192.0.4.2")).toBe(401);
    expect(await send(app, "nobody", "192.0.4.2")).toBe(429);
  });

  it("count for nothing while the database is away", async () => {
    const away = createDb("postgres://nobody@127.0.0.1:9/none", { max: 1 });
    const app = createApiApp(away, new RateLimiter(), new StrangerBodies(KB, () => 1_000_000));
    for (let at = 0; at < 10; at += 1) expect(await send(app, "a key", "192.0.4.3")).toBe(503);
    await away.close();
  });
});

it("a bot whose key is right is heard from such a network, one that shows none in its address is not", async () => {
  const ip = "203.0.113.5";
  for (let at = 0; at < 4; at += 1)
    expect((await post(`${handlerPath}?action=getBalance`, { kilobytes: 10, ip })).text).toBe("NO_KEY");
  const known = await post("/api/activations/none", {
    kilobytes: 10,
    ip,
    headers: { authorization: `Bearer ${buyer.key}` },
  });
  expect(known.status).not.toBe(429);
  const small = await post(`${handlerPath}?action=getBalance&api_key=${buyer.key}`, { kilobytes: 1, ip });
  expect(small.text).toMatch(/^ACCESS_BALANCE/);
});
