import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { solveProofOfWork } from "#features/identity/captcha/captcha.rules.ts";
import { identityJobs } from "#features/identity/identity.jobs.ts";
import { findCredentials } from "#features/identity/identity.reads.ts";
import { identityRoutes } from "#features/identity/identity.routes.ts";
import { createUser, suspendUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...identityRoutes, ...sessionRoutes], resolveActor);
const PASSWORD = "correct horse battery";
let people = 0;

/** Its own network for each call, so that only the limit under test is met. */
const freshIp = () => `198.51.${Math.floor(people / 250)}.${(people++ % 250) + 1}`;

async function captcha(level = 0, purpose = "login"): Promise<string> {
  const { body } = await api.call("GET", `/api/auth/captcha?for=${purpose}&level=${level}`);
  expect(body.provider).toBe("proof-of-work");
  return (await solveProofOfWork(body.challenge)) ?? "";
}

async function makeUser(email = `person${++people}@example.com`) {
  const userId = await createUser(db, {
    email,
    emailKey: email,
    name: "Person",
    passwordHash: await hashPassword(PASSWORD),
    locale: "en",
  });
  return { email, userId: userId! };
}

async function signIn(email: string, password = PASSWORD) {
  const answer = await api.call("POST", "/api/auth/login", { body: { email, password }, ip: freshIp() });
  expect(answer.status).toBe(200);
  return /authToken=([^;]+)/.exec(answer.setCookies[0] ?? "")?.[1] ?? "";
}

type RegisterOptions = { locale?: string; name?: string; password?: string; returnPath?: string };

async function register(email: string, options: RegisterOptions = {}) {
  return api.call("POST", "/api/auth/registration", {
    ip: freshIp(),
    locale: options.locale,
    body: {
      email,
      name: options.name,
      password: options.password ?? PASSWORD,
      agreePrivacy: true,
      agreeOffer: true,
      ...(options.returnPath === undefined ? {} : { returnPath: options.returnPath }),
      captcha: await captcha(),
    },
  });
}

