import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { holdAccount } from "#features/identity/account-lock.writes.ts";
import { enterAccount } from "#features/identity/entering/entering.writes.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import {
  api,
  captcha,
  db,
  freshIp,
  later,
  makeUser,
  PASSWORD,
  signIn,
} from "#features/identity/identity-routes.factory.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { SESSIONS_AT_MOST } from "#features/identity/sessions/sessions.rules.ts";
import { markEditor } from "#features/identity/staff.factory.ts";
import { setContentRight } from "#features/identity/staff.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

describe("login", () => {
  test("the cookie's flags are exact and the token is new each time", async () => {
    const { email } = await makeUser();
    const answer = await api.call("POST", "/api/auth/login", { body: { email, password: PASSWORD } });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^authToken=[\w-]{43}; Path=\/; Max-Age=5184000; HttpOnly; SameSite=Lax$/),
      "signed-in=1; Path=/; Max-Age=5184000; SameSite=Lax",
      expect.stringMatching(/^known-device=[\w-]{43}; Path=\/; Max-Age=15552000; SameSite=Lax; HttpOnly$/),
    ]);
    expect(answer.body).not.toHaveProperty("token");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect(await signIn(email)).not.toBe(await signIn(email));
  });

  test("only hashes of tokens are stored", async () => {
    const { email, userId } = await makeUser();
    const token = await signIn(email);
    const [session] = await rows<{ row: string }>(
      db,
      sql`select identity_sessions::text as row from identity_sessions where user_id = ${userId}`,
    );
    expect(session?.row).not.toContain(token);
  });

  test("logging in again ends the browser's earlier session", async () => {
    const { email } = await makeUser();
    const first = await signIn(email);
    await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD },
      cookie: first,
      ip: freshIp(),
    });
    expect((await api.call("GET", "/api/users/me", { cookie: first })).status).toBe(401);
  });

  test("a bearer session works without a cookie", async () => {
    const { email } = await makeUser();
    const answer = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD, bearer: true },
      ip: freshIp(),
    });
    expect(answer.setCookies).toEqual([]);
    expect((await api.call("GET", "/api/users/me", { bearer: answer.body.token })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { bearer: `${answer.body.token}x` })).status).toBe(401);
  });

  test("an unknown address, a wrong password and a wrong form of both are told apart by nobody", async () => {
    const { email } = await makeUser();
    const known = await api.call("POST", "/api/auth/login", {
      body: { email, password: "wrong words here" },
      ip: freshIp(),
    });
    const unknown = await api.call("POST", "/api/auth/login", {
      body: { email: "stranger@example.com", password: "wrong words here" },
      ip: freshIp(),
    });
    expect([known.status, known.body]).toEqual([401, unknown.body]);
    expect(unknown.status).toBe(401);
  });

  test("three failures ask for a captcha, the sixth attempt waits, and a new network changes nothing", async () => {
    const { email } = await makeUser();
    const attempt = async (password: string, answer?: string, headers?: Record<string, string>) =>
      api.call("POST", "/api/auth/login", {
        body: { email, password, ...(answer ? { captcha: answer } : {}) },
        ip: freshIp(),
        headers,
      });
    for (const expected of [false, false, true]) {
      const failed = await attempt("wrong words here");
      expect([failed.status, failed.body.error.details.captchaRequired]).toEqual([401, expected]);
    }
    expect((await attempt("wrong words here")).body.error.code).toBe("CAPTCHA_REQUIRED");
    expect((await attempt("wrong words here", await captcha())).status).toBe(401);
    expect((await attempt("wrong words here", await captcha())).status).toBe(401);
    const sixth = await attempt(PASSWORD, await captcha());
    expect([sixth.status, sixth.body.error.code, sixth.body.error.details.captchaRequired]).toEqual([
      429,
      "TOO_MANY_ATTEMPTS",
      true,
    ]);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(20);
    for (let index = 0; index < 10; index += 1) {
      const spoofed = await attempt(PASSWORD, undefined, { "x-forwarded-for": `203.0.113.${index}` });
      expect(spoofed.status).toBe(429);
    }
    await later("31 seconds");
    expect((await attempt("wrong words here", await captcha())).status).toBe(401);
    const longer = await attempt(PASSWORD, await captcha());
    expect(Number(longer.headers.get("retry-after"))).toBeGreaterThan(50);
    await later("61 seconds");
    expect((await attempt(PASSWORD, await captcha())).status).toBe(200);
    expect((await attempt(PASSWORD)).status).toBe(200);
  });

  test("a hundred guesses at the same moment get no more than five comparisons", async () => {
    const { email } = await makeUser();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        api.call("POST", "/api/auth/login", { body: { email, password: "wrong words here" }, ip: freshIp() }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5);
    expect(answers.every((answer) => [401, 403, 429].includes(answer.status))).toBe(true);
  });

  test("one password tried on many accounts from one network is stopped", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1) {
      const body = {
        email: `stuffed${index}@example.com`,
        password: "wrong words here",
        ...(index >= 10 ? { captcha: await captcha() } : {}),
      };
      statuses.push((await api.call("POST", "/api/auth/login", { body, ip: "203.0.113.200" })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  test("a program may sign in without a browser's headers, but not act on a cookie", async () => {
    const { email } = await makeUser();
    const headers = { origin: "", "sec-fetch-site": "" };
    const answer = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD, bearer: true },
      ip: freshIp(),
      headers,
    });
    expect(answer.status).toBe(200);
    const { token } = answer.body;
    const made = { body: { password: PASSWORD } };
    expect((await api.call("POST", "/api/users/api-key", { ...made, bearer: token, headers })).status).toBe(
      201,
    );
    expect((await api.call("POST", "/api/users/api-key", { ...made, cookie: token, headers })).status).toBe(
      403,
    );
  });

  test("foreign pages cannot sign anybody in or out", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const body = { email, password: PASSWORD };
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }] as Record<
      string,
      string
    >[]) {
      expect((await api.call("POST", "/api/auth/login", { body, headers })).status).toBe(403);
      expect((await api.call("POST", "/api/auth/logout", { cookie, headers })).status).toBe(403);
    }
    const form = await api.call("POST", "/api/auth/login", {
      rawBody: "email=a&password=b",
      headers: { "content-type": "text/plain" },
    });
    expect(form.status).toBe(415);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(200);
  });
});

