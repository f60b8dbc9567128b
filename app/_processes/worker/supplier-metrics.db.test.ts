import { Registry } from "prom-client";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { collectSuppliers } from "#app/_processes/worker/supplier-metrics.ts";
import { givenSupplierOffer } from "#features/supply/supplier-offers.factory.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { givenShop } from "#features/supply/upstream/shop.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

async function given(): Promise<string> {
  const { supplierId } = await givenSupplier(owner, { kind: "agent" });
  const { code } = await one<{ code: string }>(
    owner,
    sql`select code from supply_suppliers where id = ${supplierId}`,
  );
  const offer = { supplierId, countryId: 6, serviceId: 52, operator: "any", costKopecks: 700, count: 40 };
  const offerId = await givenSupplierOffer(owner, offer);
  await execute(owner, sql`update supply_offers set proven_percent = 50 where id = ${offerId}`);
  await execute(
    owner,
    sql`insert into supply_minutes (supplier_id, minute, numbers_count, no_numbers_count, failed_count, unanswered_count, timed_count,
          answer_ms_sum, within_counts, sms_count)
        values (${supplierId}, date_trunc('minute', app_now()) - interval '1 minute', 3, 1, 2, 0, 4, 2000, '{1,3,4,4,4}', 6)`,
  );
  for (const action of ["GET_NUMBER", "GET_SERVICES"])
    await execute(
      owner,
      sql`insert into supply_unusable_answers (supplier_id, minute, action, reason, answers_count)
          values (${supplierId}, date_trunc('minute', app_now()), ${action}, 'slow', 4)`,
    );
  return code;
}

test("metrics say of each supplier how it answers, under its code", async () => {
  const code = await given();
  const registry = new Registry();
  collectSuppliers(registry, db);
  const lines = (await registry.metrics()).split("\n").filter((line) => line.includes(code));
  expect(lines).toEqual(
    expect.arrayContaining([
      `supplier_healthy{supplier="${code}"} 1`,
      `supplier_circuit{supplier="${code}",state="open"} 0`,
      `supplier_told_numbers{supplier="${code}"} 40`,
      `supplier_proven_numbers{supplier="${code}"} 20`,
      `supplier_recent_attempts{supplier="${code}",outcome="no_numbers"} 1`,
      `supplier_recent_answers_within{supplier="${code}",le="0.5"} 3`,
      `supplier_recent_answers_within{supplier="${code}",le="+Inf"} 4`,
      `supplier_recent_answer_seconds{supplier="${code}"} 2`,
      `supplier_recent_sms{supplier="${code}"} 6`,
      `supplier_recent_unusable_answers{supplier="${code}",reason="slow"} 8`,
      `supplier_day_orders{supplier="${code}"} 0`,
    ]),
  );
});

test("metrics say of another shop what is left of our money there, and whether it suffices", async () => {
  const { code } = await givenShop(db);
  const metricsOf = async () => {
    const registry = new Registry();
    collectSuppliers(registry, db);
    return (await registry.metrics()).split("\n").filter((line) => line.includes(code));
  };
  await execute(
    owner,
    sql`update supply_suppliers set balance_cents = 1715, balance_min_cents = 2000, is_out_of_money = true where code = ${code}`,
  );
  expect(await metricsOf()).toEqual(
    expect.arrayContaining([
      `supplier_healthy{supplier="${code}"} 0`,
      `supplier_balance_cents{supplier="${code}"} 1715`,
      `supplier_out_of_money{supplier="${code}"} 1`,
    ]),
  );
  const agent = await given();
  const registry = new Registry();
  collectSuppliers(registry, db);
  expect(await registry.metrics()).not.toContain(`supplier_out_of_money{supplier="${agent}"`);
});

test("a supplier that is paused leaves the metrics, so that no alarm rings for it", async () => {
  const code = await given();
  await execute(owner, sql`update supply_suppliers set enabled = false where code = ${code}`);
  const registry = new Registry();
  collectSuppliers(registry, db);
  expect(await registry.metrics()).not.toContain(code);
});