const mails = () => runDueJobs(db, identityJobs);
const tokenOf = (text: string) => /(?:token=|\/confirm\/)([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? "";

async function later(interval: string) {
  await execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
}

describe("registration", () => {
  test("a person registers, confirms by the mailed link and signs in", async () => {
    expect((await register("Anna@Example.com", { locale: "ru", name: "Анна" })).status).toBe(202);
    const early = await api.call("POST", "/api/auth/login", {
      body: { email: "anna@example.com", password: PASSWORD },
    });
    expect([early.status, early.body.error.code]).toEqual([403, "EMAIL_NOT_CONFIRMED"]);
    const [mail] = await mails();
    expect(mail?.to).toBe("anna@example.com");
    expect(mail?.subject).toBe("Подтвердите e-mail в SMS Den");
    expect(mail?.text).toContain("Здравствуйте, Анна");
    expect(mail?.text).toMatch(/http:\/\/localhost:3000\/ru\/signup\/confirm-email\?token=/);
    const confirmed = await api.call("POST", "/api/auth/confirm-email", {
      body: { token: tokenOf(mail!.text) },
    });
    expect([confirmed.status, confirmed.body]).toEqual([200, { status: "confirmed", returnPath: null }]);
    const cookie = await signIn("anna@example.com");
    const me = await api.call("GET", "/api/users/me", { cookie });
    expect(me.body).toMatchObject({
      email: "anna@example.com",
      name: "Анна",
      dynamicFields: {
        is_p: false,
        custom_price: false,
        settings: { apiKey: null, language: "ru", is_agent: false },
      },
    });
  });

  test("where the newcomer was comes back with the confirmation, also after the link was sent again", async () => {
    await register("wanted@example.com", { returnPath: "/ru/telegram?choice=tg.6.840" });
    await mails();
    const again = await api.call("POST", "/api/auth/resend-confirmation", {
      body: { email: "wanted@example.com", captcha: await captcha() },
      ip: freshIp(),
    });
    expect(again.status).toBe(202);
    const confirmed = await api.call("POST", "/api/auth/confirm-email", {
      body: { token: tokenOf((await mails())[0]!.text) },
    });
    expect(confirmed.body).toEqual({ status: "confirmed", returnPath: "/telegram?choice=tg.6.840" });
  });

  test("who has an account already is led back by the mail that says so", async () => {
    const { email } = await makeUser();
    await register(email, { returnPath: "/ru/telegram?choice=tg.6.840" });
    expect((await mails())[0]?.text).toContain(
      "3000/authorization?goback=1&to=%2Ftelegram%3Fchoice%3Dtg.6.840",
    );
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "/ru//evil.example",
    "https://evil.example",
    "/api/users/me",
  ])("a registration that would lead to %s is refused, and nothing is noted", async (returnPath) => {
    const answer = await register("misled@example.com", { returnPath });
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION"]);
    expect(
      await rows(db, sql`select id from identity_registrations where email = 'misled@example.com'`),
    ).toEqual([]);
  });

  test("a confirmation link works once, within 24 hours, and not one character changed", async () => {
    await register("once@example.com");
    const token = tokenOf((await mails())[0]!.text);
    const confirm = (value: string) =>
      api.call("POST", "/api/auth/confirm-email", { body: { token: value } });
    const changed = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    expect((await confirm(changed)).body.error.code).toBe("LINK_INVALID");
    expect((await confirm(token)).status).toBe(200);
    expect([(await confirm(token)).status]).toEqual([400]);
    await register("late@example.com");
    const lateToken = tokenOf((await mails())[0]!.text);
    await later("24 hours 1 second");
    expect((await confirm(lateToken)).body.error.code).toBe("LINK_INVALID");
  });

  test("a known and an unknown address get the same answer; the owner is told by mail, in whatever spelling", async () => {
    const { email } = await makeUser("known@example.com");
    for (const spelling of [
      email,
      "KNOWN@example.com",
      "known＠example.com",
      "known+2@example.com.",
      "known@example.com.",
    ]) {
      const answer = await register(spelling);
      expect([answer.status, answer.body]).toEqual([202, { status: "confirmation-sent" }]);
    }
    const sent = await mails();
    expect(sent.map((mail) => [mail.to, mail.subject])).toEqual(
      Array.from({ length: 5 }, () => ["known@example.com", "You already have an account at SMS Den"]),
    );
    expect(
      await rows(db, sql`select id from identity_users where email_key = 'known@example.com'`),
    ).toHaveLength(1);
  });

  test("whoever registered a stranger's address first gains nothing: the owner's link decides", async () => {
    await register("victim@example.com", { password: "the attacker's own words" });
    await mails();
    await register("victim@example.com");
    const token = tokenOf((await mails())[0]!.text);
    await api.call("POST", "/api/auth/confirm-email", { body: { token } });
    await signIn("victim@example.com");
    const attacker = await api.call("POST", "/api/auth/login", {
      body: { email: "victim@example.com", password: "the attacker's own words" },
      ip: freshIp(),
    });
    expect(attacker.status).toBe(401);
    expect(
      await rows(db, sql`select id from identity_registrations where email_key = 'victim@example.com'`),
    ).toEqual([]);
  });

  test("the link is sent again on request and the earlier one ends", async () => {
    await register("again@example.com");
    const first = tokenOf((await mails())[0]!.text);
    const answer = await api.call("POST", "/api/auth/resend-confirmation", {
      body: { email: "again@example.com", captcha: await captcha() },
    });
    expect(answer.status).toBe(202);
    const second = tokenOf((await mails())[0]!.text);
    expect(second).not.toBe(first);
    expect((await api.call("POST", "/api/auth/confirm-email", { body: { token: first } })).status).toBe(400);
    expect((await api.call("POST", "/api/auth/confirm-email", { body: { token: second } })).status).toBe(200);
    const stranger = await api.call("POST", "/api/auth/resend-confirmation", {
      body: { email: "nobody@example.com", captcha: await captcha() },
    });
    expect([stranger.status, stranger.body]).toEqual([answer.status, answer.body]);
    expect(await mails()).toEqual([]);
  });

  test("each refusal has its code and changes nothing", async () => {
    const before = await one(
      db,
      sql`select (select count(*) from identity_registrations) as r, (select count(*) from identity_users) as u`,
    );
    const good = { email: "new@example.com", password: PASSWORD, agreePrivacy: true, agreeOffer: true };
    const code = async (body: object) => {
      const answer = await api.call("POST", "/api/auth/registration", { body, ip: freshIp() });
      return `${answer.status} ${answer.body.error.code}`;
    };
    expect(await code(good)).toBe("403 CAPTCHA_REQUIRED");
    expect(await code({ ...good, captcha: "nonsense" })).toBe("403 CAPTCHA_FAILED");
    expect(await code({ ...good, email: "new@exаmple.com" })).toBe("400 INVALID_EMAIL");
    expect(await code({ ...good, password: "short" })).toBe("400 PASSWORD_TOO_SHORT");
    expect(await code({ ...good, password: "password123" })).toBe("400 PASSWORD_TOO_COMMON");
    expect(await code({ ...good, agreeOffer: false })).toBe("400 VALIDATION");
    for (const extra of ["is_p", "is_agent", "custom_price", "balance", "role", "user_id"]) {
      expect(await code({ ...good, [extra]: 1 })).toBe("400 VALIDATION");
    }
    expect(
      await one(
        db,
        sql`select (select count(*) from identity_registrations) as r, (select count(*) from identity_users) as u`,
      ),
    ).toEqual(before);
  });

  test("messages come in the caller's language", async () => {
    const body = { email: "x", password: PASSWORD, agreePrivacy: true, agreeOffer: true };
    const messages = await Promise.all(
      ["en", "ru", "cn", "tr", "es", "hi"].map(
        async (locale) => (await api.call("POST", "/api/auth/registration", { body, locale })).body.message,
      ),
    );
    expect(messages).toEqual([
      "Invalid email",
      "Некорректный e-mail",
      "邮箱地址无效",
      "Geçersiz e-posta",
      "Correo electrónico no válido",
      "अमान्य ईमेल",
    ]);
  });

  test("a header cannot be injected through the name", async () => {
    await register("inject@example.com", { name: "Eve\r\nBcc: victim <b>" });
    const [mail] = await mails();
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.text).toContain("Hello, Eve Bcc: victim <b>\n");
    expect(mail?.html).toContain("&lt;b&gt;");
  });
});

describe("mail to strangers", () => {
  test("a name that is an advertisement with a link reaches nobody", async () => {
    await register("stranger@example.com", { name: "You won 1 BTC, take it at evil.example/now" });
    const [mail] = await mails();
    expect(mail?.text).toContain("Hello, stranger\n");
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("evil.example");
  });

  test("dots and plus make no second mailbox: six mails an hour are six", async () => {
    const spellings = ["a.nna", "an.na", "ann.a", "anna+1", "a.n.n.a", "anna+2", "an.n.a", "a.n.na+x"];
    const answers: number[] = [];
    for (const [index, local] of spellings.entries()) {
      const host = index % 2 ? "gmail.com" : "googlemail.com";
      const body = { email: `${local}@${host}`, captcha: await captcha() };
      answers.push((await api.call("POST", "/api/auth/request-password", { body, ip: freshIp() })).status);
    }
    expect(answers).toEqual([202, 202, 202, 202, 202, 202, 429, 429]);
  });
});

describe("captcha", () => {
  test("an answer to a captcha counts once", async () => {
    const answer = await captcha();
    const post = () =>
      api.call("POST", "/api/auth/request-password", {
        body: { email: "c@example.com", captcha: answer },
        ip: freshIp(),
      });
    expect((await post()).status).toBe(202);
    expect((await post()).body.error.code).toBe("CAPTCHA_FAILED");
  });

  test("a made-up, changed or unsigned challenge is refused", async () => {
    const { body } = await api.call("GET", "/api/auth/captcha");
    const solved = JSON.parse(atob((await solveProofOfWork(body.challenge)) ?? ""));
    const variants = [
      {
        ...solved,
        solution: { ...solved.solution, counter: solved.solution.counter + 1, derivedKey: "00".repeat(32) },
      },
      { ...solved, challenge: { ...solved.challenge, signature: "00".repeat(32) } },
      { ...solved, challenge: { ...solved.challenge, signature: undefined } },
      {
        ...solved,
        challenge: { ...solved.challenge, parameters: { ...solved.challenge.parameters, expiresAt: 9e9 } },
      },
      { ...solved, challenge: { parameters: null } },
      { challenge: { parameters: { nonce: 1 } }, solution: { counter: "x" } },
      null,
    ];
    for (const variant of variants) {
      const answer = await api.call("POST", "/api/auth/request-password", {
        body: { email: "c@example.com", captcha: btoa(JSON.stringify(variant)) },
        ip: freshIp(),
      });
      expect([answer.status, answer.body.error.code]).toEqual([403, "CAPTCHA_FAILED"]);
    }
  });
});

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
    expect((await api.call("POST", "/api/users/api-key", { bearer: token, headers })).status).toBe(201);
    expect((await api.call("POST", "/api/users/api-key", { cookie: token, headers })).status).toBe(403);
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
    ]);
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
    expect((await api.call("POST", "/api/auth/logout", { cookie })).status).toBe(200);
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
    const { body } = await api.call("POST", "/api/users/api-key", { cookie });
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

