import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { corruptions } from "#app/_proofs/reconciliation/corruptions.ts";
import { History } from "#app/_proofs/reconciliation/history.ts";
import {
  findLastReconciliation,
  listFindings,
} from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";
import { findChecks } from "#lib/tooling/database/checks.ts";

/** Whoever has the rights of the tables' owner can write anything. Whatever is written must be found, by name. */
const { db, owner } = await useTestDb({ checkAfterwards: false });
const checks = await findChecks();
await new History(db, owner).live();
await sealTransfers(db, { everyMinutes: 0 });

/** The checks that find something, by name. */
const found = (on: Queryable) => offendedChecks(on, checks);

test("an untouched history reconciles without an offence", async () => {
  const run = await reconcile(db, checks, 0);
  expect(run?.findings.filter(({ offences }) => offences !== 0)).toEqual([]);
});

test("a right of the app to write the ledger without its functions is found", async () => {
  await execute(owner, sql`grant update on ledger_accounts to sms_den_app`);
  const names = await found(owner);
  await execute(owner, sql`revoke update on ledger_accounts from sms_den_app`);
  expect(names).toEqual(["ledger L3: the ledger is written by its functions alone"]);
});

test("taking the guards away is found by itself", async () => {
  await disarm();
  const names = await found(owner);
  expect(names).toContain("ledger L3: transfers cannot be changed, by trigger and by grant");
  // Nothing but guards: the rows are what they were.
  for (const name of names) expect(name).toContain("cannot be changed");
});

/** Triggers off, constraints and unique indexes gone: what is left to find a corruption is the reconciliation alone. */
async function disarm(): Promise<void> {
  const guards = await rows<{ remedy: string }>(
    owner,
    sql`select format('alter table %s disable trigger user', c.oid::regclass) as remedy from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        union all
        select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
          where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u') and conrelid <> 0
        union all
        select format('drop index %s', indexrelid::regclass) from pg_index i join pg_class c on c.oid = i.indexrelid
          where c.relnamespace = 'public'::regnamespace and i.indisunique and not i.indisprimary
            and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  await withTransaction(owner, async (tx) => {
    for (const { remedy } of guards) await execute(tx, { text: remedy, values: [] });
  });
}

test.each(corruptions)("the checks find this corruption: $name", async ({ corrupt, finds }) => {
  await undone(owner, async (tx) => {
    const before = await found(tx);
    for (const statement of [corrupt].flat()) {
      const touched = await execute(tx, { text: statement, values: [] });
      expect(touched, "a corruption that changes nothing proves nothing").toBeGreaterThan(0);
    }
    const names = (await found(tx)).filter((name) => !before.includes(name));
    for (const find of [finds].flat()) expect(names.join("\n")).toContain(find);
  });
});

test("at least fifty kinds were tried, each under a name of its own", () => {
  expect(corruptions.length).toBeGreaterThanOrEqual(50);
  expect(new Set(corruptions.map(({ name }) => name)).size).toBe(corruptions.length);
});

test("the job notes what it found for the money desk and for the metrics", async () => {
  await execute(
    owner,
    sql`update ledger_accounts set posted_kopecks = posted_kopecks + 1
    where id = (select min(id) from ledger_accounts where kind = 'user')`,
  );
  await reconcile(db, checks, 0);
  const run = await findLastReconciliation(db);
  const findings = await listFindings(db, run?.id ?? 0);
  expect(run?.offendingCount).toBeGreaterThanOrEqual(2);
  expect(findings.find(({ name }) => name.startsWith("ledger L5: a wallet equals"))).toMatchObject({
    offences: 1,
    examples: [expect.objectContaining({ id: expect.any(Number) })],
  });
});
