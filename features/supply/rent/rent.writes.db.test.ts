import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { reportRentNumbersWithin } from "#features/supply/rent/rent.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import type { Tx } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

test("a partner's report for rent waits for its report for single SMS, and the two never block each other", async () => {
  const { supplierId } = await givenSupplier(db);
  const runs: string[] = [];
  const open: Tx[] = [];
  await askBehind(
    db,
    (tx) => {
      runs.push("single");
      open.push(tx);
      return rows(tx, sql`select supply_refuse_rent_numbers(${supplierId}, '{}')`);
    },
    () =>
      withTransaction(db, (tx) => {
        runs.push("rent");
        return reportRentNumbersWithin(tx, supplierId, [], []);
      }),
    async () => {
      await one(
        open.at(-1) as Tx,
        sql`select online from supply_report_numbers(${supplierId}, '[]'::jsonb, '{}')`,
      );
    },
  );
  // A deadlock is run again: each is run once.
  expect(runs).toEqual(["single", "rent"]);
});