describe("passwords", () => {
  async function resetToken(email: string) {
    const answer = await api.call("POST", "/api/auth/request-password", {
      body: { email, captcha: await captcha() },
      ip: freshIp(),
    });
    expect([answer.status, answer.body]).toEqual([202, { status: "link-sent" }]);
    const sent = await mails();
    return sent.length > 0 ? tokenOf(sent[0]!.text) : null;
  }
  const reset = (token: string, password = "another good phrase") =>
    api.call("POST", "/api/auth/reset-password", { body: { token, password } });

  test("where the link was asked for comes back with the new password", async () => {
    const { email } = await makeUser();
    await api.call("POST", "/api/auth/request-password", {
      body: { email, captcha: await captcha(), returnPath: "/profile/history?tab=incoming" },
      ip: freshIp(),
    });
    const asked = (await mails()).find(({ to }) => to === email);
    const done = await reset(tokenOf(asked?.text ?? ""));
    expect(done.body).toEqual({ status: "password-changed", returnPath: "/profile/history?tab=incoming" });
    await mails();
  });

  test("a reset link sets a new password once and ends every session", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const token = (await resetToken(email)) ?? "";
    expect((await reset(token, "password123")).body.error.code).toBe("PASSWORD_TOO_COMMON");
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).body.error.code).toBe("LINK_INVALID");
    expect((await api.call("GET", "/api/users/me", { cookie })).status).toBe(401);
    await signIn(email, "another good phrase");
    expect((await mails()).map((mail) => mail.subject)).toEqual(["Your password at SMS Den was changed"]);
  });

  test("of two uses at the same moment one wins", async () => {
    const { email } = await makeUser();
    const token = (await resetToken(email)) ?? "";
    const answers = await Promise.all(
      [1, 2, 3, 4].map((index) => reset(token, `another good phrase ${index}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
    await mails();
  });

  test("an expired, superseded, changed or foreign token sets nothing", async () => {
    const { email } = await makeUser();
    const superseded = (await resetToken(email)) ?? "";
    const token = (await resetToken(email)) ?? "";
    await register("foreign@example.com");
    const confirmToken = tokenOf((await mails())[0]!.text);
    for (const wrong of [
      superseded,
      `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
      confirmToken,
      "' or 1=1 --",
    ]) {
      expect((await reset(wrong)).body.error.code).toBe("LINK_INVALID");
    }
    await later("61 minutes");
    expect((await reset(token)).body.error.code).toBe("LINK_INVALID");
    await signIn(email);
  });

  test("an unknown address gets the same answer and no mail", async () => {
    expect(await resetToken("nobody-here@example.com")).toBeNull();
  });

  test("a link goes to the registered address whatever spelling was typed", async () => {
    const { email } = await makeUser("reader@example.com");
    await api.call("POST", "/api/auth/request-password", {
      body: { email: "Reader+x＠example.com", captcha: await captcha() },
      ip: freshIp(),
    });
    expect((await mails()).map((mail) => mail.to)).toEqual([email]);
  });

  test("changing the password asks for the current one and ends the other sessions only", async () => {
    const { email } = await makeUser();
    const mine = await signIn(email);
    const other = await signIn(email);
    const change = (currentPassword: string) =>
      api.call("PUT", "/api/users/password", {
        cookie: mine,
        body: { currentPassword, password: "another good phrase" },
      });
    expect((await change("wrong words here")).body.error.code).toBe("PASSWORD_WRONG");
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { cookie: mine })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { cookie: other })).status).toBe(401);
    await mails();
  });
});

