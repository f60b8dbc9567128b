import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import {
  forgetServiceRequests,
  mailDecided,
  tellWhatIsOnSale,
} from "#features/community/service-requests/fulfilled-requests.writes.ts";
import { listWantedSites } from "#features/community/service-requests/service-requests.reads.ts";
import { serviceRequestRoutes } from "#features/community/service-requests/service-requests.routes.ts";
import {
  answerSite,
  closeSite,
  linkSite,
} from "#features/community/service-requests/service-requests.writes.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { guestEmail, openForm, solveCaptcha } from "#features/identity/captcha/open-forms.factory.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...serviceRequestRoutes, ...identityRoutes]);
const [TELEGRAM, INDONESIA, STAFF] = [52, 6, 9];

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
});
beforeEach(async () => {
  await execute(owner, sql`truncate community_service_requests, community_sites`);
  await execute(owner, sql`delete from pricing_offers`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

const ask = openForm(api, "/api/service-requests", (nth, isGuest) => ({
  website: "example.com",
  smsText: "Your code is 12345",
  ...guestEmail(nth, isGuest),
}));

const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const stored = () =>
  rows<{ state: string; email: string | null }>(
    owner,
    sql`select state, email from community_service_requests order by id`,
  );
const decide = (work: typeof closeSite, site = "example.com") =>
  withTransaction(db, (tx) => work(tx, { site, staffId: STAFF, reason: "looked at it" }));
const link = (serviceId: number) =>
  withTransaction(db, (tx) =>
    linkSite(tx, { site: "example.com", staffId: STAFF, reason: "the same", serviceId }),
  );
async function mails() {
  await tellWhatIsOnSale(db);
  await mailDecided(db);
  return runDueJobs(db, []);
}

describe("a request for a service", () => {
  test("of a guest is accepted and counted with equal ones under one spelling of the website", async () => {
    expect(await ask({ website: "https://www.Example.com/login" })).toMatchObject({
      status: 202,
      body: { status: "accepted" },
    });
    await ask({ website: "example.com", countryId: INDONESIA, priceKopecks: 5_000 });
    await ask({ website: "other.example.org" });
    const found = await listWantedSites(db, { after: 0, limit: 10 });
    expect(found.map(({ place, site, count }) => [place, site, count])).toEqual([
      [1, "example.com", 2],
      [2, "other.example.org", 1],
    ]);
    expect(found[0]?.countries).toEqual(
      expect.arrayContaining([
        { countryId: null, count: 1 },
        { countryId: INDONESIA, count: 1 },
      ]),
    );
    expect(found[0]?.newest[0]).toMatchObject({ website: "example.com", priceKopecks: 5_000 });
    expect((await listWantedSites(db, { after: 1, limit: 10 })).map(({ site }) => site)).toEqual([
      "other.example.org",
    ]);
  });

  test("asked twice is one: by a lost answer's key with a spent captcha, and by the same person again", async () => {
    const [key, email, spent] = [crypto.randomUUID(), "same.person@gmail.com", await solveCaptcha(api)];
    expect((await ask({ key, email, captcha: spent })).status).toBe(202);
    const again = await ask({ key, email, captcha: spent });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect((await ask({ email: "sameperson+x@gmail.com" })).status).toBe(202);
    expect(await stored()).toHaveLength(1);
    expect(codeOf(await ask({ key, email, smsText: "other" }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });

  test.each([
    [{ website: "nothing" }, "WEBSITE_INCORRECT"],
    [{ email: " " }, "EMAIL_MISSING"],
    [{ email: "a@b" }, "INVALID_EMAIL"],
    [{ captcha: undefined }, "CAPTCHA_REQUIRED"],
    [{ captcha: "made up" }, "CAPTCHA_FAILED"],
    [{ serviceId: 999_999 }, "SERVICE_NOT_FOUND"],
    // Russian numbers are not sold.
    [{ countryId: 0 }, "COUNTRY_NOT_FOUND"],
    [{ smsText: "  " }, "VALIDATION"],
    [{ smsText: "a.com b.com c.com d.com" }, "TOO_MANY_LINKS"],
    [{ priceKopecks: 0 }, "VALIDATION"],
  ])("that is not right is refused and leaves nothing: %j", async (wrong, code) => {
    const answer = await ask(wrong);
    expect([answer.status >= 400 && answer.status < 500, answer.body.error.code]).toEqual([true, code]);
    expect(await stored()).toEqual([]);
  });

  test("is not taken without end from one account", async () => {
    for (let at = 0; at < 10; at += 1)
      expect((await ask({ user: 77, website: `site${at}.example.com` })).status).toBe(202);
    expect(codeOf(await ask({ user: 77, website: "more.example.com" }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect((await ask({ user: 78, website: "more.example.com" })).status).toBe(202);
  });

  test.each([
    ["a tag behind a plus", (nth: number) => `me+${nth}@example.com`],
    ["dots and tags at Gmail", (nth: number) => `${nth % 2 === 0 ? "m.e" : "me"}+${nth}@gmail.com`],
    ["Gmail's other name", (nth: number) => (nth === 10 ? "me@googlemail.com" : "me@gmail.com")],
  ])(
    "is not taken without end from one mailbox, spelt with %s, and leaves nothing then",
    async (_, spelt) => {
      for (let nth = 0; nth < 10; nth += 1)
        expect((await ask({ email: spelt(nth), website: `site${nth}.example.com` })).status).toBe(202);
      const before = await stored();
      const more = { website: "more.example.com" };
      expect(codeOf(await ask({ ...more, email: spelt(10) }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
      expect(await stored()).toEqual(before);
      expect((await ask({ ...more, email: "you+1@example.com" })).status).toBe(202);
    },
  );

  test("is not taken without end from one network either, however many accounts ask there", async () => {
    const ip = "203.0.113.9";
    for (let user = 101; user <= 130; user += 1) expect((await ask({ user, ip })).status).toBe(202);
    expect(codeOf(await ask({ user: 131, ip }))).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect((await ask({ user: 131, ip: "192.0.2.77" })).status).toBe(202);
  });

  test("is kept as plain text, with what makes the staff look twice at it", async () => {
    await ask({
      ...{ website: " example.com\u202e", smsText: "Code\u200b 1\r\nsee evil.com" },
      email: "somebody@mailinator.com",
    });
    const [wanted] = await listWantedSites(db, { after: 0, limit: 10 });
    expect(wanted?.newest).toMatchObject([
      { website: "example.com", smsText: "Code 1\nsee evil.com", flags: ["disposable", "links"] },
    ]);
  });

  test("with one long text for many websites is flagged and, from the sixth on, refused; for one website all are taken", async () => {
    const smsText = "Our numbers are the best of all numbers, and cheap today";
    for (let at = 0; at < 5; at += 1)
      expect((await ask({ website: `site${at}.example.com`, smsText })).status).toBe(202);
    expect(codeOf(await ask({ website: "site5.example.com", smsText: `${smsText}!` }))).toEqual([
      409,
      "TEXT_REPEATED",
    ]);
    const flags = (await listWantedSites(db, { after: 0, limit: 10 })).flatMap(({ newest }) =>
      newest.map((request) => request.flags.join()),
    );
    expect(flags.toSorted()).toEqual(["", ...Array.from({ length: 4 }, () => "repeated")]);
    for (let at = 0; at < 7; at += 1)
      expect((await ask({ website: "one.example.org", smsText: `Hello, ${smsText}` })).status).toBe(202);
  });
});

describe("who asked for a service that was not sold", () => {
  test("is told once by mail when it comes on sale in the wanted country, and the address is gone", async () => {
    await ask({ serviceId: TELEGRAM, countryId: INDONESIA, email: "here@example.com", locale: "ru" });
    await ask({ serviceId: TELEGRAM, countryId: 4, email: "elsewhere@example.com" });
    expect(await mails()).toEqual([]);
    await givenOffer(owner, { serviceId: TELEGRAM, countryId: INDONESIA });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: "here@example.com", subject: expect.stringContaining("Telegram") });
    expect(mail?.text).toContain("/ru/telegram?country=indonesia");
    expect(await stored()).toEqual([
      { state: "told", email: null },
      { state: "open", email: "elsewhere@example.com" },
    ]);
    expect(await mails()).toEqual([]);
  });

  test("is not told what was on sale when it was asked for, nor of API-only numbers", async () => {
    await givenOffer(owner, { serviceId: TELEGRAM, countryId: INDONESIA });
    await ask({ serviceId: TELEGRAM });
    await ask({ serviceId: 1 });
    await givenOffer(owner, { serviceId: 1, countryId: INDONESIA, apiOnly: true });
    expect(await mails()).toEqual([]);
  });

  test("is told when the staff say which service the website is; later requests for it know", async () => {
    await ask({ email: "first@example.com" });
    expect(await link(TELEGRAM)).toBe(1);
    await ask({ email: "second@example.com" });
    expect(await mails()).toEqual([]);
    await givenOffer(owner, { serviceId: TELEGRAM, countryId: INDONESIA });
    expect((await mails()).map(({ to }) => to).sort()).toEqual(["first@example.com", "second@example.com"]);
  });

  test("gets the staff's answer at the account's address and in its language, once", async () => {
    const user = await givenAccount(owner, newApiKey());
    await execute(owner, sql`update identity_users set locale = 'es' where id = ${user}`);
    await ask({ user });
    const answer = (tx: Parameters<typeof closeSite>[0], by: Parameters<typeof closeSite>[1]) =>
      answerSite(tx, { ...by, answer: "We look for a supplier <b>now</b>." });
    expect(await decide(answer)).toBe(1);
    await Promise.all([mailDecided(db), mailDecided(db)]);
    const [mail, ...more] = await runDueJobs(db, []);
    expect(more).toEqual([]);
    expect(mail?.to).toBe(
      (await one<{ email: string }>(owner, sql`select email from identity_users where id = ${user}`)).email,
    );
    expect(mail?.text).toContain("We look for a supplier <b>now</b>.");
    expect(mail?.html).not.toContain("<b>now</b>");
    expect(mail?.subject).toContain("su solicitud");
  });

  test("is not written to when the request is closed, and what is decided stays so", async () => {
    await ask();
    expect(await decide(closeSite)).toBe(1);
    expect(await mails()).toEqual([]);
    expect(await stored()).toEqual([{ state: "closed", email: null }]);
    await expect(decide(closeSite)).rejects.toMatchObject({ code: "SERVICE_REQUEST_NOT_FOUND" });
    const audited = await rows(
      owner,
      sql`select action from identity_audit where subject = 'site:example.com' and actor_id = ${STAFF}`,
    );
    expect(audited).toContainEqual({ action: "service-request.close" });
  });
});

test("decided requests are forgotten after 30 days, open ones after a year", async () => {
  await ask({ website: "closed.example.com" });
  await decide(closeSite, "closed.example.com");
  await ask();
  await moveClock(owner, "29 days");
  expect(await forgetServiceRequests(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetServiceRequests(db)).toBe(1);
  await moveClock(owner, "340 days");
  expect(await forgetServiceRequests(db)).toBe(1);
  expect(await stored()).toEqual([]);
});
