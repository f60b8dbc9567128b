import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { storeApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { listKeyCalls, listNamedCalls } from "#features/identity/api-keys/key-calls.reads.ts";
import { countKeyCall, writeKeyCalls } from "#features/identity/api-keys/key-calls.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { db, freshIp, later, makeUser, owner, signIn } from "#features/identity/identity-routes.factory.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { forgetExpired } from "#features/identity/sessions/sessions.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...apiKeyRoutes, ...sessionRoutes], resolveActor, makeKeyGate());

async function givenKey() {
  const { email, userId } = await makeUser();
  const cookie = await signIn(email);
  const headers = { "idempotency-key": randomUUID() };
  const body = { name: "bot", scopes: ["read"] };
  const made = await api.call("POST", "/api/users/api-keys", { cookie, headers, body, ip: freshIp() });
  const { id, key } = made.body as { id: number; key: string };
  const use = (bearer = key) => api.call("GET", "/api/users/me", { bearer, ip: freshIp() });
  return { email, userId, id, use };
}

type Shown = { readonly calls: object; readonly callsByName: object };

/** What the settings of the key's owner say of its calls. */
async function keyOf({ email, id }: { email: string; id: number }): Promise<Shown | undefined> {
  const { body } = await api.call("GET", "/api/users/api-keys", {
    cookie: await signIn(email),
    ip: freshIp(),
  });
  return (body as (Shown & { id: number })[]).find((key) => key.id === id);
}

const shownTo = async (key: { email: string; id: number }) => (await keyOf(key))?.calls;

async function countRows(): Promise<number> {
  const { count } = await one<{ count: number }>(
    owner,
    sql`select (select count(*) from identity_key_calls)::int + (select count(*) from identity_key_call_names)::int as count`,
  );
  return count;
}

test("each call of a key is counted in memory, written by the hour, and told to the key's owner alone", async () => {
  const key = await givenKey();
  const other = await givenKey();
  for (let call = 0; call < 3; call += 1) expect((await key.use()).status).toBe(200);
  expect((await key.use(`sd_live_${"0".repeat(40)}`)).status).toBe(401);
  expect(await shownTo(key)).toEqual({ lastDay: 0, last30Days: 0 });
  expect(await writeKeyCalls(db)).toBe(1);
  expect(await writeKeyCalls(db)).toBe(0);
  expect(await shownTo(key)).toEqual({ lastDay: 3, last30Days: 3 });
  await key.use();
  await writeKeyCalls(db);
  expect(await shownTo(key)).toEqual({ lastDay: 4, last30Days: 4 });
  expect(await shownTo(other)).toEqual({ lastDay: 0, last30Days: 0 });
});

test("which calls a key made is told by their names, the most frequent first, and to its owner alone", async () => {
  const key = await givenKey();
  const other = await givenKey();
  countKeyCall(db, key.id, "getStatus");
  countKeyCall(db, key.id, "getNumber");
  // A proof of an open stream is no call by name.
  countKeyCall(db, key.id, null);
  for (let call = 0; call < 3; call += 1) await key.use();
  await writeKeyCalls(db);
  countKeyCall(db, key.id, "getStatus");
  await writeKeyCalls(db);
  expect(await keyOf(key)).toMatchObject({
    calls: { lastDay: 7, last30Days: 7 },
    callsByName: [
      { call: "GET /api/users/me", calls: 3 },
      { call: "getStatus", calls: 2 },
      { call: "getNumber", calls: 1 },
    ],
  });
  expect(await keyOf(other)).toMatchObject({ callsByName: [] });
});

test("the calls that two processes have counted at the same moment add up", async () => {
  const { id, userId } = await givenKey();
  for (const process of [db, owner, owner]) countKeyCall(process, id, null);
  await Promise.all([writeKeyCalls(db), writeKeyCalls(owner)]);
  expect(await listKeyCalls(db, userId)).toEqual(new Map([[id, { lastDay: 3, last30Days: 3 }]]));
});

test("the calls that could not be written are written together with the next ones", async () => {
  const { id, userId } = await givenKey();
  let isDown = true;
  const shaky = {
    query: (statement: Parameters<Db["query"]>[0]) =>
      isDown ? Promise.reject(new Error("no connection")) : db.query(statement),
  } as unknown as Db;
  countKeyCall(shaky, id, "getStatus");
  await expect(writeKeyCalls(shaky)).rejects.toThrow("no connection");
  countKeyCall(shaky, id, "getStatus");
  isDown = false;
  await writeKeyCalls(shaky);
  expect((await listKeyCalls(db, userId)).get(id)?.lastDay).toBe(2);
  expect((await listNamedCalls(db, userId)).get(id)).toEqual([{ call: "getStatus", calls: 2 }]);
});

test("the calls leave the day's figure after 24 hours and the other after 30 days, and are swept away then", async () => {
  const key = await givenKey();
  await key.use();
  await writeKeyCalls(db);
  await later("25 hours");
  expect(await shownTo(key)).toEqual({ lastDay: 0, last30Days: 1 });
  const before = await countRows();
  await forgetExpired(db);
  expect(await countRows()).toBe(before);
  await later("30 days");
  expect(await keyOf(key)).toMatchObject({ calls: { lastDay: 0, last30Days: 0 }, callsByName: [] });
  await forgetExpired(db);
  expect(await countRows()).toBe(0);
});

test("a key that takes a legacy key's place begins at no calls, and one that has ended keeps none", async () => {
  const { userId } = await makeUser();
  const legacy = (digit: string) => storeApiKey(db, userId, digit.repeat(32));
  await legacy("a");
  const { id } = await one<{ id: number }>(
    db,
    sql`select id from identity_api_keys where user_id = ${userId} and kind = 'legacy'`,
  );
  countKeyCall(db, id, "getBalance");
  await writeKeyCalls(db);
  expect((await listKeyCalls(db, userId)).size).toBe(1);
  await legacy("b");
  expect((await listKeyCalls(db, userId)).size).toBe(0);
  expect((await listNamedCalls(db, userId)).size).toBe(0);
  countKeyCall(db, id, "getBalance");
  await execute(db, sql`delete from identity_api_keys where id = ${id}`);
  expect(await writeKeyCalls(db)).toBe(0);
});
