import { createHash, createHmac } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, describe, expect, test } from "vitest";
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
  register,
  signIn,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { mailCodeRoutes } from "#features/identity/mail-code/mail-code.routes.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { makeOpenId } from "#features/identity/social/gateway/openid.gateway.ts";
import { telegram } from "#features/identity/social/gateway/telegram.gateway.ts";
import { makeSocialRoutes } from "#features/identity/social/social.routes.ts";
import { SOCIAL_RETURN_PATH } from "#features/identity/social/social.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { givenOpenIdProvider, type Stranger } from "#lib/testing/openid-provider.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { openIdClient } from "#lib/tooling/journeys/openid-client.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const provider = await givenOpenIdProvider(await findFreePort(), env.PUBLIC_URL + SOCIAL_RETURN_PATH);
afterAll(() => provider.stop());
const BOT = "12345:a-token-of-the-tests";
const gateways = [
  makeOpenId({ id: "oidc", name: "Example", issuer: provider.issuer, ...openIdClient }),
  makeOpenId({ id: "google", name: "Google", issuer: "http://127.0.0.1:9", clientId: "x", secret: "y" }),
  telegram(BOT),
];
const api = testApi(
  db,
  [
    ...identityRoutes,
    ...mailCodeRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...makeSocialRoutes(gateways),
    ...sessionRoutes,
  ],
  resolveActor,
);

const codeOf = ({ status, body }: Answer) => `${status} ${body.error?.code ?? body.status ?? "ok"}`;
const cookieOf = (answer: Answer, name: string) =>
  answer.setCookies.flatMap((line) => new RegExp(`^${name}=([^;]*)`).exec(line)?.[1] ?? [])[0] ?? "";
let strangers = 0;
const stranger = (facts: Partial<Stranger> = {}): Stranger => ({
  subject: `stranger-${++strangers}`,
  email: `stranger${strangers}@example.com`,
  name: "Ada Stranger",
  ...facts,
});

/** A browser: keeps the cookies that the API sets. */
class Browser {
  session = "";
  trip = "";

  async post(path: string, body: unknown): Promise<Answer> {
    const cookie = [
      ...(this.session ? [`authToken=${this.session}`] : []),
      ...(this.trip ? [`social-trip=${this.trip}`] : []),
    ].join("; ");
    const answer = await api.call("POST", `/api/auth/${path}`, { body, ip: freshIp(), headers: { cookie } });
    this.session = cookieOf(answer, "authToken") || this.session;
    this.trip = cookieOf(answer, "social-trip") || this.trip;
    return answer;
  }

  /** The page that the API sends the browser to. */
  async depart(body: object = {}): Promise<string> {
    const answer = await this.post("social/start", { provider: "oidc", ...body });
    expect(codeOf(answer)).toBe("200 ok");
    return answer.body.url;
  }

  async return(from: string): Promise<Answer> {
    return this.post("social/finish", { query: from });
  }

  /** All the way to the provider, where `who` says yes, and back. */
  async enterAs(who: Stranger, body: object = {}): Promise<Answer> {
    return this.return(await answerOf(who, await this.depart(body)));
  }

  async agree({ body }: Answer): Promise<Answer> {
    return this.post("social/registration", { ticket: body.ticket, agreePrivacy: true, agreeOffer: true });
  }
}

/** Follows the provider's pages as `who` and answers the query it sends the browser back with. */
async function answerOf(who: Stranger | null, url: string): Promise<string> {
  provider.person = who;
  const jar = new Map<string, string>();
  for (let next = url; ; ) {
    if (next.startsWith(env.PUBLIC_URL)) return new URL(next).search.slice(1);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
    await answer.arrayBuffer();
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    expect([302, 303]).toContain(answer.status);
    next = new URL(answer.headers.get("location") ?? "", next).href;
  }
}

/** Somebody who has registered by the provider. */
async function newcomer() {
  const browser = new Browser();
  const who = stranger();
  const agreed = await browser.agree(await browser.enterAs(who));
  expect(codeOf(agreed)).toBe("201 signed-in");
  const { id } = await one<{ id: UserId }>(db, sql`select id from identity_users where email = ${who.email}`);
  return { browser, who, userId: id };
}