describe("sessions", () => {
  test("a cookie replayed after logout is refused", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const out = await api.call("POST", "/api/auth/logout", { cookie });
    expect(out.setCookies).toEqual([
      "authToken=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
      "signed-in=; Path=/; Max-Age=0; SameSite=Lax",
      "_adminIdentity=; Path=/; Max-Age=0; SameSite=Lax",
    ]);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
    expect((await api.call("POST", "/api/auth/logout", { cookie })).status).toBe(200);
  });

  test("an editor's browser has the hint of the editors' bar from its first page on, and loses it with the right", async () => {
    const { email, userId } = await makeUser();
    const cookie = await signIn(email);
    const me = (hint = "") =>
      api.call("GET", "/api/users/me", { headers: { cookie: `authToken=${cookie}${hint}` } });
    expect((await me()).setCookies).toEqual([]);
    await markEditor(db, userId);
    expect((await me()).setCookies).toEqual(["_adminIdentity=1; Path=/; Max-Age=2592000; SameSite=Lax"]);
    expect((await me("; _adminIdentity=1")).setCookies).toEqual([]);
    await withTransaction(db, (tx) => setContentRight(tx, userId, false, null));
    const removed = ["_adminIdentity=; Path=/; Max-Age=0; SameSite=Lax"];
    expect((await me("; _adminIdentity=1")).setCookies).toEqual(removed);
  });

  test("a dead cookie does not stand in the way of a new login", async () => {
    const { email } = await makeUser();
    const answer = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD },
      cookie: "A".repeat(43),
      ip: freshIp(),
    });
    expect(answer.status).toBe(200);
  });

  test("sessions are listed and ended, never another's", async () => {
    const { email } = await makeUser();
    const first = await signIn(email);
    const second = await signIn(email);
    const stranger = await signIn((await makeUser()).email);
    const list = await api.call("GET", "/api/auth/sessions", { cookie: second });
    expect(list.body.isMore).toBe(false);
    expect(list.body.sessions.map((session: { isCurrent: boolean }) => session.isCurrent)).toEqual([
      true,
      false,
    ]);
    const firstId = list.body.sessions[1].id;
    expect((await api.call("DELETE", `/api/auth/sessions/${firstId}`, { cookie: stranger })).status).toBe(
      404,
    );
    expect((await api.call("GET", "/api/users/me", { cookie: first })).status).toBe(200);
    expect((await api.call("DELETE", `/api/auth/sessions/${firstId}`, { cookie: second })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { cookie: first })).status).toBe(401);
    for (const id of ["0", "-1", "x", "9".repeat(30)]) {
      expect((await api.call("DELETE", `/api/auth/sessions/${id}`, { cookie: second })).status).toBe(404);
    }
    await signIn(email);
    expect((await api.call("DELETE", "/api/auth/sessions", { cookie: second })).body).toEqual({ ended: 1 });
  });

  test("old sessions are all there, page by page, the one that asks first and none twice", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const owner = (await api.call("GET", "/api/users/me", { cookie })).body.id;
    await execute(
      db,
      sql`insert into identity_sessions (user_id, token_hash, ip, user_agent, expires_at)
          select ${owner}, sha256(('old' || n)::bytea), '192.0.2.1', 'old ' || n, app_now() + interval '10 days'
          from generate_series(1, 120) as n`,
    );
    const seen: { id: number; isCurrent: boolean; userAgent: string }[] = [];
    for (let before: number | undefined, isMore = true; isMore; before = seen.at(-1)?.id) {
      const query = before === undefined ? "" : `?before=${before}`;
      const page = await api.call("GET", `/api/auth/sessions${query}`, { cookie });
      expect(page.body.sessions).toHaveLength(page.body.isMore ? 10 : 1);
      seen.push(...page.body.sessions);
      isMore = page.body.isMore;
    }
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([
      true,
      ...Array.from({ length: 120 }, () => false),
    ]);
    expect(seen.slice(1).map(({ userAgent }) => userAgent)).toEqual(
      Array.from({ length: 120 }, (_, index) => `old ${120 - index}`),
    );
    for (const before of ["0", "-1", "x", "9".repeat(30)]) {
      expect((await api.call("GET", `/api/auth/sessions?before=${before}`, { cookie })).status).toBe(400);
    }
  });

  test("a login beyond fifty sessions ends those that nobody has used for longest, and no other account's", async () => {
    const stranger = await signIn((await makeUser()).email);
    const { email, userId } = await makeUser();
    const first = await signIn(email);
    await execute(
      db,
      sql`insert into identity_sessions (user_id, token_hash, ip, user_agent, expires_at, last_seen_at)
          select ${userId}, sha256(('many' || n)::bytea), '192.0.2.1', 'many ' || n, app_now() + interval '10 days',
            app_now() - make_interval(mins => n)
          from generate_series(1, 60) as n`,
    );
    const last = await signIn(email);
    const kept = await rows<{ userAgent: string }>(
      db,
      sql`select user_agent as "userAgent" from identity_sessions where user_id = ${userId} order by last_seen_at`,
    );
    expect(kept).toHaveLength(SESSIONS_AT_MOST);
    expect(kept.slice(0, 48).map(({ userAgent }) => userAgent)).toEqual(
      Array.from({ length: 48 }, (_, index) => `many ${48 - index}`),
    );
    for (const cookie of [first, last, stranger])
      expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(200);
  });

  test("logins of one account at the same moment leave no more than fifty sessions", async () => {
    const { userId } = await makeUser();
    const caller = { ip: "192.0.2.1", userAgent: "at once", browser: null };
    const logIn = () =>
      withTransaction(db, async (tx) => {
        await holdAccount(tx, userId);
        const session = await enterAccount(tx, userId, caller, "Password");
        // Long enough for the others to come this far, unless they have to wait.
        await pause(30);
        return session;
      });
    for (let time = 0; time < SESSIONS_AT_MOST; time += 10)
      await Promise.all(Array.from({ length: 10 }, logIn));
    const last = await Promise.all(Array.from({ length: 10 }, logIn));
    const kept = await rows<{ hash: string }>(
      db,
      sql`select encode(token_hash, 'hex') as hash from identity_sessions where user_id = ${userId}`,
    );
    expect(kept).toHaveLength(SESSIONS_AT_MOST);
    const hashes = last.map(({ token }) => tokenHash(token).toString("hex"));
    expect(kept.map(({ hash }) => hash)).toEqual(expect.arrayContaining(hashes));
  });

  test("an unused session ends after 14 days, a used one after 60", async () => {
    const { email } = await makeUser();
    const idle = await signIn(email);
    const used = await signIn(email);
    for (let day = 0; day < 56; day += 8) {
      await later("8 days");
      expect((await api.call("GET", "/api/users/me", { cookie: used })).status).toBe(200);
      // The use is noted beside the answer.
      await expect
        .poll(
          async () =>
            (
              await rows(
                db,
                sql`select id from identity_sessions where last_seen_at > app_now() - interval '1 day'`,
              )
            ).length,
        )
        .toBe(1);
    }
    expect((await api.call("GET", "/api/users/me", { cookie: idle })).status).toBe(401);
    await later("4 days 1 second");
    expect((await api.call("GET", "/api/users/me", { cookie: used })).status).toBe(401);
  });

  test("the analytics cookie grants no access to anybody", async () => {
    for (const headers of [
      { cookie: "session-token=frnt123; signed-in=1" },
      { "x-session-token": "frnt1234567890" },
    ] as Record<string, string>[]) {
      expect((await api.call("GET", "/api/users/me", { headers })).status).toBe(401);
    }
  });

  test("a suspended user's session and key are refused at once", async () => {
    const { email, userId } = await makeUser();
    const cookie = await signIn(email);
    const { body } = await api.call("POST", "/api/users/api-key", { cookie, body: { password: PASSWORD } });
    await suspendUser(db, userId, true);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
    expect((await api.call("GET", "/api/users/me", { bearer: body.apiKey })).status).toBe(401);
    const login = await api.call("POST", "/api/auth/login", {
      body: { email, password: PASSWORD },
      ip: freshIp(),
    });
    expect([login.status, login.body.error.code]).toEqual([403, "ACCOUNT_SUSPENDED"]);
  });
});
