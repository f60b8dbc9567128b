import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { findPeriod } from "#features/statistics/users/users.reads.ts";
import { dayAfter } from "#features/statistics/users/users.rules.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { locales } from "#lib/i18n/locales.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
let buyer: ApiBuyer;
let stranger: ApiBuyer;
let today: string;

beforeAll(async () => {
  await moveClockToNoon(owner);
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 5 });
  buyer = await givenApiBuyer(db, 100_000);
  stranger = await givenApiBuyer(db, 100_000);
  for (const [index, { userId }] of [buyer, buyer, stranger].entries()) {
    const { id } = await buyActivation(
      db,
      purchase({ userId, channel: "api", idempotencyKey: `statistics-${index}` }),
    );
    if (index === 1) await cancelActivation(db, userId, id);
  }
  today = (await findPeriod(db, { days: 1 })).to;
});

function call(path: string, { key = buyer.key, headers = {} }: { key?: string; headers?: object } = {}) {
  const request = new Request(`${env.PUBLIC_URL}/api${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}

describe("GET /statistics", () => {
  test("tells a key's owner their own purchases, in their language", async () => {
    const answer = await call("/statistics?days=7&by=country", { headers: { "x-user-locale": "ru" } });
    expect(answer.status).toBe(200);
    const view = StatisticsView.parse(await answer.json());
    expect(view).toMatchObject({
      from: dayAfter(today, -6),
      to: today,
      timeZone: "UTC",
      kind: "all",
      by: "country",
      total: { requests: 2, numbers: 2, waiting: 1, cancelled: 1, spentKopecks: 0, deliveryPercent: 0 },
    });
    expect(view.days.at(-1)).toMatchObject({ day: today, requests: 2 });
    expect(
      view.groups.map(({ country, service, day }) => [country?.id, country?.name, service, day]),
    ).toEqual([[6, "Индонезия", null, null]]);
  });

  test("takes days of one's own and says what is wrong with them", async () => {
    const own = StatisticsView.parse(await (await call(`/statistics?from=2024-02-28&to=2024-03-01`)).json());
    expect(own.days.map(({ day }) => day)).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
    const codeOf = async (query: string) => {
      const answer = await call(`/statistics?${query}`);
      return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
    };
    expect(await codeOf("from=2026-01-02&to=2026-01-01")).toEqual([400, "PERIOD_REVERSED"]);
    expect(await codeOf("from=2025-01-01&to=2026-01-02")).toEqual([400, "PERIOD_TOO_LONG"]);
    for (const query of ["days=0", "days=-1", "by=user", "kind=none", "from=2026-02-30"]) {
      expect((await codeOf(query))[0]).toBe(400);
    }
  });
});

describe("the file", () => {
  test.each(locales)("in %s has a name for every column, and each row's figures", async (locale) => {
    const answer = await call(`/statistics/export?days=30&locale=${locale}`);
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="statistics-${dayAfter(today, -29)}-${today}.csv"`,
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const isSemicolon = ["ru", "tr", "es"].includes(locale);
    const separator = isSemicolon ? ";" : ",";
    const [head, row, end] = new TextDecoder().decode(bytes).split("\r\n");
    expect(head?.split(separator)).toHaveLength(20);
    expect(head).not.toContain("statistics.");
    const zero = isSemicolon ? "0,00" : "0.00";
    expect(row?.split(separator)).toEqual([
      ...[today, expect.any(String), "Telegram", expect.any(String)],
      ...["2", "0", "2", "1", "0", "1", "0", "0", "0", "0", "0", zero, zero, zero, "0", ""],
    ]);
    expect(end).toBe("");
  });

  test("hides a formula that a name could be from spreadsheets", async () => {
    await rename(`=HYPERLINK("http://127.0.0.1")`);
    const text = await (await call("/statistics/export?locale=en")).text();
    expect(text).toContain(`"'=HYPERLINK(""http://127.0.0.1"")"`);
    await rename("Telegram");
  });

  test("is one at a time for a user, and the place is free when it has been read or given up", async () => {
    const first = await call("/statistics/export");
    expect((await call("/statistics/export")).status).toBe(429);
    const others = await call("/statistics/export", { key: stranger.key });
    expect(others.status).toBe(200);
    await Promise.all([first.body?.cancel(), others.text()]);
    const again = await call("/statistics/export");
    expect(again.status).toBe(200);
    await again.text();
    expect((await call("/statistics/export")).status).toBe(200);
  });
});

async function rename(name: string): Promise<void> {
  await execute(owner, sql`update catalogue_services set name = ${name} where id = 52`);
  forgetCatalogue(db);
}
