import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import {
  guestEmail,
  openForm,
  type SentForm,
  solveCaptcha,
} from "#features/identity/captcha/open-forms.factory.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { partnerClosing } from "#features/partners/closing.writes.ts";
import { partnerApplicationRoutes } from "#features/partners/partner-applications/partner-applications.routes.ts";
import { forgetDeclined } from "#features/partners/partner-applications/partner-applications.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...partnerApplicationRoutes, ...identityRoutes]);
const filledIn = {
  ...{ contact: "@anna", simCountries: "Latvia, Kazakhstan", modems: "Ejoin ACOM632", ports: 16 },
  about: "64 SIM cards, replaced every week",
};

beforeEach(async () => {
  await execute(owner, sql`truncate partners_applications cascade`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`delete from identity_promised_partners`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

const apply = openForm(api, "/api/partner-applications", (nth, isGuest) => ({
  ...filledIn,
  ...guestEmail(nth, isGuest),
}));

const codeOf = ({ status, body }: Answer) => [status, body.error?.code];
const stored = () =>
  rows<{ email: string; userId: number | null; simCountries: string; ports: number }>(
    owner,
    sql`select email, user_id as "userId", sim_countries as "simCountries", ports from partners_applications order by id`,
  );

describe("a partner's application", () => {
  test("of a guest is recorded, and its receipt goes out in the form's language", async () => {
    const answer = await apply({
      email: "Anna+sim@Example.com",
      simCountries: " Latvia ,Chile,",
      locale: "ru",
    });
    expect([answer.status, answer.body]).toEqual([202, { status: "accepted" }]);
    expect(await stored()).toEqual([
      { email: "anna+sim@example.com", userId: null, simCountries: "Latvia, Chile", ports: 16 },
    ]);
    const [mail, ...more] = await runDueJobs(db, []);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: "anna+sim@example.com",
      subject: expect.stringContaining("мы получили вашу заявку"),
    });
    expect(mail?.text).toContain("/ru/partner-program");
    expect(mail?.text).not.toContain("@anna");
  });

  test("of who is signed in is the account's own, needs no captcha, and is written about in its language", async () => {
    const user = await givenAccount(owner, newApiKey());
    await execute(owner, sql`update identity_users set locale = 'es' where id = ${user}`);
    expect((await apply({ user, email: "somebody.else@example.com" })).status).toBe(202);
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email from identity_users where id = ${user}`,
    );
    expect(await stored()).toMatchObject([{ email, userId: user }]);
    const [mail] = await runDueJobs(db, []);
    expect(mail).toMatchObject({
      to: email,
      subject: expect.stringContaining("hemos recibido su solicitud"),
    });
  });

  test("sent again after a lost answer is the same one, with its spent captcha; other words under the key are refused", async () => {
    const [key, email, spent] = [crypto.randomUUID(), "again@example.com", await solveCaptcha(api)];
    expect((await apply({ key, email, captcha: spent })).status).toBe(202);
    const again = await apply({ key, email, captcha: spent });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(codeOf(await apply({ key, email, ports: 17 }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(await stored()).toHaveLength(1);
    expect(await runDueJobs(db, [])).toHaveLength(1);
  });

  test("is the only one that waits of an account, which is told so, and of an address, of which nobody is told", async () => {
    const user = await givenAccount(owner, newApiKey());
    expect((await apply({ user })).status).toBe(202);
    expect(codeOf(await apply({ user, ports: 32 }))).toEqual([409, "PARTNER_APPLICATION_OPEN"]);
    const email = (await stored())[0]?.email;
    expect((await apply({ email, ports: 64 })).status).toBe(202);
    const both = await Promise.all([
      apply({ email: "twice@example.com" }),
      apply({ email: "twice+x@example.com" }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    expect(await stored()).toHaveLength(2);
    expect(await stored()).toMatchObject([{ email, ports: 16 }, { ports: 16 }]);
    expect(await runDueJobs(db, [])).toHaveLength(2);
  });

  test("of a guest goes when the account with its address is closed, and those of others stay", async () => {
    const user = await givenAccount(owner, newApiKey());
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email from identity_users where id = ${user}`,
    );
    expect((await apply({ email })).status).toBe(202);
    await execute(
      owner,
      sql`update partners_applications set state = 'declined', reason = 'no SIM cards', decided_by = 1, decided_at = app_now()`,
    );
    expect((await apply({ email })).status).toBe(202);
    expect((await apply({ email: "other@example.com" })).status).toBe(202);
    expect(await runDueJobs(db, [])).toHaveLength(3);
    await withTransaction(db, async (tx) => partnerClosing.forget?.(tx, user));
    const left = await rows(
      owner,
      sql`select email, email_key as key, contact, state from partners_applications order by id`,
    );
    const [other, nobody] = ["other@example.com", "nobody@closed.invalid"];
    expect(left).toEqual([
      { email: nobody, key: nobody, contact: "---", state: "declined" },
      { email: other, key: other, contact: "@anna", state: "waiting" },
    ]);
  });

  test("of a partner is refused", async () => {
    const user = await givenAccount(owner, newApiKey());
    await execute(owner, sql`update identity_users set is_partner = true where id = ${user}`);
    expect(codeOf(await apply({ user }))).toEqual([409, "ALREADY_PARTNER"]);
  });

  test.each([
    [{ contact: " " }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ simCountries: "" }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ modems: "" }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ about: "\n" }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ email: " " }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ email: undefined }, "PARTNER_FIELD_MISSING", "Required to fill in"],
    [{ email: "a@b" }, "INVALID_EMAIL", /^Invalid email/],
    [{ simCountries: "Latvia,,Chile" }, "PARTNER_COUNTRIES_INCORRECT", /commas/],
    [{ simCountries: "1, 2" }, "PARTNER_COUNTRIES_INCORRECT", /commas/],
    [{ ports: 15 }, "PARTNER_PORTS_TOO_FEW", /16 ports or more/],
    [{ ports: 0 }, "PARTNER_PORTS_TOO_FEW", /16 ports or more/],
    [{ ports: -16 }, "VALIDATION", /./],
    [{ ports: 16.5 }, "VALIDATION", /./],
    [{ ports: "16" }, "VALIDATION", /./],
    [{ ports: 100_001 }, "VALIDATION", /./],
    [{ contact: "x".repeat(201) }, "VALIDATION", /./],
    [{ about: "x".repeat(2_001) }, "VALIDATION", /./],
    [{ state: "approved" }, "VALIDATION", /./],
    [{ captcha: undefined }, "CAPTCHA_REQUIRED", /./],
    [{ captcha: "made up" }, "CAPTCHA_FAILED", /./],
  ])("with %j is refused with the field's message and leaves nothing", async (wrong, code, message) => {
    const answer = await apply(wrong);
    expect([answer.status >= 400 && answer.status < 500, answer.body.error.code]).toEqual([true, code]);
    expect(answer.body.error.message).toMatch(message);
    expect(await stored()).toEqual([]);
    expect(await runDueJobs(db, [])).toEqual([]);
  });

  test("says which field is missing, in the caller's language", async () => {
    const { body } = await apply({ modems: " ", locale: "ru" });
    expect(body.error).toMatchObject({ message: "Обязательно для заполнения", details: { field: "modems" } });
  });

  test("is not taken without end from one address, one account or one network", async () => {
    const flood = async (sent: SentForm) => {
      const answer = await apply(sent);
      await execute(owner, sql`delete from partners_applications`);
      return codeOf(answer);
    };
    const user = await givenAccount(owner, newApiKey());
    for (const sent of [{ user }, { email: "flood@gmail.com" }]) {
      for (let at = 0; at < 5; at += 1) expect(await flood(sent)).toEqual([202, undefined]);
      expect(await flood(sent)).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    }
    expect(await flood({ email: "f.lood@gmail.com" })).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    const ip = "203.0.113.7";
    for (let at = 0; at < 30; at += 1) expect((await flood({ ip }))[0]).toBe(202);
    expect((await flood({ ip }))[0]).not.toBe(202);
    expect((await flood({})).at(0)).toBe(202);
  });
});

test("declined applications are forgotten after 180 days, the others stay", async () => {
  for (const state of ["declined", "approved", "waiting"]) await apply({ contact: state });
  await execute(
    owner,
    sql`update partners_applications set state = contact, reason = 'no', decided_by = 1, decided_at = app_now() where contact <> 'waiting'`,
  );
  await moveClock(owner, "179 days");
  expect(await forgetDeclined(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetDeclined(db)).toBe(1);
  expect(await stored()).toHaveLength(2);
  // Nobody has decided about these.
  await execute(owner, sql`truncate partners_applications cascade`);
});
