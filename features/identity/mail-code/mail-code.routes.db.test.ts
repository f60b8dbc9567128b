import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { WORK_LEVEL_MAX } from "#features/identity/captcha/captcha.rules.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...mailCodeRoutes, ...sessionRoutes], resolveActor);

async function ask(email: string, locale = "en"): Promise<Answer> {
  return api.call("POST", "/api/auth/login/mail-code/request", {
    body: { email, captcha: await captcha(0, "mail") },
    ip: freshIp(),
    locale,
  });
}
const enter = (request: string, code: string, bearer?: boolean) =>
  api.call("POST", "/api/auth/login/mail-code", {
    body: { request, code, ...(bearer ? { bearer } : {}) },
    ip: freshIp(),
  });
const codeIn = (text: string) => /\b(\d{4} \d{4})\b/.exec(text)?.[1] ?? "";
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status}`;
const otherThan = (code: string) => (code.startsWith("0") ? "1" : "0") + code.slice(1);

/** A request for a code and the code that came. */
async function asked(email: string) {
  const answer = await ask(email);
  expect(answer.status).toBe(202);
  const mail = (await mails()).find(({ to }) => to === email);
  return { request: answer.body.request as string, code: codeIn(mail?.text ?? "") };
}

describe("a code by mail", () => {
  test("signs in once, without a password, and the mail is in the language of whoever asked", async () => {
    const { email } = await makeUser();
    const answer = await ask(email, "ru");
    expect([answer.status, answer.body.status]).toEqual([202, "code-sent"]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: email, subject: "Ваш код для входа в SMS Den" });
    const code = codeIn(mail!.text);
    const entered = await enter(answer.body.request, code);
    expect(codeOf(entered)).toBe("200 signed-in");
    const cookie = /authToken=([^;]+)/.exec(entered.setCookies[0] ?? "")?.[1] ?? "";
    expect((await api.call("GET", "/api/users/me", { cookie })).body.email).toBe(email);
    expect(codeOf(await enter(answer.body.request, code))).toBe("401 MAIL_CODE_EXPIRED");
  });

  test("gives a program its token in the answer, and may be typed without the gap", async () => {
    const { email } = await makeUser();
    const { request, code } = await asked(email);
    const entered = await enter(request, code.replace(" ", ""), true);
    expect(entered.body.token).toMatch(/^[\w-]{43}$/);
    expect(entered.setCookies).toEqual([]);
  });

  test("opens the account only for whoever asked for it: another request refuses it", async () => {
    const { email } = await makeUser();
    const own = await asked(email);
    const strangers = await asked(email);
    expect(codeOf(await enter(strangers.request, own.code))).toBe("403 MAIL_CODE_WRONG");
    expect(codeOf(await enter("A".repeat(43), own.code))).toBe("401 MAIL_CODE_EXPIRED");
    expect(codeOf(await enter(own.request, own.code))).toBe("200 signed-in");
  });

  test("is over after ten minutes", async () => {
    const { email } = await makeUser();
    const { request, code } = await asked(email);
    await later("10 minutes 1 second");
    expect(codeOf(await enter(request, code))).toBe("401 MAIL_CODE_EXPIRED");
  });

  test("is over after five wrong tries, also when they come at the same moment", async () => {
    const { email } = await makeUser();
    const { request, code } = await asked(email);
    const tries = await Promise.all(Array.from({ length: 9 }, () => enter(request, otherThan(code))));
    const answers = tries.map(codeOf).sort();
    expect(answers.filter((text) => text === "403 MAIL_CODE_WRONG")).toHaveLength(5);
    expect(answers.filter((text) => text === "401 MAIL_CODE_EXPIRED")).toHaveLength(4);
    expect(codeOf(await enter(request, code))).toBe("401 MAIL_CODE_EXPIRED");
  });

  test("used twice at the same moment makes one session", async () => {
    const { email, userId } = await makeUser();
    const { request, code } = await asked(email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(request, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    const sessions = await rows(db, sql`select id from identity_sessions where user_id = ${userId}`);
    expect(sessions).toHaveLength(1);
  });

  test("does not take the place of the second factor", async () => {
    const { email, userId } = await makeUser();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    const { request, code } = await asked(email);
    const entered = await enter(request, code);
    expect(codeOf(entered)).toBe("200 second-factor");
    expect(entered.setCookies).toEqual([]);
    expect(entered.body.challenge).toMatch(/^[\w-]{43}$/);
  });

  test("of a suspended account tells so to whoever has the code, and opens nothing", async () => {
    const { email, userId } = await makeUser();
    const { request, code } = await asked(email);
    await suspendUser(db, userId, true);
    expect(codeOf(await enter(request, code))).toBe("403 ACCOUNT_SUSPENDED");
  });

  test("does not outlive a change of the password", async () => {
    const { email } = await makeUser();
    const { request, code } = await asked(email);
    const signedIn = await api.call("POST", "/api/auth/login", { body: { email, password: PASSWORD } });
    const cookie = /authToken=([^;]+)/.exec(signedIn.setCookies[0] ?? "")?.[1] ?? "";
    const changed = await api.call("PUT", "/api/users/password", {
      body: { currentPassword: PASSWORD, password: "another good phrase" },
      cookie,
    });
    expect(changed.status).toBe(200);
    await mails();
    expect(codeOf(await enter(request, code))).toBe("401 MAIL_CODE_EXPIRED");
  });
});

describe("whoever asks for a code", () => {
  test("is answered alike whether there is an account or not, up to the last wrong try", async () => {
    const { email } = await makeUser();
    const known = await ask(email);
    const unknown = await ask("nobody-at-all@example.com");
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
    const shapeOf = ({ status, body }: Answer) => [
      status,
      Object.keys(body),
      body.status,
      body.request.length,
    ];
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    for (let left = 4; left >= -1; left -= 1) {
      const answers = [
        await enter(known.body.request, "00000000"),
        await enter(unknown.body.request, "00000000"),
      ];
      const [first, second] = answers.map(({ status, body }) => ({ status, ...body.error, requestId: "" }));
      expect(second).toEqual(first);
      expect(first?.code).toBe(left < 0 ? "MAIL_CODE_EXPIRED" : "MAIL_CODE_WRONG");
    }
  });

  test("does work for it, and floods no mailbox: the fifth mail of an hour waits, however much work comes with it", async () => {
    const { email } = await makeUser();
    const bare = await api.call("POST", "/api/auth/login/mail-code/request", {
      body: { email },
      ip: freshIp(),
    });
    expect(codeOf(bare)).toBe("403 CAPTCHA_REQUIRED");
    for (let mail = 0; mail < 4; mail += 1) expect((await ask(email)).status).toBe(202);
    const hardest = await api.call("POST", "/api/auth/login/mail-code/request", {
      body: { email, captcha: await captcha(WORK_LEVEL_MAX, "mail") },
      ip: freshIp(),
    });
    expect(codeOf(hardest)).toBe("429 TOO_MANY_ATTEMPTS");
    expect(await mails()).toHaveLength(4);
  });

  test("leaves no code that the database could tell: it holds a keyed hash, and forgets the request in time", async () => {
    const { email } = await makeUser();
    const { code } = await asked(email);
    const { text } = await one<{ text: string }>(
      db,
      sql`select coalesce(string_agg(m::text, ''), '') as text from identity_mail_codes m`,
    );
    expect(text).not.toContain(code.replace(" ", ""));
    await later("11 minutes");
    const { forgetExpired } = await import("#features/identity/sessions/sessions.writes.ts");
    await forgetExpired(db);
    expect(await rows(db, sql`select id from identity_mail_codes`)).toEqual([]);
  });
});