describe("an account elsewhere", () => {
  test("makes an account here when its owner agrees, once, and signs in from then on without asking", async () => {
    const browser = new Browser();
    const who = stranger();
    const first = await browser.enterAs(who, { returnPath: "/telegram?choice=tg.6.840" });
    expect(first.body).toMatchObject({
      status: "consent-needed",
      email: who.email,
      returnPath: "/telegram?choice=tg.6.840",
    });
    expect(await rows(db, sql`select id from identity_users where email = ${who.email}`)).toEqual([]);
    const { ticket } = first.body;
    const without = await browser.post("social/registration", {
      ticket,
      agreePrivacy: true,
      agreeOffer: false,
    });
    expect(codeOf(without)).toBe("400 VALIDATION");
    const both = await Promise.all([browser.agree(first), browser.agree(first)]);
    expect(both.map(codeOf).sort()).toEqual(["201 signed-in", "401 SOCIAL_EXPIRED"]);
    const me = await api.call("GET", "/api/users/me", { cookie: browser.session });
    expect(me.body).toMatchObject({ email: who.email, name: "Ada Stranger" });
    expect(codeOf(await new Browser().enterAs({ ...who, email: "moved@example.com" }))).toBe("200 signed-in");
  });

  test("does not take the place of the second factor", async () => {
    const { who, userId } = await newcomer();
    await withTransaction(db, (tx) => seedSecondFactor(tx, userId, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"));
    const entered = await new Browser().enterAs(who);
    expect(codeOf(entered)).toBe("200 second-factor");
    expect(entered.setCookies.filter((line) => line.startsWith("authToken"))).toEqual([]);
  });

  test("of a suspended account opens nothing", async () => {
    const { who, userId } = await newcomer();
    await suspendUser(db, userId, true);
    expect(codeOf(await new Browser().enterAs(who))).toBe("403 ACCOUNT_SUSPENDED");
  });

  test("whose address an account has asks for the login to that account first, and is linked by it alone", async () => {
    const { email } = await makeUser();
    const who = stranger({ email: email.toUpperCase() });
    const browser = new Browser();
    const answer = await browser.enterAs(who);
    expect(answer.body).toMatchObject({ status: "login-needed", email });
    const { ticket } = answer.body;
    expect(codeOf(await browser.post("social/link", { ticket }))).toBe("401 UNAUTHORIZED");
    expect(codeOf(await browser.agree(answer))).toBe("401 SOCIAL_EXPIRED");
    browser.session = await signIn((await makeUser()).email);
    expect(codeOf(await browser.post("social/link", { ticket }))).toBe("401 SOCIAL_EXPIRED");
    browser.session = await signIn(email);
    expect(codeOf(await browser.post("social/link", { ticket }))).toBe("200 linked");
    expect(codeOf(await browser.post("social/link", { ticket }))).toBe("401 SOCIAL_EXPIRED");
    expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
      [email, "Example opens your account at SMS Den now"],
    ]);
    expect(codeOf(await new Browser().enterAs(who))).toBe("200 signed-in");
  });

  test("with an address that the provider has not confirmed takes over nothing and makes nothing", async () => {
    const { email } = await makeUser();
    for (const address of [email, "brand-new@example.com"]) {
      const who = stranger({ email: address, isConfirmed: false });
      expect(codeOf(await new Browser().enterAs(who))).toBe("403 SOCIAL_EMAIL_UNCONFIRMED");
    }
    expect(codeOf(await new Browser().enterAs({ subject: "no-address" }))).toBe("403 SOCIAL_UNKNOWN");
    const left = await rows(
      db,
      sql`select subject from identity_social_tickets where email in (${email}, 'brand-new@example.com')`,
    );
    expect(left).toEqual([]);
  });

  test("ends a registration by password that waits for the same address", async () => {
    const who = stranger();
    await register(who.email as string);
    const [confirmation] = await mails();
    const browser = new Browser();
    await browser.agree(await browser.enterAs(who));
    const token = tokenOf(confirmation?.text ?? "");
    const confirmed = await api.call("POST", "/api/auth/confirm-email", { body: { token } });
    expect(codeOf(confirmed)).toBe("400 LINK_INVALID");
  });
});

