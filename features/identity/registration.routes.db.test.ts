import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { solveProofOfWork } from "#features/identity/captcha/proof-of-work.client.ts";
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
import { one, rows } from "#lib/db/query.ts";

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
    expect([confirmed.status, confirmed.body]).toEqual([
      200,
      { status: "confirmed", returnPath: null, isSignedIn: false },
    ]);
    const cookie = await signIn("anna@example.com");
    const me = await api.call("GET", "/api/users/me", { cookie });
    expect(me.body).toEqual({
      id: expect.any(Number),
      email: "anna@example.com",
      name: "Анна",
      dynamicFields: {
        ...{ e_id: expect.stringMatching(/\S/), is_p: false, country: null, custom_price: false },
        settings: {
          ...{ is_agent: false, is_referral_soft: false, apiKey: null, telegram: null, language: "ru" },
          ...{ two_factor_enabled: false, sound_on_code: true, info_on_active_purchases: true },
          ...{ lower_balance_threshold: null, phone: null },
        },
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
    expect(confirmed.body).toMatchObject({ status: "confirmed", returnPath: "/telegram?choice=tg.6.840" });
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
      expect([answer.status, Object.keys(answer.body), answer.body.status]).toEqual([
        ...[202, ["status", "request", "resendSeconds"], "confirmation-sent"],
      ]);
      await later("15 minutes");
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
      "ईमेल सही नहीं है",
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

  test("the tag of an address, which a stranger chose, is shown to nobody where no name was given", async () => {
    await register("victim+www.evil.example/win@example.com");
    const [mail] = await mails();
    expect(mail?.text).toContain("Hello, victim\n");
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("evil");
  });

  test("dots and plus make no second mailbox: four mails an hour are four", async () => {
    const spellings = ["a.nna", "an.na", "ann.a", "anna+1", "a.n.n.a", "a.n.na+x"];
    const answers: number[] = [];
    for (const [index, local] of spellings.entries()) {
      const host = index % 2 ? "gmail.com" : "googlemail.com";
      const body = { email: `${local}@${host}`, captcha: await captcha() };
      answers.push((await api.call("POST", "/api/auth/request-password", { body, ip: freshIp() })).status);
    }
    expect(answers).toEqual([202, 202, 202, 202, 429, 429]);
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
