import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  later,
  mails,
  makeUser,
  PASSWORD,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const api = testApi(db, [...identityRoutes, ...mailCodeRoutes, ...sessionRoutes], resolveActor);
const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status}`;
const codeIn = (text: string | undefined) => /\b(\d{4} \d{4})\b/.exec(text ?? "")?.[1] ?? "";
const otherThan = (code: string) => (code.startsWith("0") ? "1" : "0") + code.slice(1);

/** Registers with an address alone; answers what the browser keeps. */
async function begin(email: string) {
  const answer = await api.call("POST", "/api/auth/registration", {
    body: { email, agreePrivacy: true, agreeOffer: true, captcha: await captcha(0, "registration") },
    ip: freshIp(),
  });
  expect(codeOf(answer)).toBe("202 confirmation-sent");
  const own = /(?:^|\n)registration=([\w-]{43});.*HttpOnly/.exec(answer.setCookies.join("\n"))?.[1] ?? "";
  expect(own).toBe(answer.body.request);
  return { request: answer.body.request as string, cookie: `registration=${own}` };
}
async function begun(email: string) {
  const browser = await begin(email);
  const text = (await mails()).find(({ to }) => to === email)?.text;
  return { ...browser, code: codeIn(text), token: tokenOf(text ?? "") };
}
const enter = (request: string, code: string) =>
  api.call("POST", "/api/auth/login/mail-code", { body: { request, code }, ip: freshIp() });
const open = (token: string, cookie?: string) =>
  api.call("POST", "/api/auth/confirm-email", {
    body: { token },
    ip: freshIp(),
    ...(cookie ? { headers: { cookie } } : {}),
  });
const resend = async (email: string, cookie?: string) =>
  api.call("POST", "/api/auth/resend-confirmation", {
    body: { email, captcha: await captcha(0, "mail") },
    ip: freshIp(),
    ...(cookie ? { headers: { cookie } } : {}),
  });
const sessionIn = ({ setCookies }: Answer) => /authToken=([\w-]{43})/.exec(setCookies.join("\n"))?.[1] ?? "";
const userOf = (email: string) =>
  maybeOne<{ id: number; hasPassword: boolean }>(
    db,
    sql`select id, has_password as "hasPassword" from identity_users where email_key = ${email}`,
  );

describe("a registration with an address alone", () => {
  test("is confirmed and signed in by the code of its mail, once, and has no password until one is set", async () => {
    const { request, code } = await begun("code@example.com");
    expect(await userOf("code@example.com")).toBeNull();
    const entered = await enter(request, code);
    expect(codeOf(entered)).toBe("200 signed-in");
    const cookie = sessionIn(entered);
    expect((await api.call("GET", "/api/users/me", { cookie })).body.email).toBe("code@example.com");
    expect((await userOf("code@example.com"))?.hasPassword).toBe(false);
    expect(codeOf(await enter(request, code))).toBe("401 MAIL_CODE_EXPIRED");
    const body = { email: "code@example.com", captcha: await captcha(0, "mail") };
    await api.call("POST", "/api/auth/request-password", { body, ip: freshIp() });
    const reset = { token: tokenOf((await mails())[0]!.text), password: PASSWORD };
    expect((await api.call("POST", "/api/auth/reset-password", { body: reset })).status).toBe(200);
    expect((await userOf("code@example.com"))?.hasPassword).toBe(true);
  });

  test("is signed in by its link in the browser that registered", async () => {
    const { token, cookie } = await begun("same@example.com");
    const opened = await open(token, cookie);
    expect(opened.body).toEqual({ status: "confirmed", returnPath: null, isSignedIn: true });
    const me = await api.call("GET", "/api/users/me", { cookie: sessionIn(opened) });
    expect(me.body.email).toBe("same@example.com");
  });

  test("is only confirmed by its link in any other browser, also in one that registered another address", async () => {
    for (const [at, cookie] of [undefined, (await begun("other@example.com")).cookie].entries()) {
      const email = `elsewhere${at}@example.com`;
      const { token, request, code } = await begun(email);
      const opened = await open(token, cookie);
      expect(opened.body).toEqual({ status: "confirmed", returnPath: null, isSignedIn: false });
      expect(opened.setCookies).toEqual([]);
      // The page that waits in the first browser still takes its code.
      expect(codeOf(await enter(request, code))).toBe("200 signed-in");
    }
  });

  test("by code and by link at the same moment is one account", async () => {
    const { token, cookie, request, code } = await begun("race@example.com");
    const answers = await Promise.all([open(token, cookie), enter(request, code), enter(request, code)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(
      await rows(db, sql`select id from identity_users where email_key = 'race@example.com'`),
    ).toHaveLength(1);
  });
});

describe("the code of a registration", () => {
  test("counts only with the request of the browser that registered, for ten minutes and five tries", async () => {
    const own = await begun("own@example.com");
    const strangers = await begun("own@example.com");
    expect(codeOf(await enter(strangers.request, own.code))).toBe("403 MAIL_CODE_WRONG");
    for (let at = 0; at < 5; at += 1) {
      expect(codeOf(await enter(own.request, otherThan(own.code)))).toBe("403 MAIL_CODE_WRONG");
    }
    expect(codeOf(await enter(own.request, own.code))).toBe("401 MAIL_CODE_EXPIRED");
    await later("10 minutes 1 second");
    expect(codeOf(await enter(strangers.request, strangers.code))).toBe("401 MAIL_CODE_EXPIRED");
    expect(await userOf("own@example.com")).toBeNull();
  });

  test("is sent again with the link to the browser that asks, and the earlier one ends", async () => {
    const own = await begun("again@example.com");
    await begun("again@example.com");
    await later("61 seconds");
    expect((await resend("again@example.com", own.cookie)).status).toBe(202);
    const code = codeIn((await mails())[0]?.text);
    expect(codeOf(await enter(own.request, own.code === code ? otherThan(code) : own.code))).toBe(
      "403 MAIL_CODE_WRONG",
    );
    expect(codeOf(await enter(own.request, code))).toBe("200 signed-in");
  });

  test("waits a minute before its mail is sent again, then twice as long, and every answer says for how long", async () => {
    const { cookie } = await begun("soon@example.com");
    const early = await resend("soon@example.com", cookie);
    expect(codeOf(early)).toBe("429 TOO_MANY_ATTEMPTS");
    expect(early.body.error.details.seconds).toBeLessThanOrEqual(60);
    expect(await mails()).toEqual([]);
    await later("61 seconds");
    const sent = await resend("soon@example.com", cookie);
    expect(sent.status).toBe(202);
    expect(await mails()).toHaveLength(1);
    expect(sent.body.resendSeconds).toBeGreaterThan(60);
    expect(sent.body.resendSeconds).toBeLessThanOrEqual(120);
    await later("60 seconds");
    expect(codeOf(await resend("soon@example.com", cookie))).toBe("429 TOO_MANY_ATTEMPTS");
    await later("61 seconds");
    expect((await resend("soon@example.com", cookie)).status).toBe(202);
  });

  test("of an address with an account signs in there, and makes no second one", async () => {
    const { email } = await makeUser();
    const { request, code, token } = await begun(email);
    expect(token).toBe("");
    const entered = await enter(request, code);
    expect(codeOf(entered)).toBe("200 signed-in");
    expect((await api.call("GET", "/api/users/me", { cookie: sessionIn(entered) })).body.name).toBe("Person");
    expect(await rows(db, sql`select id from identity_users where email_key = ${email}`)).toHaveLength(1);
  });

  test("tells nobody whether there is an account: wrong codes and new mails are answered alike", async () => {
    const { email } = await makeUser();
    const answersFor = async (address: string) => {
      const { request } = await begun(address);
      const said = [codeOf(await enter(request, "0000 0000"))];
      said.push(String((await resend(address)).status));
      await mails();
      await later("6 minutes");
      for (let at = 0; at < 6; at += 1) said.push(codeOf(await enter(request, "0000 0000")));
      await later("5 minutes");
      return [...said, codeOf(await enter(request, "0000 0000"))];
    };
    expect(await answersFor(email)).toEqual(await answersFor("no-account@example.com"));
  });
});
