import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { listAwaitedGoods } from "#features/community/stock-alerts/stock-alerts.reads.ts";
import { stockAlertRoutes } from "#features/community/stock-alerts/stock-alerts.routes.ts";
import {
  forgetStockAlerts,
  mailStockAlerts,
  tellOfStock,
} from "#features/community/stock-alerts/stock-alerts.writes.ts";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { guestEmail, openForm } from "#features/identity/captcha/open-forms.factory.ts";
import { identityRoutes } from "#features/identity/identity-alone.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { createDb } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
const api = testApi(db, [...stockAlertRoutes, ...identityRoutes]);
const [TELEGRAM, WHATSAPP, INDONESIA, CHILE] = [52, 1, 6, 151];

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
});
beforeEach(async () => {
  await execute(owner, sql`truncate community_stock_alerts`);
  await execute(owner, sql`delete from pricing_offers`);
  await execute(owner, sql`delete from identity_throttles`);
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

const ask = openForm(api, "/api/stock-alerts", guestEmail);
const codeOf = ({ status, body }: { status: number; body: { error?: { code?: string } } }) => [
  status,
  body.error?.code,
];
const waiting = () =>
  rows<{ email: string | null; serviceId: number | null; countryId: number | null }>(
    owner,
    sql`select email, service_id as "serviceId", country_id as "countryId" from community_stock_alerts
        where told_at is null order by id`,
  );
/** What goes out once everything that is due was done. */
async function mails() {
  await tellOfStock(db);
  await Promise.all([mailStockAlerts(db), mailStockAlerts(db)]);
  return runDueJobs(db, []);
}

describe("whoever waits for numbers", () => {
  test("is told once, in the language of the asking, when they are on sale, and the guest's address goes", async () => {
    await ask({ serviceId: TELEGRAM, countryId: INDONESIA, email: "anna@example.com", locale: "ru" });
    expect(await mails()).toEqual([]);
    await givenOffer(owner, { serviceId: TELEGRAM, countryId: INDONESIA });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: "anna@example.com",
      subject: "Снова есть номера для Telegram: Индонезия",
    });
    expect(mail?.text).toContain("/ru/telegram?country=indonesia");
    expect(await rows(owner, sql`select email, mail_due from community_stock_alerts`)).toEqual([
      { email: null, mail_due: false },
    ]);
    expect(await mails()).toEqual([]);
  });

  test("with an account is written to at its address, about a country too", async () => {
    const user = await givenAccount(owner, newApiKey());
    await ask({ user, countryId: INDONESIA });
    await givenOffer(owner, { serviceId: WHATSAPP, countryId: INDONESIA });
    const [mail] = await mails();
    const { email } = await one<{ email: string }>(
      owner,
      sql`select email from identity_users where id = ${user}`,
    );
    expect(mail).toMatchObject({ to: email, subject: "Numbers from Indonesia are back" });
    expect(mail?.text).toContain("/countries/indonesia");
  });

  test.each([
    ["a service", { serviceId: TELEGRAM }, [true, false, true]],
    ["a country", { countryId: INDONESIA }, [true, true, false]],
    ["a service in a country", { serviceId: TELEGRAM, countryId: INDONESIA }, [true, false, false]],
  ])("is told of %s, and not of other goods", async (_, goods, expected) => {
    const offers = [
      { serviceId: TELEGRAM, countryId: INDONESIA },
      { serviceId: WHATSAPP, countryId: INDONESIA },
      { serviceId: TELEGRAM, countryId: CHILE },
    ];
    const told: boolean[] = [];
    for (const offer of offers) {
      await execute(owner, sql`truncate community_stock_alerts`);
      await execute(owner, sql`delete from pricing_offers`);
      await ask(goods);
      await givenOffer(owner, offer);
      told.push((await tellOfStock(db)) === 1);
    }
    expect(told).toEqual(expected);
  });

  test("is looked up among many offers in a moment, however many wait", async () => {
    await execute(
      owner,
      sql`insert into community_stock_alerts (email, locale, person_hash, service_id, country_id, idempotency_key, input_hash)
          select 'many@example.com', 'en', sha256(at::text::bytea), 1, 900000, 'alert ' || at, '' from generate_series(1, 5000) at`,
    );
    await execute(
      owner,
      sql`insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks,
            wholesale_kopecks, count, healthy)
          select 900000 + at, 1000 + at % 200, 1000 + at / 200, 1, 'any', 'own', 100, 200, 200, 5, true from generate_series(0, 19999) at`,
    );
    const hurried = createDb(url, { max: 2, statementTimeoutMs: 2_000 });
    try {
      expect(await tellOfStock(hurried)).toBe(0);
    } finally {
      await hurried.close();
    }
  });

  test("is told in batches, the longest waiting first, so that no number of them is too many at once", async () => {
    await execute(
      owner,
      sql`insert into community_stock_alerts (email, locale, person_hash, service_id, idempotency_key, input_hash)
          select 'many@example.com', 'en', sha256(at::text::bytea), ${TELEGRAM}::int, 'alert ' || at, '' from generate_series(1, 1001) at`,
    );
    await givenOffer(owner, { serviceId: TELEGRAM, countryId: INDONESIA });
    expect(await tellOfStock(db)).toBe(1_000);
    expect(await waiting()).toHaveLength(1);
    expect(await tellOfStock(db)).toBe(1);
    expect(await tellOfStock(db)).toBe(0);
  });

  test("is not told of numbers that only the API sells", async () => {
    await ask({ serviceId: TELEGRAM });
    await givenOffer(owner, { serviceId: TELEGRAM, apiOnly: true });
    expect(await tellOfStock(db)).toBe(0);
  });

  test("counts once however often it asks, and again for other goods", async () => {
    const user = await givenAccount(owner, newApiKey());
    for (const goods of [
      { serviceId: TELEGRAM },
      { serviceId: TELEGRAM },
      { serviceId: TELEGRAM, countryId: CHILE },
    ])
      expect((await ask({ user, ...goods })).status).toBe(202);
    for (const email of ["b@example.com", "B@Example.com"])
      expect((await ask({ email, countryId: CHILE })).status).toBe(202);
    expect(await waiting()).toHaveLength(3);
  });

  test("is one alert under one key, and a key is not taken for other goods", async () => {
    const user = await givenAccount(owner, newApiKey());
    const key = crypto.randomUUID();
    const first = await ask({ user, key, serviceId: TELEGRAM });
    const again = await ask({ user, key, serviceId: TELEGRAM });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(codeOf(await ask({ user, key, serviceId: WHATSAPP }))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    expect(await waiting()).toHaveLength(1);
  });
});

test.each([
  ["names nothing", {}, [400, "VALIDATION"]],
  ["names a service nobody knows", { serviceId: 99_999 }, [404, "SERVICE_NOT_FOUND"]],
  ["names a country nobody knows", { countryId: 99_999 }, [404, "COUNTRY_NOT_FOUND"]],
  ["has an address that is none", { serviceId: TELEGRAM, email: "nobody" }, [400, "INVALID_EMAIL"]],
  ["has no address", { serviceId: TELEGRAM, email: undefined }, [400, "EMAIL_MISSING"]],
  ["has no captcha", { serviceId: TELEGRAM, captcha: undefined }, [403, "CAPTCHA_REQUIRED"]],
])("an alert that %s is refused and leaves nothing", async (_, asked, refused) => {
  expect(codeOf(await ask(asked))).toEqual(refused);
  expect(await waiting()).toEqual([]);
});

test("alerts go a month after their mail, and unfulfilled ones after a year", async () => {
  const user = await givenAccount(owner, newApiKey());
  await ask({ user, serviceId: TELEGRAM });
  await givenOffer(owner, { serviceId: TELEGRAM });
  await tellOfStock(db);
  await mailStockAlerts(db);
  await ask({ user, countryId: CHILE });
  await moveClock(owner, "29 days");
  expect(await forgetStockAlerts(db)).toBe(0);
  await moveClock(owner, "2 days");
  expect(await forgetStockAlerts(db)).toBe(1);
  await moveClock(owner, "336 days");
  expect(await forgetStockAlerts(db)).toBe(1);
});

test("the staff read what is waited for by how many, most wanted first, and nothing of what was told", async () => {
  for (const asked of [
    { serviceId: TELEGRAM, countryId: CHILE },
    { serviceId: WHATSAPP, countryId: null },
    { serviceId: TELEGRAM, countryId: CHILE },
    { serviceId: WHATSAPP, countryId: INDONESIA },
  ])
    expect((await ask(asked)).status).toBe(202);
  await execute(
    owner,
    sql`update community_stock_alerts set told_at = app_now(), email = null where country_id = ${INDONESIA}`,
  );
  const awaited = await listAwaitedGoods(db, 10);
  expect(awaited.map(({ since, ...goods }) => goods)).toEqual([
    { serviceId: TELEGRAM, countryId: CHILE, count: 2 },
    { serviceId: WHATSAPP, countryId: null, count: 1 },
  ]);
  expect(await listAwaitedGoods(db, 1)).toHaveLength(1);
});