describe("the way to the provider and back", () => {
  test("counts once, in the browser that began it, and within ten minutes", async () => {
    const who = stranger();
    const victim = new Browser();
    const back = await answerOf(who, await victim.depart());
    // An attacker's answer in somebody else's browser would sign them in to the attacker's account.
    const other = new Browser();
    await other.depart();
    expect(codeOf(await other.return(back))).toBe("401 SOCIAL_EXPIRED");
    expect(codeOf(await new Browser().return(back))).toBe("401 SOCIAL_EXPIRED");
    expect(codeOf(await victim.return(back))).toBe("200 consent-needed");
    expect(codeOf(await victim.return(back))).toBe("401 SOCIAL_EXPIRED");
    const late = await answerOf(who, await victim.depart());
    await later("10 minutes 1 second");
    expect(codeOf(await victim.return(late))).toBe("401 SOCIAL_EXPIRED");
  });

  test("believes no answer that was made for another way, and none that was changed", async () => {
    const browser = new Browser();
    const [first, second] = [await browser.depart(), await browser.depart()];
    const answers = [await answerOf(stranger(), first), await answerOf(stranger(), second)];
    const [code, state] = answers.map((query) => new URLSearchParams(query));
    const mixed = new URLSearchParams(state);
    // Code and nonce of one way, state of the other: PKCE and nonce are not those that it began with.
    mixed.set("code", code?.get("code") ?? "");
    expect(codeOf(await browser.return(String(mixed)))).toBe("403 SOCIAL_REFUSED");
    const forged = new URLSearchParams(answers[0]);
    forged.set("code", "made-up");
    expect(codeOf(await browser.return(String(forged)))).toBe("403 SOCIAL_REFUSED");
  });

  test("tells when the person says no, when the provider cannot be reached and when there is none of the name", async () => {
    const browser = new Browser();
    expect(codeOf(await browser.return(await answerOf(null, await browser.depart())))).toBe(
      "403 SOCIAL_REFUSED",
    );
    expect(codeOf(await browser.post("social/start", { provider: "google" }))).toBe("503 SOCIAL_UNREACHABLE");
    const none = testApi(db, makeSocialRoutes([]), resolveActor);
    const answer = await none.call("POST", "/api/auth/social/start", { body: { provider: "oidc" } });
    expect(codeOf(answer)).toBe("404 SOCIAL_NOT_FOUND");
  });
});

describe("in the settings", () => {
  async function withLink() {
    const { email, userId } = await makeUser();
    const browser = new Browser();
    browser.session = await signIn(email);
    const who = stranger();
    const start = (password: string) => browser.post("social/link/start", { provider: "oidc", password });
    return { email, userId, browser, who, start };
  }

  test("an account elsewhere is linked with the password in hand, whatever address it has, and unlinked", async () => {
    const { browser, who, start, email } = await withLink();
    expect(codeOf(await start("wrong words"))).toBe("403 PASSWORD_WRONG");
    const started = await start(PASSWORD);
    expect(codeOf(await browser.return(await answerOf(who, started.body.url)))).toBe("200 linked");
    const view = (await api.call("GET", "/api/auth/social", { cookie: browser.session })).body;
    expect(view).toMatchObject({ hasPassword: true, accounts: [{ provider: "oidc", label: who.email }] });
    expect(view.providers.map(({ name }: { name: string }) => name)).toEqual([
      "Example",
      "Google",
      "Telegram",
    ]);
    expect(codeOf(await new Browser().enterAs(who))).toBe("200 signed-in");
    const path = `social/${view.accounts[0].id}/remove`;
    const foreign = new Browser();
    foreign.session = await signIn((await makeUser()).email);
    expect(codeOf(await foreign.post(path, undefined))).toBe("404 SOCIAL_NOT_FOUND");
    expect(codeOf(await browser.post(path, undefined))).toBe("200 removed");
    expect(codeOf(await new Browser().enterAs(who))).toBe("200 consent-needed");
    expect((await mails()).map(({ to }) => to)).toEqual([email, email]);
  });

  test("one that opens another account already stays with it", async () => {
    const { who } = await newcomer();
    const { browser, start } = await withLink();
    const back = await answerOf(who, (await start(PASSWORD)).body.url);
    expect(codeOf(await browser.return(back))).toBe("409 SOCIAL_TAKEN");
  });

  test("a way to link that somebody else finishes, or nobody who is signed in, links nothing", async () => {
    const { browser, who, start, userId } = await withLink();
    const back = await answerOf(who, (await start(PASSWORD)).body.url);
    browser.session = await signIn((await makeUser()).email);
    expect(codeOf(await browser.return(back))).toBe("401 SOCIAL_EXPIRED");
    expect(await rows(db, sql`select id from identity_social_accounts where user_id = ${userId}`)).toEqual(
      [],
    );
  });

  test("the last one is removed without a password, and a mailed code opens the account then", async () => {
    const { browser, who } = await newcomer();
    const view = (await api.call("GET", "/api/auth/social", { cookie: browser.session })).body;
    expect([view.hasPassword, view.accounts.length]).toEqual([false, 1]);
    const path = `social/${view.accounts[0].id}/remove`;
    expect(codeOf(await browser.post(path, undefined))).toBe("200 removed");
    await mails();
    const asked = await api.call("POST", "/api/auth/login/mail-code/request", {
      body: { email: who.email, captcha: await captcha(0, "mail") },
      ip: freshIp(),
    });
    const code = /\b\d{4} \d{4}\b/.exec((await mails()).at(-1)?.text ?? "")?.[0];
    const body = { request: asked.body.request, code };
    const entered = await api.call("POST", "/api/auth/login/mail-code", { body, ip: freshIp() });
    expect(codeOf(entered)).toBe("200 signed-in");
  });

  test("a password that is set by mail ends the links, and what is linked again may go", async () => {
    const { browser, who } = await newcomer();
    await api.call("POST", "/api/auth/request-password", {
      body: { email: who.email, captcha: await captcha() },
      ip: freshIp(),
    });
    const token = tokenOf((await mails()).at(-1)?.text ?? "");
    const reset = await api.call("POST", "/api/auth/reset-password", { body: { token, password: PASSWORD } });
    expect(reset.status).toBe(200);
    await mails();
    expect(codeOf(await new Browser().enterAs(who))).toBe("200 login-needed");
    browser.session = await signIn(who.email as string);
    const started = await browser.post("social/link/start", { provider: "oidc", password: PASSWORD });
    expect(codeOf(await browser.return(await answerOf(who, started.body.url)))).toBe("200 linked");
    const again = (await api.call("GET", "/api/auth/social", { cookie: browser.session })).body;
    expect(codeOf(await browser.post(`social/${again.accounts[0].id}/remove`, undefined))).toBe(
      "200 removed",
    );
    await mails();
  });
});

