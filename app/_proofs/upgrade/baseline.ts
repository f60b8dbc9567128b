import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import type { Db } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";
import { BOOK } from "#lib/tooling/migrate/migrate.ts";
import { inOrder } from "#lib/tooling/migrate/migrate-definitions.ts";

const FILE = path.join(import.meta.dirname, "baseline.sql.gz");

/**
 * Keeps a database as one text of SQL: the files that made it, word by word as they are now, and all its rows. Not the queue: its jobs
 * are done or made again. The packages bring no pg_dump; and a later version of it would write what this version never had.
 */
export async function writeBaseline(owner: Db): Promise<void> {
  const tables = await listTables(owner);
  const inserts: string[] = [];
  for (const table of tables) inserts.push(await insertOf(owner, table));
  const text = [
    BOOK,
    ...listVersionedFiles().map(({ sql }) => sql),
    `truncate ${tables.join(", ")};`,
    ...inserts,
    ...(await sequencesOf(owner)),
    "set check_function_bodies = off;",
    ...inOrder(listDefinitionFiles()).map(({ sql }) => sql),
    // Deadlines are judged as of the day on which it was written.
    await clockOf(owner),
  ].join("\n");
  writeFileSync(FILE, gzipSync(text, { level: 9 }));
}

/** Makes the kept database in an empty one; its clock stands where it stood when it was written. `url` must be the owner's. */
export async function restoreBaseline(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(gunzipSync(readFileSync(FILE)).toString("utf8"));
  } finally {
    await client.end();
  }
}

/** Every table after those that it refers to. */
async function listTables(owner: Db): Promise<string[]> {
  const found = await rows<{ name: string; needs: string[] }>(owner, {
    text: `select c.relname as name, array(select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
      from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
    values: [],
  });
  const needs = new Map(found.map((table) => [table.name, table.needs]));
  const ordered = new Set<string>();
  const visit = (name: string) => {
    if (ordered.has(name)) return;
    for (const needed of needs.get(name) ?? []) visit(needed);
    ordered.add(name);
  };
  for (const { name } of found) visit(name);
  return [...ordered];
}

async function insertOf(owner: Db, table: string): Promise<string> {
  const { data } = await one<{ data: string }>(owner, {
    text: `select coalesce(jsonb_agg(to_jsonb(t) order by t::text), '[]')::text as data from ${table} t`,
    values: [],
  });
  return `insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, ${pg.escapeLiteral(data)});`;
}

async function sequencesOf(owner: Db): Promise<string[]> {
  const found = await rows<{ name: string; last: string }>(owner, {
    text: "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null",
    values: [],
  });
  return found.map(({ name, last }) => `select setval('${name}', ${last});`);
}

async function clockOf(owner: Db): Promise<string> {
  const { now } = await one<{ now: string }>(owner, { text: "select app_now()::text as now", values: [] });
  return `update job_clock set offset_interval = timestamptz '${now}' - clock_timestamp();`;
}
