import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { apiKeyRoutes } from "#features/identity/api-keys/api-keys.routes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  later,
  mails,
  makeUser,
  owner,
  PASSWORD,
  signIn,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { securityEventKinds } from "#features/identity/security-log/security-log.rules.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { forgetExpired, openSession } from "#features/identity/sessions/sessions.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { testApi } from "#lib/testing/test-api.ts";

const api = testApi(
  db,
  [
    ...identityRoutes,
    ...apiKeyRoutes,
    ...mailCodeRoutes,
    ...secondFactorRoutes,
    ...sessionRoutes,
    ...securityLogRoutes,
  ],
  resolveActor,
  makeKeyGate(),
);

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

function send(cookie: string, method: string, path: string, body?: object, key: string = randomUUID()) {
  const headers = { "idempotency-key": key };
  return api.call(method, `/api/${path}`, { cookie, ip: freshIp(), headers, ...(body ? { body } : {}) });
}
const logOf = async (cookie: string, before?: number) =>
  (await send(cookie, "GET", `users/security-events${before ? `?before=${before}` : ""}`)).body as {
    events: { id: number; kind: string; what: string; ip: string; userAgent: string }[];
    isMore: boolean;
  };
const kindsOf = async (cookie: string) => (await logOf(cookie)).events.map(({ kind }) => kind);
const notMe = (cookie: string, eventId: number, key?: string) =>
  send(cookie, "POST", "users/security-events/not-me", { eventId }, key);
const newKey = async (cookie: string) =>
  (await send(cookie, "POST", "users/api-keys", { name: "bot", scopes: ["read"] })).body as { key: string };
const works = async (bearer: string) =>
  (await api.call("GET", "/api/users/me", { bearer, ip: freshIp() })).status === 200;

async function givenOwner() {
  const made = await makeUser();
  return { ...made, cookie: await signIn(made.email) };
}

describe("the security log", () => {
  test("tells where a login came from and by which browser, newest first, and another account's to nobody", async () => {
    const { email } = await givenOwner();
    const answer = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD },
      ip: "203.0.113.77",
      headers: { "user-agent": CHROME },
    });
    const cookie = /authToken=([^;]+)/.exec(answer.setCookies[0] ?? "")?.[1] ?? "";
    const { events } = await logOf(cookie);
    expect(events).toMatchObject([
      { kind: "signedInByPassword", ip: "203.0.113.77", userAgent: CHROME },
      { kind: "signedInByPassword" },
    ]);
    expect((await logOf((await givenOwner()).cookie)).events).toHaveLength(1);
    expect((await api.call("GET", "/api/users/security-events")).status).toBe(401);
  });

  test("tells a login by a mailed code, and one that ended with a second factor", async () => {
    const { email, userId, cookie } = await givenOwner();
    const wish = { email, captcha: await captcha(0, "mail") };
    const asked = await api.call("POST", "/api/auth/login/mail-code/request", { body: wish, ip: freshIp() });
    const mail = (await mails()).find(({ to }) => to === email);
    const code = /\b\d{4} \d{4}\b/.exec(mail?.text ?? "")?.[0] ?? "";
    const { request } = asked.body;
    await api.call("POST", "/api/auth/login/mail-code", { body: { request, code }, ip: freshIp() });
    expect(await kindsOf(cookie)).toEqual(["signedInByMailCode", "signedInByPassword"]);
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    const waiting = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD },
      ip: freshIp(),
    });
    expect([waiting.body.status, (await kindsOf(cookie)).length]).toEqual(["second-factor", 2]);
  });

  test("has a line for each change of keys, sessions, settings and password, and none for what was refused", async () => {
    const { email, cookie } = await givenOwner();
    await signIn(email);
    const { id } = (await send(cookie, "POST", "users/api-keys", { name: "bot", scopes: ["read"] })).body;
    await send(cookie, "PUT", `users/api-keys/${id}`, { name: "bot 2", scopes: ["read"] });
    await send(cookie, "DELETE", `users/api-keys/${id}`);
    await send(cookie, "DELETE", `users/api-keys/${id}`);
    await send(cookie, "DELETE", "auth/sessions");
    await send(cookie, "PUT", "users/settings", { settings: { name: "Anna" } });
    const change = { password: "another good phrase", endKeys: false, endWebhooks: false };
    await send(cookie, "PUT", "users/password", { ...change, currentPassword: "wrong" });
    await send(cookie, "PUT", "users/password", { ...change, currentPassword: PASSWORD });
    const { events } = await logOf(cookie);
    expect(events.map(({ kind }) => kind)).toEqual([
      "passwordChanged",
      "settingsChanged",
      "otherSessionsEnded",
      "keyEnded",
      "keyChanged",
      "keyMade",
      "signedInByPassword",
      "signedInByPassword",
    ]);
    expect(events[3]?.what).toMatch(/^bot 2, sd_live_.{6}•{6}$/);
  });

  test("tells once a day from which network a key was used, however often it called", async () => {
    const { cookie } = await givenOwner();
    const { key } = await newKey(cookie);
    const use = (ip: string) => api.call("GET", "/api/users/me", { bearer: key, ip });
    const used = async () => (await logOf(cookie)).events.filter(({ kind }) => kind === "keyUsed");
    for (const ip of ["203.0.113.1", "203.0.113.1", "203.0.113.2"]) expect((await use(ip)).status).toBe(200);
    await eventually(async () => expect(await used()).toHaveLength(2));
    expect((await used()).map(({ ip }) => ip).sort()).toEqual(["203.0.113.1", "203.0.113.2"]);
    expect((await used())[0]?.what).toMatch(/^bot, sd_live_/);
  });

  test("comes page by page without losing or doubling a line", async () => {
    const { cookie, userId } = await givenOwner();
    for (let at = 0; at < 24; at += 1)
      await recordSecurityEvent(db, userId, { kind: "settingsChanged", what: String(at) });
    const first = await logOf(cookie);
    const second = await logOf(cookie, first.events.at(-1)?.id);
    expect([first.events.length, first.isMore, second.events.length, second.isMore]).toEqual([
      20,
      true,
      5,
      false,
    ]);
    expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(25);
  });

  test("is kept for 180 days, then it is shown no more and swept away", async () => {
    const { cookie, userId, email } = await givenOwner();
    expect(await kindsOf(cookie)).toHaveLength(1);
    await later("180 days");
    const again = await signIn(email);
    expect(await kindsOf(again)).toHaveLength(1);
    await forgetExpired(db);
    const { left } = await one<{ left: number }>(
      db,
      sql`select count(*)::int as left from identity_security_events where user_id = ${userId}`,
    );
    expect(left).toBe(1);
  });

  test("goes with its account, and what happens to an account that is gone is written nowhere", async () => {
    const { userId } = await givenOwner();
    await execute(owner, sql`delete from identity_users where id = ${userId}`);
    await recordSecurityEvent(db, userId, { kind: "withdrawalPaid", amountKopecks: 1 });
    const { left } = await one<{ left: number }>(
      db,
      sql`select count(*)::int as left from identity_security_events where user_id = ${userId}`,
    );
    expect(left).toBe(0);
  });

  test("cannot be rewritten by the application's own login", async () => {
    const { userId } = await givenOwner();
    await expect(
      execute(db, sql`update identity_security_events set what = 'x' where user_id = ${userId}`),
    ).rejects.toThrow(/permission denied/);
  });
});

