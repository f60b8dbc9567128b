import sql from "sql-template-tag";
import { expect, test } from "vitest";
import {
  findLastReconciliation,
  findReconciliation,
  listFindings,
  listReconciliations,
} from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import type { Check } from "#lib/db/check.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findChecks } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb();

test("every check of the product runs as the app's role on an untouched database and finds nothing", async () => {
  const checks = await findChecks();
  const run = await reconcile(db, checks, 0);
  expect(run).toMatchObject({ scope: "all" });
  expect(run?.findings.filter(({ offences }) => offences !== 0)).toEqual([]);
  expect(run?.findings.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
  expect(await findLastReconciliation(db)).toMatchObject({
    id: run?.id,
    checksCount: checks.length,
    offendingCount: 0,
    failedCount: 0,
  });
});

test("no row hides from the app's role: no table of the product has row level security", async () => {
  const hidden = await rows(
    owner,
    sql`select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity`,
  );
  expect(hidden).toEqual([]);
});

test("checks are told apart by their names", async () => {
  const names = (await findChecks()).map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test("whole-history checks run once a day, the others every time", async () => {
  const checks: Check[] = [
    { name: "often", sql: "select 1 where false" },
    { name: "long", sql: "select 1 where false", pace: "daily" },
  ];
  const again = await reconcile(db, checks, 0);
  expect(again?.findings.map(({ name }) => name)).toEqual(["often"]);
  await execute(owner, sql`update ledger_reconciliations set started_at = started_at - interval '25 hours'`);
  const nextDay = await reconcile(db, checks, 0);
  expect(nextDay?.findings.map(({ name }) => name)).toEqual(["often", "long"]);
});

test("offending rows are counted and the first of them kept; a check that fails hides no other", async () => {
  const run = await reconcile(
    db,
    [
      { name: "a: broken", sql: "select nothing from nowhere" },
      { name: "b: offends", sql: "select n as id from generate_series(1, 1000) n" },
      { name: "c: good", sql: "select 1 where false" },
    ],
    0,
  );
  const findings = await listFindings(db, run?.id ?? 0);
  expect(findings).toMatchObject([
    { name: "a: broken", offences: null, problem: 'relation "nowhere" does not exist' },
    { name: "b: offends", offences: 1_000 },
    { name: "c: good", offences: 0, examples: [] },
  ]);
  expect(findings[1]?.examples).toHaveLength(20);
  expect(findings[1]?.examples[0]).toEqual({ id: 1 });
  expect(await findReconciliation(db, run?.id ?? 0)).toMatchObject({
    offendingCount: 1,
    failedCount: 1,
  });
});

test("of ten workers one runs, and the next run waits for its time", async () => {
  await execute(owner, sql`update ledger_reconciliations set started_at = started_at - interval '5 minutes'`);
  const runs = await Promise.all(Array.from({ length: 10 }, () => reconcile(db, [])));
  expect(runs.filter((run) => run !== null)).toHaveLength(1);
  expect(await reconcile(db, [])).toBeNull();
});

test("deadlines are judged as of the moment the snapshot was taken", async () => {
  const run = await reconcile(
    db,
    [
      { name: "slow", sql: "select pg_sleep(0.2) where false or pg_sleep(0.2) is null" },
      { name: "time", sql: "select app_now() as at, clock_timestamp() as real" },
    ],
    0,
  );
  const [found] = (run?.findings[1]?.examples ?? []) as { at: string; real: string }[];
  expect(Date.parse(found?.real ?? "") - Date.parse(found?.at ?? "")).toBeGreaterThanOrEqual(190);
});

test("it writes nothing but its own notes, whatever a check tries", async () => {
  const run = await reconcile(
    db,
    [{ name: "writes", sql: "select * from ledger_move('demo_credit', 1, 'main', 5, 'x', 'x')" }],
    0,
  );
  expect(run?.findings[0]?.problem).toMatch(/read-only transaction/);
});

test("old runs are forgotten: clean ones after two weeks, others after three months", async () => {
  await execute(
    owner,
    sql`update ledger_reconciliations set started_at = clock_timestamp() - interval '20 days'`,
  );
  await reconcile(db, [], 0);
  const kept = await listReconciliations(db, { limit: 100 });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.slice(1).every((run) => run.offendingCount > 0 || run.failedCount > 0)).toBe(true);
  await execute(
    owner,
    sql`update ledger_reconciliations set started_at = clock_timestamp() - interval '100 days'`,
  );
  await reconcile(db, [], 0);
  expect(await listReconciliations(db, { limit: 100 })).toHaveLength(1);
});

test("a seal that a run has seen cannot go away unnoticed", async () => {
  await db.query({
    text: "select * from ledger_move('demo_credit', 1, 'main', 5, 'sealed', 'x')",
    values: [],
  });
  await sealTransfers(db, { everyMinutes: 0 });
  await reconcile(db, [], 0);
  await withTransaction(owner, async (tx) => {
    await execute(tx, sql`alter table ledger_seals disable trigger user`);
    await execute(tx, sql`delete from ledger_seals`);
    await execute(tx, sql`alter table ledger_seals enable trigger user`);
  });
  const run = await reconcile(db, await findChecks(), 0);
  expect(run?.findings.filter(({ offences }) => offences !== 0).map(({ name }) => name)).toEqual([
    "ledger seals: a seal that was seen still stands",
  ]);
  await execute(owner, sql`delete from ledger_reconciliations`);
});
