import { setTimeout as pause } from "node:timers/promises";
import { Registry } from "prom-client";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { collectReconciliation } from "#app/_processes/worker/reconciliation-metrics.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

test("before the first run the age is endless, so that an alarm rings when none ever comes", async () => {
  const registry = new Registry();
  collectReconciliation(registry, db);
  expect(await registry.metrics()).toMatch(/^reconciliation_age_seconds \+?Inf/m);
});

test("the last run is told with its offences by check, its age and how long it took", async () => {
  const registry = new Registry();
  collectReconciliation(registry, db);
  const checks = [
    { name: "good", sql: "select 1 where false" },
    { name: "bad", sql: "select n from generate_series(1, 7) n" },
    { name: "broken", sql: "select nothing" },
  ];
  await reconcile(db, checks, 0);
  const told = await registry.metrics();
  expect(told).toMatch(/^reconciliation_offences\{check="bad"\} 7$/m);
  expect(told).toMatch(/^reconciliation_offences\{check="good"\} 0$/m);
  expect(told).toMatch(/^reconciliation_failed_checks 1$/m);
  expect(told).toMatch(/^reconciliation_age_seconds \d/m);
  expect(told).toMatch(/^reconciliation_duration_seconds [\d.]+$/m);
  // A later run without the offence takes it off.
  await execute(owner, sql`update ledger_reconciliations set started_at = started_at - interval '1 hour'`);
  await reconcile(db, [{ name: "good", sql: "select 1 where false" }], 0);
  await pause(600);
  expect(await registry.metrics()).not.toContain('check="bad"');
});
