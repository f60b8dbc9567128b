import pg from "pg";
import { createDb } from "#lib/db/pool.ts";
import {
  type DefinitionFile,
  listDefinitionFiles,
  listVersionedFiles,
  type VersionedFile,
} from "#lib/db/sql-files.ts";
import { migrateQueue } from "#lib/jobs/queue.ts";
import { applyDefinitions } from "#lib/tooling/migrate/migrate-definitions.ts";
import { sqlProblem } from "#lib/tooling/migrate/migrate-problem.ts";
import { Problem } from "#lib/tooling/problem.ts";

/**
 * What has run is written down here. Its own book, so it is no versioned file: who reads it must not depend on one. Of the
 * definitions every text that was ever applied stays known, so that a process can tell whether the database is as new as its code.
 */
export const BOOK = `
  create table if not exists lib_migrations (
    name text primary key,
    checksum text not null,
    run_on timestamptz not null default clock_timestamp()
  );
  create table if not exists lib_definitions (
    name text not null,
    checksum text not null,
    kind text not null,
    is_current boolean not null,
    applied_at timestamptz not null default clock_timestamp(),
    primary key (name, checksum)
  );
  create unique index if not exists lib_definitions_current on lib_definitions (name) where is_current;`;

/** What a version of the product says of its database. */
export type SqlFiles = {
  readonly versioned: readonly VersionedFile[];
  readonly definitions: readonly DefinitionFile[];
};

/**
 * Brings a database to the newest tables and functions: versioned files that have not run, in order; then functions, views and
 * triggers whose file has changed; then the queue's tables. The first two are one transaction: all of it, or nothing. Two at once
 * wait for each other (advisory lock). Needs the role that owns the database. Returns the names of the files that were run.
 * Throws a Problem that names the file and says what to do.
 */
export async function migrateDatabase(
  url: string,
  onProgress: (line: string) => void = () => {},
  files: SqlFiles = { versioned: listVersionedFiles(), definitions: listDefinitionFiles() },
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "sms-den migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('sms-den migrate'))");
    await refuseOldHistory(client);
    await client.query("begin");
    const ran = [
      ...(await runVersioned(client, files.versioned)),
      ...(await applyDefinitions(client, files.definitions)),
    ];
    await client.query("commit");
    for (const name of ran) onProgress(`  ${name}`);
    await migrateQueueTables(url);
    return ran;
  } finally {
    await client.end();
  }
}

/** Databases of before the first version kept one book by number. */
async function refuseOldHistory(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass('public.lib_migrations') and attname = 'id' and not attisdropped",
  );
  if (rowCount === 0) return;
  throw new Problem(
    "This database was made by a version from before the first release, and there is no way from there to here. " +
      "Begin with an empty database: name another one in DATABASE_URL, or remove .data of the default start (rm -r .data).",
  );
}

async function runVersioned(client: pg.Client, files: readonly VersionedFile[]): Promise<string[]> {
  await client.query(BOOK);
  const { rows: done } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from lib_migrations order by name collate "C"',
  );
  const pending = findPending(files, done);
  for (const { name, sql, checksum } of pending) {
    try {
      await client.query(sql);
    } catch (error) {
      throw sqlProblem(`lib/db/migrations/${name}.sql`, error);
    }
    await client.query("insert into lib_migrations (name, checksum) values ($1, $2)", [name, checksum]);
  }
  return pending.map(({ name }) => name);
}

/** The files that have still to run. Throws a Problem when what has run is not what the files say, or not in their order. */
function findPending(
  files: readonly VersionedFile[],
  done: readonly { name: string; checksum: string }[],
): VersionedFile[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  for (const { name, checksum } of done) {
    const file = byName.get(name);
    if (!file) {
      throw new Problem(
        `This database has run ${name}.sql, which is not in this version: the database is newer. Start the version that has it.`,
      );
    }
    if (file.checksum !== checksum) {
      throw new Problem(
        `${name}.sql was edited after it had run in this database. Put it back as it was, and write the change into a new file.`,
      );
    }
  }
  const names = new Set(done.map(({ name }) => name));
  const last = done.at(-1)?.name ?? "";
  const pending = files.filter(({ name }) => !names.has(name));
  const early = pending.find(({ name }) => name < last);
  if (early) {
    throw new Problem(
      `${early.name}.sql has not run, and ${last}.sql, which comes after it, has. Give it a time after that one.`,
    );
  }
  return pending;
}

async function migrateQueueTables(url: string): Promise<void> {
  const owner = createDb(url, { max: 2, role: null, applicationName: "sms-den migrate" });
  try {
    await migrateQueue(owner);
  } finally {
    await owner.close();
  }
}
