import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { findCredentials } from "#features/identity/identity.reads.ts";
import {
  api,
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
import { rows } from "#lib/db/query.ts";

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
    expect((await mails()).map((mail) => mail.subject)).toEqual(["Your password at SMS Den was reset"]);
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

  test("a phone number is kept as E.164 however it was typed, cleared by null, and refused in words", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const save = (phone: string | null) =>
      api.call("PUT", "/api/users/settings", { cookie, body: { settings: { phone } } });
    expect((await save(" +1 (415) 555-2671 ")).body.dynamicFields.settings.phone).toBe("+14155552671");
    const refused = await save("+1 111 111 1111");
    expect([refused.status, refused.body.error.code]).toEqual([400, "PHONE_INVALID"]);
    expect((await api.call("GET", "/api/users/me", { cookie })).body.dynamicFields.settings.phone).toBe(
      "+14155552671",
    );
    expect((await save(null)).body.dynamicFields.settings.phone).toBeNull();
  });

  test("a key is shown once, works as bearer, and ends when it is rotated or removed", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const first = (await api.call("POST", "/api/users/api-key", { cookie, body: { password: PASSWORD } }))
      .body.apiKey;
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    const me = await api.call("GET", "/api/users/me", { bearer: first });
    expect(me.body.dynamicFields.settings.apiKey).toBe(`${first.slice(0, 6)}••••••`);
    expect(
      JSON.stringify(await rows(db, sql`select identity_api_keys::text as row from identity_api_keys`)),
    ).not.toContain(first);
    const second = (await api.call("POST", "/api/users/api-key", { cookie, body: { password: PASSWORD } }))
      .body.apiKey;
    expect((await api.call("GET", "/api/users/me", { bearer: first })).status).toBe(401);
    expect((await api.call("GET", "/api/users/me", { bearer: second })).status).toBe(200);
    expect((await api.call("DELETE", "/api/users/api-key", { cookie })).status).toBe(200);
    expect((await api.call("GET", "/api/users/me", { bearer: second })).status).toBe(401);
  });

  test("a key cannot change the account", async () => {
    const { email } = await makeUser();
    const cookie = await signIn(email);
    const bearer = (await api.call("POST", "/api/users/api-key", { cookie, body: { password: PASSWORD } }))
      .body.apiKey;
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
