import { beforeAll, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { StrangerBodies } from "#lib/api/stranger-bodies.ts";
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

it.each(["/api/auth/login", "/api/partner/sms", "/api/payments/webhooks/nobody"])(
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