describe("who says that it was not them", () => {
  test("ends all other sessions and every key, keeps the session that says so, and gets a link for a new password", async () => {
    const { email, cookie } = await givenOwner();
    const stranger = await signIn(email);
    const { key } = await newKey(stranger);
    await mails();
    expect([await works(key), await works(stranger)]).toEqual([true, true]);
    const [made] = (await logOf(cookie)).events;
    const said = await notMe(cookie, made?.id ?? 0);
    expect([said.status, said.body]).toEqual([200, { status: "secured" }]);
    expect([await works(key), await works(stranger), await works(cookie)]).toEqual([false, false, true]);
    expect((await kindsOf(cookie)).slice(0, 2)).toEqual(["allKeysEnded", "notMe"]);
    const token = tokenOf((await mails()).at(-1)?.text ?? "");
    const body = { token, password: "another good phrase" };
    expect((await api.call("POST", "/api/auth/reset-password", { body, ip: freshIp() })).status).toBe(200);
    await signIn(email, "another good phrase");
  });

  test("secures the account by any line of the log, not by a login's alone", async () => {
    const kinds = securityEventKinds.filter((kind) => kind !== "notMe");
    const secured: string[] = [];
    const addresses: string[] = [];
    for (const kind of kinds) {
      const { email, userId } = await makeUser();
      const open = async () => (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
      const [cookie, stranger] = [await open(), await open()];
      const { key } = await newKey(stranger);
      await recordSecurityEvent(db, userId, { kind, what: "something" });
      const [line] = (await logOf(cookie)).events;
      expect(line?.kind).toBe(kind);
      expect((await notMe(cookie, line?.id ?? 0)).status).toBe(200);
      const left = [await works(stranger), await works(key), await works(cookie)];
      const { aboutId } = await one<{ aboutId: number }>(
        db,
        sql`select about_id as "aboutId" from identity_security_events where user_id = ${userId} and kind = 'notMe'`,
      );
      if (String(left) === "false,false,true" && aboutId === line?.id) secured.push(kind);
      addresses.push(email);
    }
    expect(secured).toEqual(kinds);
    const led = (await mails()).filter(({ text }) => tokenOf(text) !== "").map(({ to }) => to);
    expect(addresses.filter((address) => !led.includes(address))).toEqual([]);
  });

  test("is heard once per press, also when the answer was lost or two arrive at the same moment", async () => {
    const { email, cookie } = await givenOwner();
    const { id = 0 } = (await logOf(cookie)).events[0] ?? {};
    const key = randomUUID();
    const both = await Promise.all([notMe(cookie, id, key), notMe(cookie, id, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const later = await signIn(email);
    const again = await notMe(cookie, id, key);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(await works(later)).toBe(true);
    expect((await kindsOf(cookie)).filter((kind) => kind === "notMe")).toHaveLength(1);
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  test("names a line of the own log: another's changes nothing, and one key names one line", async () => {
    const { email, cookie } = await givenOwner();
    const second = await signIn(email);
    const foreign = (await logOf((await givenOwner()).cookie)).events[0]?.id ?? 0;
    const refused = await notMe(cookie, foreign);
    expect([refused.status, refused.body.error.code]).toEqual([404, "SECURITY_EVENT_NOT_FOUND"]);
    expect(await works(second)).toBe(true);
    const [one, two] = (await logOf(cookie)).events;
    const key = randomUUID();
    expect((await notMe(cookie, one?.id ?? 0, key)).status).toBe(200);
    expect((await notMe(cookie, two?.id ?? 0, key)).body.error.code).toBe("IDEMPOTENCY_MISMATCH");
  });
});
