import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { statementSources } from "#app/api/statement-sources.ts";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { makeExportRoutes } from "#features/ledger/statement/exports/exports.routes.ts";
import {
  addLines,
  balanceAfter,
  isUnbroken,
  noTotals,
} from "#features/ledger/statement/exports/exports.rules.ts";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";
import type { StatementSources } from "#features/ledger/statement/statement.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { type ApiHono, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { now } from "#lib/clock.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

const today = () => now().toISOString().slice(0, 10);
/** The days on which the buyer bought: two where midnight came between. */
const period = { from: today(), to: today() };
let actor: UserActor;

function apiOf(sources: StatementSources) {
  return testApi(db, makeExportRoutes(sources), async () => actor);
}

async function download(query: Record<string, string>, sources = statementSources): Promise<Answer> {
  const given = { ...period, ...query };
  return apiOf(sources).call("GET", `/api/balance/history/export?${new URLSearchParams(given)}`);
}

/** A buyer with one number refunded and one still held. */
async function givenBuyer(): Promise<void> {
  const { userId } = await givenApiBuyer(db, 10_000);
  actor = { kind: "user", userId, role: "user", via: "bearer" } as UserActor;
  await givenOffer(db, { countryId: 6, count: 3 });
  for (const key of ["first-key", "second-key"]) {
    const bought = await buyActivation(db, purchase({ userId, channel: "api", idempotencyKey: key }));
    if (key === "first-key") await cancelActivation(db, userId, bought.id);
  }
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenBuyer();
  period.to = today();
});

describe("JSON", () => {
  test("is the whole period with both balances, and adds up", async () => {
    const { status, body, headers } = await download({ format: "json" });
    expect(status).toBe(200);
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="balance-${period.from}-${period.to}.json"`,
    );
    const lines = body.lines as StatementLine[];
    expect(lines.map(({ move }) => move)).toEqual(["in", "hold", "give_back", "hold"]);
    expect(isUnbroken(body.opening, lines)).toBe(true);
    expect(balanceAfter(body.opening, addLines(noTotals, lines))).toEqual(body.closing);
    expect(body.totals).toEqual({
      receivedKopecks: 10_000,
      refundedKopecks: 1_400,
      heldKopecks: 2_800,
      takenKopecks: 0,
      paidKopecks: 0,
    });
    expect(body.closing).toEqual({ postedKopecks: 10_000, heldKopecks: 1_400, availableKopecks: 8_600 });
  });

  test("of days without movements has the balance of before and no lines", async () => {
    const { body } = await download({ format: "json", from: "2020-01-01", to: "2020-01-31" });
    expect(body.lines).toEqual([]);
    expect(body.closing).toEqual({ postedKopecks: 0, heldKopecks: 0, availableKopecks: 0 });
  });
});

describe("CSV", () => {
  test.each([
    ["en", ",", "-14.00"],
    ["ru", ";", "-14,00"],
    ["cn", ",", "-14.00"],
    ["tr", ";", "-14,00"],
    ["es", ";", "-14,00"],
    ["hi", ",", "-14.00"],
  ] as const)(
    "in %s begins with a byte order mark, parts by %s and writes %s",
    async (locale, separator, amount) => {
      const { body, headers } = await download({ format: "csv", locale });
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
      const text = body as string;
      const rows = text.split("\r\n");
      // Opening, four movements, closing, and what follows the last line's end.
      expect(rows).toHaveLength(8);
      expect(rows.slice(0, -1).map((row) => row.split(separator).length)).toEqual(Array(7).fill(13));
      expect(rows[3]?.split(separator)[8]).toBe(amount);
    },
  );

  test("keeps what looks like a formula from being one", async () => {
    const titles = ["=HYPERLINK(1)", "+1", "-1", "@SUM(A1)", "\tx", "\rx", 'He said "hi", twice'];
    let line = 0;
    const hostile: StatementSources = [
      {
        kinds: ["activation", "demo_credit"],
        describe: async (_db, { lines }) =>
          new Map(
            lines.map(({ id }) => [
              id,
              {
                number: "=1+1",
                subject: {
                  title: titles[line++ % titles.length]!,
                  detail: "@x",
                  icon: null,
                  detailIcon: null,
                },
              },
            ]),
          ),
      },
    ];
    const { body } = await download({ format: "csv", locale: "en" }, hostile);
    const cells = (body as string)
      .split("\r\n")
      .flatMap((row) => row.split(","))
      .map((cell) => cell.replace(/^"/, ""));
    const dangerous = cells.filter((cell) => /^[=+\-@\t\r]/.test(cell));
    // Amounts alone may begin with a minus.
    expect(dangerous.filter((cell) => !/^-\d+\.\d\d$/.test(cell))).toEqual([]);
    expect(body).toContain("'=1+1");
    expect(body).toContain("'=HYPERLINK(1)");
  });
});

describe("PDF", () => {
  test.each(locales)("in %s is a document that ends", async (locale: Locale) => {
    const { status, body, headers } = await download({ format: "pdf", locale });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/pdf");
    expect((body as string).startsWith("%PDF-1.")).toBe(true);
    expect((body as string).trimEnd().endsWith("%%EOF")).toBe(true);
  });
});

describe("refusals", () => {
  const codeOf = async (query: Record<string, string>) => {
    const { status, body } = await download({ format: "json", ...query });
    return `${status} ${body.error?.code}`;
  };

  test("a period must be whole, in order and at most 366 days long", async () => {
    expect(await codeOf({ from: "2026-03-02", to: "2026-03-01" })).toBe("400 PERIOD_REVERSED");
    expect(await codeOf({ from: "2025-01-01", to: "2026-01-02" })).toBe("400 PERIOD_TOO_LONG");
    expect(await codeOf({ from: "2025-01-01", to: "2026-01-01" })).toBe("200 undefined");
    expect(await codeOf({ from: "2026-02-30" })).toBe("400 VALIDATION");
    expect(await codeOf({ timeZone: "+05:30" })).toBe("400 VALIDATION");
    expect((await apiOf(statementSources).call("GET", "/api/balance/history/export?format=csv")).status).toBe(
      400,
    );
  });

  test("a second download waits for the first, and begins once the first is read or given up", async () => {
    const routes = makeExportRoutes(statementSources);
    const app: ApiHono = new Hono();
    app.use(async (context, next) => {
      requestFacts(context);
      await next();
    });
    for (const route of routes) mountRoute(app, route, { db, resolveActor: async () => actor });
    const path = `http://localhost/api/balance/history/export?format=csv&${new URLSearchParams(period)}`;
    const first = await app.request(path);
    expect((await app.request(path)).status).toBe(429);
    await first.body?.cancel();
    const third = await app.request(path);
    expect(third.status).toBe(200);
    await third.text();
    expect((await app.request(path, { method: "HEAD" })).status).toBe(405);
    const last = await app.request(path);
    expect(last.status).toBe(200);
    await last.text();
  });

  test("a page of another site gets nothing out of the browser's session", async () => {
    const byKey = actor;
    actor = { ...byKey, via: "session" } as UserActor;
    const answer = await apiOf(statementSources).call(
      "GET",
      `/api/balance/history/export?format=csv&${new URLSearchParams(period)}`,
      { headers: { "sec-fetch-site": "cross-site" } },
    );
    actor = byKey;
    expect([answer.status, answer.body.error.code]).toEqual([403, "FOREIGN_ORIGIN"]);
  });
});
