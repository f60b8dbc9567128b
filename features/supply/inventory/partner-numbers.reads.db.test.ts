import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { countPartnerNumbers, listPartnerNumbers } from "#features/supply/inventory/partner-numbers.reads.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const [INDONESIA, NUMBERS, SERVICES, SHOWN] = [6, 60, 40, 3];

/** A partner whose numbers are off line, each with many units. */
async function givenNumbers(): Promise<number> {
  const { supplierId } = await givenSupplier(db);
  await execute(
    owner,
    sql`insert into supply_offers (supplier_id, service_id, country_id, cost_kopecks)
        select ${supplierId}::int, service, ${INDONESIA}::int, 100 from generate_series(1, ${SERVICES}::int) service`,
  );
  await execute(
    owner,
    sql`insert into supply_numbers (number, supplier_id, country_id, online)
        select 628110000000 + nth, ${supplierId}::int, ${INDONESIA}::int, false from generate_series(1, ${NUMBERS}::int) nth`,
  );
  await execute(
    owner,
    sql`insert into supply_units (supplier_id, service_id, number, offer_id, parked)
        select o.supplier_id, o.service_id, n.number, o.id, true
        from supply_offers o join supply_numbers n on n.supplier_id = o.supplier_id where o.supplier_id = ${supplierId}`,
  );
  await execute(owner, sql`analyze supply_numbers, supply_units`);
  return supplierId;
}

const unitsReadSoFar = (tx: Tx) =>
  one<{ count: number }>(
    tx,
    sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count
        from pg_stat_xact_user_tables where relname = 'supply_units'`,
  );

/** What it answers, and how many units PostgreSQL looked at for it. */
function reading<Answer>(ask: (tx: Tx) => Promise<Answer>) {
  return withTransaction(db, async (tx) => {
    const before = await unitsReadSoFar(tx);
    const answer = await ask(tx);
    return { answer, unitsRead: (await unitsReadSoFar(tx)).count - before.count };
  });
}

test("a page of a partner's numbers looks at the units of the shown numbers alone, and counting at none off line", async () => {
  const stock = { supplierId: await givenNumbers(), lent: [] };
  const page = await reading((tx) => listPartnerNumbers(tx, stock, {}, SHOWN));
  expect(page.answer.map(({ number, servicesCount }) => [number, servicesCount])).toEqual(
    Array.from({ length: SHOWN }, (_, at) => [628_110_000_001 + at, SERVICES]),
  );
  expect(page.unitsRead).toBeLessThanOrEqual(SHOWN * SERVICES);
  const counted = await reading((tx) => countPartnerNumbers(tx, stock));
  expect(counted.answer).toMatchObject({ offlineCount: NUMBERS, onSaleCount: 0, usedUpCount: 0 });
  expect(counted.unitsRead).toBe(0);
});
