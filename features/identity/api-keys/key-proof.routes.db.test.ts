import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  db,
  freshIp,
  mails,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { secureAccount } from "#features/identity/security-page/disowning.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { execute } from "#lib/db/query.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...apiKeyRoutes], resolveActor, makeKeyGate());
const said = ({ status, body }: Answer) => `${status} ${body.error?.code ?? "done"}`;
const READ = ["read"];
const BUY = ["read", "buy"];

function keysOf(cookie: string) {
  const send = (method: string, path: string, body: object) =>
    api.call(method, `/api/users/${path}`, { cookie, ip: freshIp(), body });
  return {
    make: (body: object) => send("POST", "api-keys", { name: "bot", ...body }),
    change: (id: number, body: object) => send("PUT", `api-keys/${id}`, { name: "bot", ...body }),
    rotate: (id: number, body: object) => send("POST", `api-keys/${id}/rotate`, body),
    legacy: (body: object) => send("POST", "api-key", body),
  };
}

test("a key that can spend is made with the password alone; one for reading or of a sandbox needs none", async () => {
  const { email } = await makeUser();
  const keys = keysOf(await signIn(email));
  expect(said(await keys.make({ scopes: BUY }))).toBe("403 PASSWORD_WRONG");
  expect(said(await keys.make({ scopes: BUY, password: "guess" }))).toBe("403 PASSWORD_WRONG");
  expect(said(await keys.legacy({ password: "guess" }))).toBe("403 PASSWORD_WRONG");
  expect(said(await keys.legacy({}))).toBe("400 VALIDATION");
  expect(await mails()).toEqual([]);
  expect((await keys.make({ scopes: BUY, password: PASSWORD })).status).toBe(201);
  expect((await keys.legacy({ password: PASSWORD })).status).toBe(201);
  expect((await keys.make({ scopes: READ })).status).toBe(201);
  expect((await keys.make({ scopes: BUY, kind: "sandbox" })).status).toBe(201);
  expect(await mails()).toHaveLength(4);
});

test("a key for reading becomes one that can spend with the password alone, and the reverse needs none", async () => {
  const { email } = await makeUser();
  const keys = keysOf(await signIn(email));
  const { id } = (await keys.make({ scopes: READ })).body;
  expect(said(await keys.change(id, { scopes: BUY }))).toBe("403 PASSWORD_WRONG");
  expect((await keys.rotate(id, { overlapHours: 24 })).status).toBe(201);
  expect((await keys.change(id, { scopes: BUY, password: PASSWORD })).status).toBe(200);
  expect((await keys.change(id, { scopes: ["read", "rent"] })).status).toBe(200);
  expect((await keys.change(id, { scopes: READ })).status).toBe(200);
  expect(said(await keys.change(999_999, { scopes: BUY }))).toBe("404 KEY_NOT_FOUND");
  await mails();
});

test("a key that can spend is replaced with the password alone", async () => {
  const { email } = await makeUser();
  const keys = keysOf(await signIn(email));
  const { id } = (await keys.make({ scopes: BUY, password: PASSWORD })).body;
  expect(said(await keys.rotate(id, {}))).toBe("403 PASSWORD_WRONG");
  expect((await keys.rotate(id, { password: PASSWORD })).status).toBe(201);
  await mails();
});

test("an account without a password makes keys for reading, and none that can spend until it has set one", async () => {
  const email = "without-password@example.com";
  const passwordHash = await hashPassword(crypto.randomUUID());
  const userId = await createUser(db, {
    ...{ email, emailKey: email, name: "Person", passwordHash, locale: "en", hasPassword: false },
  });
  const { token } = await openSession(db, { userId: userId!, ip: "192.0.2.1", userAgent: "" });
  const keys = keysOf(token);
  expect(said(await keys.make({ scopes: BUY, password: PASSWORD }))).toBe("403 PASSWORD_WRONG");
  expect((await keys.make({ scopes: READ })).status).toBe(201);
  await mails();
});

const ways = {
  made: (keys: ReturnType<typeof keysOf>) => keys.make({ scopes: BUY, password: PASSWORD }),
  "made for the bots' protocol": (keys: ReturnType<typeof keysOf>) => keys.legacy({ password: PASSWORD }),
};

test.each(Object.entries(ways))(
  "no key that can spend is %s behind what ends everything",
  async (_, make) => {
    const { email, userId } = await makeUser();
    const [stranger, owner] = [await signIn(email), await signIn(email)];
    const refused = await askBehind(
      db,
      async (tx) => {
        await claimAccount(tx, userId);
        await secureAccount(tx, userId, owner);
      },
      () => make(keysOf(stranger)),
    );
    expect(said(refused)).toBe("401 UNAUTHORIZED");
    expect((await api.call("GET", "/api/users/api-keys", { cookie: owner })).body).toEqual([]);
    await mails();
  },
);

test.each(Object.entries(ways))("no key that can spend is %s by a password of before", async (_, make) => {
  const { email, userId } = await makeUser();
  const keys = keysOf(await signIn(email));
  const passwordHash = await hashPassword("another battery");
  const refused = await askBehind(
    db,
    async (tx) => {
      await claimAccount(tx, userId);
      await execute(tx, sql`update identity_users set password_hash = ${passwordHash} where id = ${userId}`);
    },
    () => make(keys),
  );
  expect(said(refused)).toBe("403 PASSWORD_WRONG");
});

test("wrong passwords for keys are slowed down like those for passkeys", async () => {
  const { email } = await makeUser();
  const keys = keysOf(await signIn(email));
  for (let at = 0; at < 5; at += 1) await keys.legacy({ password: "guess" });
  expect(said(await keys.make({ scopes: BUY, password: PASSWORD }))).toBe("429 TOO_MANY_ATTEMPTS");
});