describe("settings and key", () => {
  test("settings are changed one by one and nothing else can be written", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const save = (settings: object) => api.call("PUT", "/api/users/settings", { cookie, body: { settings } });
    const saved = await save({
      name: "  Anna\tSmith ",
      telegram: "@anna_s",
      lower_balance_threshold: "100.50",
      sound_on_code: false,
      language: "tr",
    });
    expect(saved.body.dynamicFields.settings).toMatchObject({
      telegram: "@anna_s",
      lower_balance_threshold: "100.50",
      sound_on_code: false,
      info_on_active_purchases: true,
      language: "tr",
    });
    expect(saved.body.name).toBe("Anna Smith");
    const cleared = await save({ telegram: null });
    expect(cleared.body.name).toBe("Anna Smith");
    expect(cleared.body.dynamicFields.settings).toMatchObject({
      telegram: null,
      lower_balance_threshold: "100.50",
      sound_on_code: false,
    });
    for (const wrong of [
      { is_agent: true },
      { apiKey: "x" },
      { telegram: "<script>" },
      { lower_balance_threshold: "-1" },
      { language: "xx" },
      { name: "" },
      { name: " \u200b " },
      { name: "x".repeat(81) },
    ]) {
      expect((await save(wrong)).status).toBe(400);
    }
    expect(
      (await api.call("PUT", "/api/users/settings", { cookie, body: { settings: {}, role: "staff" } }))
        .status,
    ).toBe(400);
    expect((await api.call("PUT", "/api/users/settings", { body: { settings: {} } })).status).toBe(401);
    expect((await findCredentials(db, email))?.role).toBe("user");
  });

  test("a key is shown once, works as bearer, and ends when it is rotated or removed", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const first = (await api.call("POST", "/api/users/api-key", { cookie })).body.apiKey;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    const me = await api.call("GET", "/api/users/me", { bearer: first });
    expect(me.body.dynamicFields.settings.apiKey).toBe(`${first.slice(0, 6)}••••••`);
    expect(
      JSON.stringify(await rows(db, sql`select identity_api_keys::text as row from identity_api_keys`)),
    ).not.toContain(first);
    const second = (await api.call("POST", "/api/users/api-key", { cookie })).body.apiKey;
    expect((await api.call("GET", "/api/users/me", { bearer: first })).status).toBe(401);
    expect((await api.call("GET", "/api/users/me", { bearer: second })).status).toBe(200);
    expect((await api.call("DELETE", "/api/users/api-key", { cookie })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { bearer: second })).status).toBe(401);
  });

  test("a key cannot change the account", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const bearer = (await api.call("POST", "/api/users/api-key", { cookie })).body.apiKey;
    const calls: [string, string, object?][] = [
      ["POST", "/api/users/api-key"],
      ["DELETE", "/api/users/api-key"],
      ["PUT", "/api/users/settings", { settings: {} }],
      ["PUT", "/api/users/password", { currentPassword: PASSWORD, password: "another good phrase" }],
      ["GET", "/api/auth/sessions"],
      ["DELETE", "/api/auth/sessions"],
      ["DELETE", "/api/auth/sessions/1"],
    ];
    for (const [method, path, body] of calls) {
      const answer = await api.call(method, path, { bearer, body });
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 403, "SESSION_NEEDED"]);
    }
  });
});
