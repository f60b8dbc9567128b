import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { restoreBaseline, writeBaseline } from "#app/_proofs/upgrade/baseline.ts";
import { emptyTables, fillEveryTable } from "#app/_proofs/upgrade/every-table.ts";
import { createDb, type Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { forgetOldEvents } from "#lib/jobs/events.ts";
import { withDatabase } from "#lib/testing/database-url.ts";
import { schemaImage } from "#lib/testing/schema-image.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { findChecks, listOffences } from "#lib/tooling/database/checks.ts";
import { migrateDatabase } from "#lib/tooling/migrate/migrate.ts";

/** What is called otherwise than in the baseline: the beginning of `table.column`. */
const RENAMED = {
  "payments_withdrawals.payout_amount": "payments_withdrawals.receiver_amount",
  "payments_withdrawals.payout_currency": "payments_withdrawals.receiver_currency",
  "payments.taken_back_kopecks": "payments.reversed_kopecks",
  "payments.taken_back_version": "payments.reversal_version",
  "referrals_people.taken_back_kopecks": "referrals_people.reversed_kopecks",
  "activations_followups.": "activations_reorders.",
  "payments_requisites.": "payments_payout_destinations.",
  "payments_withdrawals.requisites_id": "payments_withdrawals.destination_id",
  "payments_withdrawals.sealed_requisites": "payments_withdrawals.sealed_destination",
  "payments_withdrawals.masked_requisites": "payments_withdrawals.masked_destination",
};

/**
 * Every version is upgradable from the baseline, rows and all: `baseline.sql.gz` is a database of that day. `npm run baseline-dump` writes it
 * anew, which ends that: only when no installation is that old any more.
 */
const CHART = { text: "select kind, debit_kind, credit_kind, two_phase from ledger_kinds", values: [] };
const isWriting = process.env.WRITE_BASELINE === "1";
const fresh = await useTestDb();

const name = `upgrade_${randomUUID().replaceAll("-", "")}`;
const url = withDatabase(inject("templateUrl"), name);
let old: Db;
let before: Map<string, string>;
let spentBefore: unknown[];
let kindsBefore: object[];
let empty: string[];

beforeAll(async () => {
  if (isWriting) {
    await fillEveryTable(fresh.db, fresh.owner);
    await writeBaseline(fresh.owner);
  }
  await onServer(`create database ${name}`);
  await restoreBaseline(url);
  old = createDb(url, { max: 2, role: null });
  before = await columnImages(old);
  spentBefore = await rows(old, {
    text: `select a.hold_id as transfer_id, k.key_id, k.created_at from activations_keyed k join activations a on a.id = k.activation_id
      union all select r.hold_id, k.key_id, k.created_at from rentals_keyed k join rentals r on r.id = k.rental_id where k.extension_id is null
      order by 1`,
    values: [],
  });
  kindsBefore = await rows(old, CHART);
  empty = await emptyTables(old);
  await migrateDatabase(url);
}, 180_000);

afterAll(async () => {
  await old.close();
  await onServer(`drop database ${name} with (force)`);
});

test("the kept database of the baseline has rows in every table", () => {
  expect(before.size).toBeGreaterThan(900);
  expect(empty).toEqual([]);
});

test("a database upgraded from the baseline has the tables, functions and rights of a fresh one, to the letter", async () => {
  expect(await schemaImage(old)).toEqual(await schemaImage(fresh.owner));
});

test("an upgrade from the baseline loses no row and changes no value", async () => {
  const after = await columnImages(old);
  // What is gone or has been given another meaning on purpose is named here, with the file that did it.
  const meant = new Set<string>([
    // What a key spends is counted by the ledger (20261122125901, 20261122125902): the next test looks at it.
    ...["activation_id", "key_id", "created_at"].map((column) => `activations_keyed.${column}`),
    ...["id", "key_id", "rental_id", "extension_id", "created_at"].map((column) => `rentals_keyed.${column}`),
    // The chart of kinds grew (20261125221000, 20261125221100): the test after the next one looks at it.
    ...["kind", "debit_kind", "credit_kind", "two_phase"].map((column) => `ledger_kinds.${column}`),
  ]);
  const renamed = ([column]: [string, string]) =>
    Object.entries(RENAMED).reduce(
      (name, [from, to]) => (name.startsWith(from) ? to + name.slice(from.length) : name),
      column,
    );
  const changed = [...before].filter(
    (entry) => after.get(renamed(entry)) !== entry[1] && !meant.has(entry[0]),
  );
  expect(changed.map(([column]) => column)).toEqual([]);
});

test("what keys have spent is counted after an upgrade as before, by transfer, key and day", async () => {
  const spent = await rows(old, {
    text: "select transfer_id, key_id, created_at from ledger_key_spending order by 1",
    values: [],
  });
  expect(spentBefore.length).toBeGreaterThan(1);
  expect(spent).toEqual(spentBefore);
});

test("every kind of transfer of the baseline is still on the chart and means the same", async () => {
  const kinds = await rows<object>(old, CHART);
  expect(kindsBefore.length).toBeGreaterThan(20);
  expect(kinds).toEqual(expect.arrayContaining(kindsBefore));
});

test("every invariant holds on a database that was upgraded from the baseline", async () => {
  // The kept database is of a day that goes further back every day, and events are kept for one: an old database's worker would
  // begin by forgetting them.
  while ((await forgetOldEvents(old, 1_000)) > 0);
  const offences = await listOffences(old, await findChecks());
  expect(offences.filter(({ count }) => count > 0)).toEqual([]);
});

test("an upgraded database has nothing left to run when it is migrated again", async () => {
  expect(await migrateDatabase(url)).toEqual([]);
});

/** Count and fingerprint of the values of each column; what the migrator itself keeps is left out. */
async function columnImages(db: Db): Promise<Map<string, string>> {
  const columns = await rows<{ table: string; column: string }>(db, {
    text: `select c.relname as table, quote_ident(a.attname) as column from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and c.relname not in ('lib_migrations', 'lib_definitions')`,
    values: [],
  });
  const images = new Map<string, string>();
  for (const [table, list] of Map.groupBy(columns, (column) => column.table)) {
    const prints = list.map(
      ({ column }) => `md5(string_agg(md5(coalesce(${column}::text, '')), '' order by ${column}::text))`,
    );
    const [row] = await rows<{ count: number; prints: string[] }>(db, {
      text: `select count(*) as count, array[${prints.join(", ")}] as prints from ${table}`,
      values: [],
    });
    for (const [at, { column }] of list.entries())
      images.set(`${table}.${column}`, `${row?.count}:${row?.prints[at]}`);
  }
  return images;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(inject("templateUrl"), "postgres") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