describe("Telegram", () => {
  type Said = Record<string, string | number>;
  const sign = (said: Said, token = BOT) => {
    const lines = Object.entries(said).map(([name, value]) => `${name}=${value}`);
    const key = createHash("sha256").update(token).digest();
    return createHmac("sha256", key).update(lines.sort().join("\n")).digest("hex");
  };
  const fragmentOf = (said: Said) =>
    `#tgAuthResult=${Buffer.from(JSON.stringify(said)).toString("base64url")}`;
  async function now(): Promise<number> {
    const row = await one<{ at: number }>(db, sql`select floor(extract(epoch from app_now()))::int as at`);
    return row.at;
  }
  async function back(browser: Browser, url: string, fragment: string): Promise<Answer> {
    const query = new URL(new URL(url).searchParams.get("return_to") ?? "").search.slice(1);
    return browser.post("social/finish", { query, fragment });
  }

  test("opens the account that it is linked to, and none that it is not: it tells no address", async () => {
    const { email } = await makeUser();
    const browser = new Browser();
    browser.session = await signIn(email);
    const said = { id: 777, first_name: "Ada", username: "ada", auth_date: await now() };
    const fragment = fragmentOf({ ...said, hash: sign(said) });
    const guest = new Browser();
    expect(codeOf(await back(guest, await guest.depart({ provider: "telegram" }), fragment))).toBe(
      "403 SOCIAL_UNKNOWN",
    );
    const started = await browser.post("social/link/start", { provider: "telegram", password: PASSWORD });
    expect(codeOf(await back(browser, started.body.url, fragment))).toBe("200 linked");
    expect(codeOf(await back(guest, await guest.depart({ provider: "telegram" }), fragment))).toBe(
      "200 signed-in",
    );
    await mails();
  });

  test("is believed only when its answer is signed with the bot's token, whole and fresh", async () => {
    const browser = new Browser();
    const said: Said = { id: 778, first_name: "Ada", auth_date: await now() };
    const old: Said = { ...said, auth_date: Number(said.auth_date) - 3_600 };
    for (const bad of [
      { ...said, hash: sign(said, "1:another-token") },
      { ...said, id: 779, hash: sign(said) },
      { ...old, hash: sign(old) },
      { ...said, hash: "0".repeat(64) },
      said,
    ]) {
      const url = await browser.depart({ provider: "telegram" });
      expect(codeOf(await back(browser, url, fragmentOf(bad)))).toBe("403 SOCIAL_REFUSED");
    }
  });
});
