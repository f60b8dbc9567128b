import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { identityChecks } from "#features/identity/identity.checks.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  mails,
  makeUser,
  PASSWORD,
  signIn,
  owner as tablesOwner,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { SoftAuthenticator } from "#features/identity/passkeys/passkeys.factory.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import type { SocialGateway } from "#features/identity/social/gateway/provider.gateway.ts";
import { makeSocialRoutes } from "#features/identity/social/social.routes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

/** Believes whom the answer names: how answers are judged is the gateways' own test. */
const google: SocialGateway = {
  id: "google",
  name: "Google",
  begin: async ({ state }) => new URL(`https://accounts.example/?state=${state}`),
  read: async ({ query }) => {
    const address = new URLSearchParams(query).get("who") ?? "";
    const email = { address, isConfirmed: true };
    return { issuer: "https://accounts.example", subject: address, email, name: "Ada", label: address };
  },
};
const api = testApi(
  db,
  [
    ...identityRoutes,
    ...mailCodeRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...makeSocialRoutes([google]),
    ...sessionRoutes,
  ],
  resolveActor,
  makeKeyGate(),
);
const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const NEW = "another good phrase";

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status ?? "ok"}`;
const cookieOf = (answer: Answer, name: string) =>
  answer.setCookies.flatMap((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1] ?? [])[0] ?? "";

/** Calls as a browser with this session, on its way to a provider with `trip`. */
function post(path: string, body?: object, session = "", trip = ""): Promise<Answer> {
  const cookie = [session && `authToken=${session}`, trip && `social-trip=${trip}`]
    .filter(Boolean)
    .join("; ");
  const headers = { cookie };
  return api.call("POST", `/api/auth/${path}`, { ...(body ? { body } : {}), headers, ip: freshIp() });
}

/** Begins a way to the provider; the answer hands in what it comes back with as `who`. */
async function depart(who: string, session = "") {
  const started = session
    ? await post("social/link/start", { provider: "google", password: PASSWORD }, session)
    : await post("social/start", { provider: "google" });
  expect(codeOf(started)).toBe("200 ok");
  const query = `${new URL(started.body.url).search.slice(1)}&who=${encodeURIComponent(who)}`;
  const trip = cookieOf(started, "social-trip");
  return (viewer = session) => post("social/finish", { query }, viewer, trip);
}

async function beginPasskey(session: string, name = "Phone") {
  const device = new SoftAuthenticator();
  const { options } = (await post("passkeys/options", { password: PASSWORD }, session)).body;
  return { device, add: () => post("passkeys", { name, passkey: device.make(options) }, session) };
}

async function show(device: SoftAuthenticator) {
  const { options } = (await post("login/passkey/options")).body;
  return () => post("login/passkey", { passkey: device.show(options) });
}

/** A person with two passkeys and a linked account. */
async function owner() {
  const { email, userId } = await makeUser();
  const session = await signIn(email);
  const { device, add } = await beginPasskey(session);
  expect((await add()).status).toBe(201);
  expect((await (await beginPasskey(session, "Work laptop")).add()).status).toBe(201);
  const elsewhere = `elsewhere${userId}@example.org`;
  expect(codeOf(await (await depart(elsewhere, session))())).toBe("200 linked");
  await mails();
  return { email, userId, session, device, elsewhere };
}

async function resetLink(email: string): Promise<string> {
  await post("request-password", { email, captcha: await captcha() });
  return tokenOf((await mails()).find(({ to }) => to === email)?.text ?? "");
}
const reset = (token: string) => post("reset-password", { token, password: NEW });
const change = (session: string, more: object = {}) =>
  api.call("PUT", "/api/users/password", {
    cookie: session,
    body: { currentPassword: PASSWORD, password: NEW, ...more },
  });

async function waysIn(userId: UserId) {
  const found = await one<{ passkeys: number; links: number; sessions: number }>(
    db,
    sql`select (select count(*) from identity_passkeys where user_id = ${userId})::int as passkeys,
          (select count(*) from identity_social_accounts where user_id = ${userId})::int as links,
          (select count(*) from identity_sessions where user_id = ${userId})::int as sessions`,
  );
  return found;
}
const NOTHING = { passkeys: 0, links: 0, sessions: 0 };

describe("a password that is reset by mail", () => {
  test("ends every session, passkey and linked account, and its mail names them", async () => {
    const { email, userId, session, device, elsewhere } = await owner();
    expect(codeOf(await reset(await resetLink(email)))).toBe("200 password-changed");
    expect(await waysIn(userId)).toEqual(NOTHING);
    expect((await api.call("GET", "/api/users/me", { cookie: session })).status).toBe(401);
    expect(codeOf(await (await show(device))())).toBe("403 PASSKEY_REFUSED");
    const entered = await (await depart(elsewhere))();
    expect([codeOf(entered), cookieOf(entered, "authToken")]).toEqual(["200 consent-needed", ""]);
    const [mail, ...others] = await mails();
    expect([mail?.to, others]).toEqual([email, []]);
    expect(mail?.subject).toBe("Your password at SMS Den was reset");
    expect(mail?.text).toContain("Passkeys removed: Phone and Work laptop.");
    expect(mail?.text).toContain("Linked accounts removed: Google.");
  });

  test("leaves no passkey that stands in for the second factor, which is asked for as before", async () => {
    const { email, userId } = await owner();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
    await reset(await resetLink(email));
    const first = await post("login", { email, password: NEW });
    expect(first.body).toMatchObject({ status: "second-factor", hasPasskey: false });
    const { challenge } = first.body;
    expect(codeOf(await post("login/second-factor/passkey/options", { challenge }))).toBe(
      "404 PASSKEY_NOT_FOUND",
    );
    await mails();
  });

  test("ends what was begun to add a way in, also for whoever signs in with the new password", async () => {
    const { email, userId } = await makeUser();
    const session = await signIn(email);
    const { add } = await beginPasskey(session);
    const finish = await depart("stranger@example.org", session);
    const { ticket } = (await (await depart(email))()).body;
    await reset(await resetLink(email));
    const fresh = await signIn(email, NEW);
    expect(codeOf(await add())).toBe("401 UNAUTHORIZED");
    expect(codeOf(await finish(fresh))).toBe("401 SOCIAL_EXPIRED");
    expect(codeOf(await post("social/link", { ticket }, fresh))).toBe("401 SOCIAL_EXPIRED");
    expect(await waysIn(userId)).toEqual({ ...NOTHING, sessions: 1 });
    await mails();
  });

  test("goes on opening its account to programs with the API keys made before", async () => {
    const { email, session } = await owner();
    const { apiKey } = (
      await api.call("POST", "/api/users/api-key", { cookie: session, body: { password: PASSWORD } })
    ).body;
    await reset(await resetLink(email));
    expect((await api.call("GET", "/api/users/me", { bearer: apiKey })).status).toBe(200);
    await mails();
  });

  test("ends nothing when its link is used up, or the new password is refused", async () => {
    const { email, userId } = await owner();
    const token = await resetLink(email);
    expect(codeOf(await post("reset-password", { token, password: "password123" }))).toBe(
      "400 PASSWORD_TOO_COMMON",
    );
    expect(codeOf(await reset("A".repeat(43)))).toBe("400 LINK_INVALID");
    expect(await waysIn(userId)).toEqual({ passkeys: 2, links: 1, sessions: 1 });
  });
});

describe("a password that is changed in the settings", () => {
  test("leaves passkeys and linked accounts, and its mail names what still opens the account", async () => {
    const { userId, session, device } = await owner();
    expect((await change(session)).status).toBe(200);
    expect(await waysIn(userId)).toEqual({ passkeys: 2, links: 1, sessions: 1 });
    expect(codeOf(await (await show(device))())).toBe("200 signed-in");
    const [mail] = await mails();
    expect(mail?.text).toContain("Passkeys that still open your account: Phone and Work laptop.");
    expect(mail?.text).toContain("Linked accounts that still open your account: Google.");
  });

  test("removes passkeys and linked accounts when asked, and its mail names them", async () => {
    const { userId, session, device } = await owner();
    const entered = cookieOf(await (await show(device))(), "authToken");
    expect((await change(entered, { endPasskeysAndLinks: true })).status).toBe(200);
    expect(await waysIn(userId)).toEqual({ ...NOTHING, sessions: 1 });
    expect((await api.call("GET", "/api/users/me", { cookie: entered })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { cookie: session })).status).toBe(401);
    const [mail] = await mails();
    expect(mail?.text).toContain("Passkeys removed: Phone and Work laptop.");
    expect(mail?.text).toContain("Linked accounts removed: Google.");
    // The session that goes on was opened by a passkey: that is no second factor it has shown any more.
    for (const { sql: text, name } of identityChecks)
      expect([name, await rows(db, { text, values: [] })]).toEqual([name, []]);
  });

  test("names nothing in its mail where there is neither a passkey nor a linked account", async () => {
    const { email } = await makeUser();
    await change(await signIn(email));
    expect((await mails())[0]?.text).not.toMatch(/passkeys|linked accounts/i);
  });

  test("ends what was begun to add a way in, in the session that goes on too", async () => {
    const { email, userId } = await makeUser();
    const session = await signIn(email);
    const { add } = await beginPasskey(session);
    const finish = await depart("stranger@example.org", session);
    await change(session, { endPasskeysAndLinks: true });
    expect(codeOf(await add())).toBe("401 PASSKEY_EXPIRED");
    expect(codeOf(await finish())).toBe("401 SOCIAL_EXPIRED");
    expect(await waysIn(userId)).toEqual({ ...NOTHING, sessions: 1 });
    await mails();
  });

  test("ends nothing with a wrong current password, and passkeys only with a fresh second factor", async () => {
    const { userId, session } = await owner();
    const ends = { endPasskeysAndLinks: true };
    expect(codeOf(await change(session, { ...ends, currentPassword: "wrong words" }))).toBe(
      "403 PASSWORD_WRONG",
    );
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, SEED));
    expect(codeOf(await change(session, ends))).toBe("403 STEP_UP_NEEDED");
    expect(await waysIn(userId)).toEqual({ passkeys: 2, links: 1, sessions: 1 });
    expect(codeOf(await change(session))).toBe("200 password-changed");
    await mails();
  });
});

/** Has the calls wait for the account one after the other, in this order, and then go on; tells their answers. */
async function inTurn(userId: UserId, calls: readonly (() => Promise<Answer>)[]): Promise<string[]> {
  const started: Promise<Answer>[] = [];
  await withTransaction(db, async (tx) => {
    await one(tx, sql`select id from identity_users where id = ${userId} for update`);
    for (const call of calls) {
      started.push(call());
      await untilWaiting(started.length);
    }
  });
  return (await Promise.all(started)).map(codeOf);
}

async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { waiting } = await one<{ waiting: number }>(
      tablesOwner,
      sql`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (waiting >= count) return;
    await pause(10);
  }
}

