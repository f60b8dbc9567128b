import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { importSimCards } from "#features/partners/sim-cards/sim-cards.writes.ts";
import { readNumberFile } from "#features/supply/inventory/number-import.rules.ts";
import { reportRentNumbersWithin } from "#features/supply/rent/rent.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import type { Tx } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);

test("an import of both kinds of numbers never blocks another partner's reports for good", async () => {
  const [first, second] = [(await givenSupplier(db)).supplierId, (await givenSupplier(db)).supplierId];
  const catalogue = await readCatalogue(db);
  const file = readNumberFile("number,rent\n628110000001,no\n628110000002,yes", "indonesia");
  expect(file.refused).toEqual([]);
  const runs: string[] = [];
  const open: Tx[] = [];
  const imported = await askBehind(
    db,
    (tx) => {
      runs.push("reports");
      open.push(tx);
      return rows(tx, sql`select supply_refuse_rent_numbers(${first}, '{}')`);
    },
    () =>
      withTransaction(db, (tx) => {
        runs.push("import");
        return importSimCards(tx, second, catalogue, file);
      }),
    async () => {
      await reportRentNumbersWithin(open.at(-1) as Tx, first, [], []);
    },
  );
  expect(imported).toMatchObject({ takenCount: 2, refused: [] });
  // A deadlock is run again: each is run once.
  expect(runs).toEqual(["reports", "import"]);
});
