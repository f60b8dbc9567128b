import { once } from "node:events";
import { type ClientRequest, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, endKey, rotateKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { endOtherSessions, endSessionOf, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { keyScopes, type UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type SpawnedProcess, spawnOnFreePort } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
let api: SpawnedProcess;
let origin = "";
/** Not what is tested: when a wait is given up. */
const PATIENCE = { timeout: 60_000, interval: 50 };
const requests: ClientRequest[] = [];

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  api = await spawnOnFreePort("api", (port) => ({
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEB_URL: "http://127.0.0.1:9",
  }));
  origin = `http://127.0.0.1:${api.port}`;
});

afterAll(async () => {
  for (const request of requests) request.destroy();
  await api?.stop("SIGKILL");
});

type Stream = { readonly hasEnded: () => boolean; readonly text: () => string };

/** Opens a stream, and answers once it is there. */
async function givenStream(credential: string): Promise<Stream> {
  let [hasEnded, text] = [false, ""];
  const headers = { authorization: `Bearer ${credential}`, "user-agent": "test" };
  const request = get(`${origin}/api/stream`, { headers, agent: false });
  requests.push(request);
  request.on("error", () => undefined);
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(200);
  response.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  response.on("end", () => {
    hasEnded = true;
  });
  // From now on nothing is missed.
  await eventually(() => expect(text).toContain("event: ready"), PATIENCE);
  return { hasEnded: () => hasEnded, text: () => text };
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

/** Far enough for a stream to be opened before it on any machine. */
const DATE_SECONDS = 15;

/** Ends by themselves; what is awaited is that the database has reached the date. */
const dates: typeof ends = {
  "the date of its session": async (userId) => {
    const token = await session(userId);
    const { endsAt } = await one<{ endsAt: Date }>(
      db,
      sql`update identity_sessions set expires_at = ${inSeconds(DATE_SECONDS)} where user_id = ${userId}
          returning expires_at as "endsAt"`,
    );
    return [token, () => untilDatabaseReaches(endsAt)];
  },
  "the date of its key": (userId) => datedKey(userId, "live"),
  "the date of its sandbox key": (userId) => datedKey(userId, "sandbox"),
  "a date that its key is given meanwhile": async (userId) => {
    const { id, key } = await named(userId);
    return [key, async () => untilDatabaseReaches(await dateKey(id, 1))];
  },
};

const inSeconds = (seconds: number) => sql`app_now() + make_interval(secs => ${seconds})`;

async function dateKey(keyId: number, seconds: number): Promise<Date> {
  const { endsAt } = await one<{ endsAt: Date }>(
    db,
    sql`update identity_api_keys set expires_at = ${inSeconds(seconds)} where id = ${keyId}
        returning expires_at as "endsAt"`,
  );
  return endsAt;
}

async function datedKey(userId: UserId, kind: "live" | "sandbox"): ReturnType<(typeof dates)[string]> {
  const { id, key } = await named(userId, kind);
  const endsAt = await dateKey(id, DATE_SECONDS);
  return [key, () => untilDatabaseReaches(endsAt)];
}

async function untilDatabaseReaches(date: Date): Promise<void> {
  const isReached = sql`select app_now() > ${date} as "isReached"`;
  await eventually(
    async () => expect(await one<{ isReached: boolean }>(db, isReached)).toEqual({ isReached: true }),
    PATIENCE,
  );
}

/** What is promised: so long after its end nothing more is told to a stream. */
const PROMISED_MS = 2_000;

it.concurrent.each(Object.entries({ ...ends, ...dates }))(
  "%s ends the stream, and no other, before anything that happens two seconds later is told",
  { timeout: 4 * PATIENCE.timeout },
  async (what, given) => {
    const { userId, key } = await givenApiBuyer(db, 0);
    const [credential, end] = await given(userId);
    const stream = await givenStream(credential);
    const witness = await givenApiBuyer(db, 0);
    const [told, ownersOther] = [await givenStream(witness.key), await givenStream(key)];
    await end();
    // Told by the same process: however slow the machine is, the end had its turn before.
    await pause(PROMISED_MS);
    await withTransaction(db, (tx) => emitEvent(tx, { userId: witness.userId, kind: "test", data: {} }));
    notifyListeners(db);
    await eventually(() => expect(told.text()).toContain("event: balance"), PATIENCE);
    expect(stream.hasEnded()).toBe(true);
    expect(told.hasEnded()).toBe(false);
    if (what !== "the suspension of its owner") expect(ownersOther.hasEnded()).toBe(false);
  },
);