describe("while the password is reset", () => {
  type Prepared = { call: () => Promise<Answer>; refused: string };
  type Owner = Awaited<ReturnType<typeof owner>>;
  const adding: [string, (person: Owner) => Promise<Prepared>][] = [
    [
      "a passkey that is being added",
      async ({ session }) => ({
        call: (await beginPasskey(session, "Thief's")).add,
        refused: "401 PASSKEY_EXPIRED",
      }),
    ],
    [
      "an account elsewhere that is being linked",
      async ({ session, elsewhere }) => {
        await removeLinks(elsewhere);
        return { call: await depart("thief@example.org", session), refused: "401 SOCIAL_EXPIRED" };
      },
    ],
    [
      "an account elsewhere with the same address that is being linked",
      async ({ session, email, elsewhere }) => {
        await removeLinks(elsewhere);
        const { ticket } = (await (await depart(email))()).body;
        return { call: () => post("social/link", { ticket }, session), refused: "401 SOCIAL_EXPIRED" };
      },
    ],
    [
      "a login with the old password",
      async ({ email }) => ({
        call: () => post("login", { email, password: PASSWORD }),
        refused: "401 LOGIN_FAILED",
      }),
    ],
    [
      "a login with a passkey",
      async ({ device }) => ({ call: await show(device), refused: "403 PASSKEY_REFUSED" }),
    ],
    [
      "a login with a linked account",
      async ({ elsewhere }) => ({ call: await depart(elsewhere), refused: "200 consent-needed" }),
    ],
    [
      "a login with a mailed code",
      async ({ email }) => {
        const { request } = (await post("login/mail-code/request", { email, captcha: await captcha() })).body;
        const code = /\d{4} \d{4}/.exec((await mails())[0]?.text ?? "")?.[0] ?? "";
        const body = { request, code };
        return { call: () => post("login/mail-code", body), refused: "401 MAIL_CODE_EXPIRED" };
      },
    ],
  ];
  const removeLinks = (subject: string) =>
    withTransaction(db, (tx) =>
      rows(tx, sql`delete from identity_social_accounts where subject = ${subject}`),
    );

  test.each(adding)("%s does not outlive it, whichever comes first", async (_what, prepare) => {
    const late = await owner();
    const { call, refused } = await prepare(late);
    const token = await resetLink(late.email);
    expect(await inTurn(late.userId, [() => reset(token), call])).toEqual(["200 password-changed", refused]);
    expect(await waysIn(late.userId)).toEqual(NOTHING);

    const early = await owner();
    const other = await prepare(early);
    const link = await resetLink(early.email);
    const [entered] = await inTurn(early.userId, [other.call, () => reset(link)]);
    expect(entered).toMatch(/^20[01] /);
    expect(await waysIn(early.userId)).toEqual(NOTHING);
    await mails();
  });

  test("a change by whoever knows the old password is refused once the reset has come first", async () => {
    const { email, userId, session } = await owner();
    const token = await resetLink(email);
    const calls = [() => reset(token), () => change(session, { password: "a thief's good phrase" })];
    expect(await inTurn(userId, calls)).toEqual(["200 password-changed", "403 PASSWORD_WRONG"]);
    await signIn(email, NEW);
    await mails();
  });
});
