import sql from "sql-template-tag";
import { beforeEach, expect, it, vi } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import type { WordTable } from "#features/supply/dialects/dialects.rules.ts";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { unknownWordLimits } from "#features/supply/dialects/unknown-words.rules.ts";
import { recordUnknownWords } from "#features/supply/dialects/unknown-words.writes.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { acquireNumber } from "#features/supply/supply.gateway.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, sendJson } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const [UNITED_KINGDOM, USA_VIRTUAL, USA, TELEGRAM] = [16, 12, 187, 52];
const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
const warnings = vi.fn();
beforeEach(() => {
  warnings.mockClear();
  vi.spyOn(log, "warn").mockImplementation((...given: unknown[]) => void warnings(...given));
});

type Stock = Record<string, Record<string, Record<string, number>>>;
let serial = 0;

/** An agent that shows this stock: country, operator, service. It has no number to give. */
async function givenAgent(stock: Stock, wordTable?: WordTable) {
  serial += 1;
  const shown = { stock };
  const server = await givenServer(({ body }, response) => {
    const countryList = Object.entries(shown.stock).map(([country, operatorMap]) => ({
      country,
      operatorMap,
    }));
    const isStock = body.action === "GET_SERVICES";
    sendJson(
      response,
      JSON.stringify(isStock ? { status: "SUCCESS", countryList } : { status: "NO_NUMBERS" }),
    );
  });
  const code = `speaks-${serial}`;
  const supplierId = await withTransaction(db, async (tx) => {
    const id = await registerSupplier(tx, {
      ...{ code, name: code, key: code, kind: "agent", baseUrl: server.url },
      ...(wordTable ? { wordTable } : {}),
    });
    const prices = [UNITED_KINGDOM, USA_VIRTUAL, USA].map((countryId) => ({
      ...{ countryId, serviceId: TELEGRAM, costKopecks: kopecks(700) },
    }));
    await setSupplierPrices(tx, id, prices);
    return id;
  });
  return { supplierId, shown, requests: server.requests };
}

const offersOf = (supplierId: number) =>
  rows<{ id: number; country: number; count: number }>(
    db,
    sql`select id, country_id as country, claimed_count as count from supply_offers
        where supplier_id = ${supplierId} order by country_id`,
  );
const wordsOf = async (supplierId: number) =>
  (await listUnknownWords(db))
    .filter((word) => word.supplierId === supplierId)
    .map(({ kind, word, stock, reportsCount }) => [kind, word, stock, reportsCount]);

it("an agent's usa goes on sale as 12 and its usaphysical as 187, and it is asked in its own words", async () => {
  const { supplierId, requests } = await givenAgent({
    usa: { any: { tg: 5 } },
    usaphysical: { physic: { tg: 7 } },
    "united-kingdom": { any: { tg: 9 } },
  });
  await pollSupplier(db, supplierId);
  const offers = await offersOf(supplierId);
  expect(offers).toMatchObject([
    { country: USA_VIRTUAL, count: 5 },
    { country: UNITED_KINGDOM, count: 9 },
    { country: USA, count: 7 },
  ]);
  for (const { id, country } of offers)
    await acquireNumber(db, {
      ...{ activationId: serial * 1_000 + country, supplierId, offerId: id, countryId: country },
      ...{ serviceId: TELEGRAM, operator: "any", costKopecks: kopecks(700) },
    });
  const asked = requests.filter(({ body }) => body.action === "GET_NUMBER").map(({ body }) => body.country);
  expect(asked).toEqual(["usa", "united-kingdom", "usaphysical"]);
  expect(await wordsOf(supplierId)).toEqual([]);
});

it("an agent that is set to our slugs sells its usa as 187", async () => {
  const { supplierId } = await givenAgent({ usa: { any: { tg: 5 } }, england: { any: { tg: 1 } } }, "slugs");
  await pollSupplier(db, supplierId);
  expect(await offersOf(supplierId)).toMatchObject([{ country: USA, count: 5 }]);
  expect(await wordsOf(supplierId)).toEqual([["country", "england", 1, 1]]);
});

it("words that nobody understands are listed with their numbers and reports, and logged once", async () => {
  const { supplierId, shown } = await givenAgent({
    england: { any: { tg: 4, nonsense: 6 } },
    atlantis: { any: { tg: 5, wa: 2 }, "no such!": { tg: 9 } },
    mordor: { any: { tg: 0 } },
  });
  await pollSupplier(db, supplierId);
  await pollSupplier(db, supplierId);
  expect(await offersOf(supplierId)).toMatchObject([{ country: UNITED_KINGDOM, count: 4 }]);
  const first = [
    ["country", "atlantis", 9, 1],
    ["operator", "no such!", 9, 1],
    ["service", "nonsense", 6, 1],
  ];
  expect(await wordsOf(supplierId)).toEqual(first);
  expect(warnings).toHaveBeenCalledTimes(3);
  await moveClock(owner, "61 seconds");
  shown.stock = { atlantis: { any: { tg: 50 } } };
  await pollSupplier(db, supplierId);
  expect((await wordsOf(supplierId))[0]).toEqual(["country", "atlantis", 50, 2]);
  expect(warnings).toHaveBeenCalledTimes(3);
});

it("a hostile agent fills neither the table nor the log, and its words are kept without control characters", async () => {
  const flood: Stock = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, at) => [`${at}-${"\u0000<b>\u202E".repeat(10)}`, { any: { tg: 1 } }]),
  );
  const { supplierId, shown } = await givenAgent(flood);
  await Promise.all([pollSupplier(db, supplierId), pollSupplier(db, supplierId)]);
  const kept = await wordsOf(supplierId);
  expect(kept).toHaveLength(unknownWordLimits.wordsPerKind);
  for (const [, word] of kept) expect(word).toMatch(/^[^\p{C}]{1,40}$/u);
  shown.stock = { another: { any: { tg: 1 } } };
  await pollSupplier(db, supplierId);
  expect(await wordsOf(supplierId)).toHaveLength(unknownWordLimits.wordsPerKind);
  expect(warnings).toHaveBeenCalledTimes(unknownWordLimits.wordsPerKind);
});

it("a word that was not said for a week is listed no more and makes room", async () => {
  const { supplierId } = await givenAgent({});
  await recordUnknownWords(db, supplierId, [{ kind: "country", word: "old", stock: 1 }]);
  await moveClock(owner, "8 days");
  expect(await wordsOf(supplierId)).toEqual([]);
  await recordUnknownWords(db, supplierId, [{ kind: "country", word: "new", stock: 2 }]);
  const kept = rows(owner, sql`select word from supply_unknown_words where supplier_id = ${supplierId}`);
  expect(await kept).toEqual([{ word: "new" }]);
});

it("what cannot be recorded does not stop the report", async () => {
  await recordUnknownWords(db, 999_999, [{ kind: "country", word: "nobody", stock: 1 }]);
  expect(warnings).toHaveBeenCalledWith(expect.anything(), "unknown words could not be recorded");
});
