import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...apiKeyRoutes], resolveActor);
const said = ({ status, body }: Answer) => `${status} ${body.error?.code ?? "done"}`;

const legacyKey = (cookie: string) =>
  api.call("POST", "/api/users/api-key", { cookie, ip: freshIp(), body: { password: PASSWORD } });
const namedKey = (cookie: string) =>
  api.call("POST", "/api/users/api-keys", {
    cookie,
    ip: freshIp(),
    body: { name: "bot", scopes: ["read"] },
  });
const endKey = (cookie: string, id: number) =>
  api.call("DELETE", `/api/users/api-keys/${id}`, { cookie, ip: freshIp() });

describe("keys that are made", () => {
  test("are sixty an hour and account, each told by a mail; more are refused in plain words and change nothing", async () => {
    const { email, userId } = await makeUser();
    const cookie = await signIn(email);
    for (let made = 0; made < 57; made += 1) expect((await legacyKey(cookie)).status).toBe(201);
    const named = await namedKey(cookie);
    const replaced = await api.call("POST", `/api/users/api-keys/${named.body.id}/rotate`, {
      ...{ cookie, ip: freshIp(), body: { overlapHours: 0 } },
    });
    expect([named.status, replaced.status, (await legacyKey(cookie)).status]).toEqual([201, 201, 201]);
    const hashOf = () =>
      one<{ prefix: string }>(
        db,
        sql`select key_prefix as prefix from identity_api_keys where user_id = ${userId} and kind = 'legacy'`,
      );
    const before = await hashOf();
    const refused = await legacyKey(cookie);
    expect(said(refused)).toBe("429 TOO_MANY_ADDED");
    expect(refused.body.error.message).toMatch(/within an hour\. Try again in 60 minutes/);
    expect(refused.headers.get("retry-after")).toMatch(/^3[56]\d\d$/);
    expect(said(await namedKey(cookie))).toBe("429 TOO_MANY_ADDED");
    expect(await hashOf()).toEqual(before);
    expect(await mails()).toHaveLength(60);
    expect((await endKey(cookie, replaced.body.id)).status).toBe(200);
    const other = await makeUser();
    expect((await legacyKey(await signIn(other.email))).status).toBe(201);
    await later("1 hour");
    expect((await legacyKey(cookie)).status).toBe(201);
    await mails();
  });

  test("are sixty also when they are asked for at the same moment", async () => {
    const { userId } = await makeUser();
    // Where the mail is told, since wrong and right passwords of one moment are slowed down together.
    const tell = (at: number) =>
      withTransaction(db, (tx) => mailOwner(tx, userId, { name: "keyMade", what: "key" }, `key:${at}`));
    const told = await Promise.allSettled(Array.from({ length: 70 }, (_, at) => tell(at)));
    expect(told.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
    expect(await mails()).toHaveLength(60);
  });
});

describe("what else is added to an account", () => {
  const tell = (
    userId: number,
    name: "passkeyAdded" | "passkeyRemoved" | "socialLinked" | "webhookMade",
    at: number,
  ) => withTransaction(db, (tx) => mailOwner(tx, userId, { name, what: "phone" }, `${name}:${at}`));

  test.each([
    ["passkeyAdded", "TOO_MANY_ADDED"],
    ["socialLinked", "TOO_MANY_ADDED"],
    ["webhookMade", "TOO_MANY_REQUESTS"],
  ] as const)("%s: sixty an hour are told, then nothing is added", async (name, code) => {
    const { userId } = await makeUser();
    for (let at = 0; at < 60; at += 1) await tell(userId, name, at);
    await expect(tell(userId, name, 60)).rejects.toMatchObject({ code });
    expect(await mails()).toHaveLength(60);
  });

  test("what is removed is never refused: an owner who cleans up is not stopped", async () => {
    const { userId } = await makeUser();
    for (let at = 0; at < 61; at += 1) await tell(userId, "passkeyRemoved", at);
    expect(await mails()).toHaveLength(61);
  });
});
