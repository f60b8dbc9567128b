import { once } from "node:events";
import { type ClientRequest, get } from "node:http";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, endKey, rotateKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { endOtherSessions, endSessionOf, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { proveAgainEveryMs } from "#features/notifications/notifications.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { keyScopes, type UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { freePort } from "#lib/testing/free-port.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
let api: SpawnedProcess;
let origin = "";
const requests: ClientRequest[] = [];

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  api = await spawnProcess("api", {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    PORT: String(port),
    PUBLIC_URL: origin,
    WEB_URL: "http://127.0.0.1:9",
  });
});

afterAll(async () => {
  for (const request of requests) request.destroy();
  await api?.stop("SIGKILL");
});

/** Opens a stream; answers whether it has ended, once it is there. */
async function givenStream(credential: string): Promise<() => boolean> {
  let hasEnded = false;
  const headers = { authorization: `Bearer ${credential}`, "user-agent": "test" };
  const request = get(`${origin}/api/stream`, { headers, agent: false });
  requests.push(request);
  request.on("error", () => undefined);
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(200);
  response.on("end", () => {
    hasEnded = true;
  });
  // What "ready" tells: from now on nothing is missed.
  await once(response, "data");
  return () => hasEnded;
}

const named = (userId: UserId, kind: "live" | "sandbox" = "live") =>
  withTransaction(db, (tx) =>
    createKey(tx, userId, kind, {
      ...{ name: "bot", scopes: keyScopes, dailyLimitKopecks: null, priceCapKopecks: null },
      ...{ serviceIds: null, countryIds: null, networks: null, expiresAt: null },
    }),
  );
const session = async (userId: UserId) =>
  (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;

/** What opens a stream, and what ends its right to be there: all of it done by another process than the one that serves it. */
const ends: Readonly<Record<string, (userId: UserId) => Promise<[string, () => Promise<unknown>]>>> = {
  "a logout": async (userId) => {
    const token = await session(userId);
    return [token, () => endSessionOf(db, token)];
  },
  "the end of all other sessions": async (userId) => {
    const token = await session(userId);
    return [token, () => endOtherSessions(db, userId, null)];
  },
  "the end of its key": async (userId) => {
    const { id, key } = await named(userId);
    return [key, () => withTransaction(db, (tx) => endKey(tx, userId, id))];
  },
  "a rotation without overlap": async (userId) => {
    const { id, key } = await named(userId);
    return [key, () => withTransaction(db, (tx) => rotateKey(tx, userId, id, 0))];
  },
  "narrower rights of its key": async (userId) => {
    const { id, key } = await named(userId);
    return [key, () => execute(db, sql`update identity_api_keys set service_ids = '{1}' where id = ${id}`)];
  },
  "the end of its sandbox key": async (userId) => {
    const { id, key } = await named(userId, "sandbox");
    return [key, () => withTransaction(db, (tx) => endKey(tx, userId, id))];
  },
  "the suspension of its owner": async (userId) => {
    const { key } = await named(userId);
    return [key, () => withTransaction(db, (tx) => suspendUser(tx, userId, true))];
  },
};

it.each(Object.entries(ends))(
  "%s ends the stream by announcement, long before anybody looks, and no other stream",
  async (what, given) => {
    const { userId, key } = await givenApiBuyer(db, 0);
    const [credential, end] = await given(userId);
    const hasEnded = await givenStream(credential);
    const stranger = await givenStream((await givenApiBuyer(db, 0)).key);
    const ownersOther = await givenStream(key);
    await end();
    await expect.poll(hasEnded, { timeout: proveAgainEveryMs / 2, interval: 50 }).toBe(true);
    expect(stranger()).toBe(false);
    if (what !== "the suspension of its owner") expect(ownersOther()).toBe(false);
  },
);
