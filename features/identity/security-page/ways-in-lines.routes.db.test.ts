import { createHash, createHmac } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import {
  captcha,
  db,
  freshIp,
  mails,
  makeUser,
  PASSWORD,
  signIn,
  tokenOf,
} from "#features/identity/identity-routes.factory.ts";
import { SoftAuthenticator } from "#features/identity/passkeys/passkeys.factory.ts";
import { passkeyRoutes } from "#features/identity/passkeys/passkeys.routes.ts";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { secondFactorRoutes } from "#features/identity/second-factor/second-factor.routes.ts";
import { securityEventKinds } from "#features/identity/security-log/security-log.rules.ts";
import { securityLogRoutes } from "#features/identity/security-page/security-page.routes.ts";
import { resolveActor, sessionRoutes } from "#features/identity/sessions/sessions.routes.ts";
import { telegram } from "#features/identity/social/gateway/telegram.gateway.ts";
import { makeSocialRoutes } from "#features/identity/social/social.routes.ts";
import { one } from "#lib/db/query.ts";
import { locales } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";

const BOT = "12345:a-token-of-the-tests";
const api = testApi(
  db,
  [
    ...identityRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...makeSocialRoutes([telegram(BOT)]),
    ...sessionRoutes,
    ...securityLogRoutes,
  ],
  resolveActor,
);

const post = (path: string, body?: unknown, cookie?: string) =>
  api.call("POST", `/api/auth/${path}`, {
    ...(body ? { body } : {}),
    headers: { cookie: cookie ?? "" },
    ip: freshIp(),
  });
const sessionIn = ({ setCookies }: Answer) => /authToken=([\w-]+)/.exec(setCookies.join("\n"))?.[1] ?? "";
/** The newest lines of a log: what happened, and to which one of its kind. */
async function linesOf(cookie: string, count: number) {
  const { body } = await api.call("GET", "/api/users/security-events", { cookie });
  return (body.events as { kind: string; what: string }[])
    .slice(0, count)
    .map(({ kind, what }) => [kind, what]);
}
async function givenOwner() {
  const { email } = await makeUser();
  const session = await signIn(email);
  return { session, cookie: `authToken=${session}` };
}
async function now() {
  const { ms } = await one<{ ms: number }>(
    db,
    sql`select floor(extract(epoch from app_now()) * 1000)::bigint as ms`,
  );
  return ms;
}

describe("the security log has a line", () => {
  test("for a passkey that was added and for one that was removed, by its name", async () => {
    const { session, cookie } = await givenOwner();
    const { options } = (await post("passkeys/options", { password: PASSWORD }, cookie)).body;
    const passkey = new SoftAuthenticator().make(options);
    const { id } = (await post("passkeys", { name: "Phone", passkey }, cookie)).body;
    expect((await post(`passkeys/${id}/remove`, { password: "wrong words" }, cookie)).status).toBe(403);
    expect((await post(`passkeys/${id}/remove`, { password: PASSWORD }, cookie)).status).toBe(200);
    expect(await linesOf(session, 3)).toEqual([
      ["passkeyRemoved", "Phone"],
      ["passkeyAdded", "Phone"],
      ["signedInByPassword", ""],
    ]);
  });

  test("for an account elsewhere that was linked and for one that was unlinked, by its name", async () => {
    const { session, cookie } = await givenOwner();
    const started = await post("social/link/start", { provider: "telegram", password: PASSWORD }, cookie);
    const trip = /social-trip=([^;]+)/.exec(started.setCookies.join("\n"))?.[1] ?? "";
    const said = {
      id: 9_101,
      first_name: "Ada",
      username: "ada",
      auth_date: Math.floor((await now()) / 1_000),
    };
    const lines = Object.entries(said).map(([name, value]) => `${name}=${value}`);
    const key = createHash("sha256").update(BOT).digest();
    const hash = createHmac("sha256", key).update(lines.sort().join("\n")).digest("hex");
    const fragment = `#tgAuthResult=${Buffer.from(JSON.stringify({ ...said, hash })).toString("base64url")}`;
    const query = new URL(new URL(started.body.url).searchParams.get("return_to") ?? "").search.slice(1);
    const back = await post("social/finish", { query, fragment }, `${cookie}; social-trip=${trip}`);
    expect(back.body.status).toBe("linked");
    const { accounts } = (await api.call("GET", "/api/auth/social", { cookie: session })).body;
    expect((await post(`social/${accounts[0].id}/remove`, undefined, cookie)).status).toBe(200);
    expect(await linesOf(session, 3)).toEqual([
      ["socialUnlinked", accounts[0].label],
      ["socialLinked", "Telegram"],
      ["signedInByPassword", ""],
    ]);
  });

  test("for a second factor that was turned on and for one that was turned off", async () => {
    const { cookie } = await givenOwner();
    const { seed } = (await post("second-factor/setup", { password: PASSWORD }, cookie)).body;
    const enabled = await post("second-factor/enable", { code: codeAt(seed, await now()) }, cookie);
    const [code] = enabled.body.backupCodes as string[];
    const on = `authToken=${sessionIn(enabled)}`;
    const off = await post("second-factor/disable", { password: PASSWORD, code }, on);
    expect(off.status).toBe(200);
    const kinds = (await linesOf(sessionIn(off), 20)).map(([kind]) => kind);
    expect(kinds.filter((kind) => kind?.startsWith("secondFactor"))).toEqual([
      "secondFactorOff",
      "secondFactorOn",
    ]);
  });

  test("for the first login that a registration ends with", async () => {
    const email = "newcomer.log@example.com";
    const wish = { email, agreePrivacy: true, agreeOffer: true, captcha: await captcha(0, "registration") };
    const begun = await post("registration", wish);
    const token = tokenOf((await mails()).find(({ to }) => to === email)?.text ?? "");
    const confirmed = await post("confirm-email", { token }, `registration=${begun.body.request}`);
    expect(confirmed.body.isSignedIn).toBe(true);
    expect(await linesOf(sessionIn(confirmed), 20)).toEqual([["signedInByRegistration", ""]]);
  });
});

test("each line of the security log has words of its own in every language", () => {
  for (const locale of locales) {
    const words = securityEventKinds.map((kind) =>
      translateMessage(locale, `identity.securityLog.kinds.${kind}`),
    );
    expect(new Set(words).size).toBe(securityEventKinds.length);
    const own = words.filter((text) => /^\P{Cc}+$/u.test(text) && !text.includes("identity."));
    expect(own).toHaveLength(securityEventKinds.length);
    if (locale === "en") continue;
    const english = securityEventKinds.map((kind) =>
      translateMessage("en", `identity.securityLog.kinds.${kind}`),
    );
    expect(words.filter((text, at) => text === english[at])).toEqual([]);
  }
});
