import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { runSeed } from "#bench/harness/children.ts";
import { createDb, type Db } from "#lib/db/pool.ts";
import { type AppLogin, admitApp, getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { readJson } from "#lib/tooling/files.ts";
import { migrateDatabase } from "#lib/tooling/migrate/migrate.ts";
import { OWNER, type Postgres, type PostgresState, startPostgres } from "#lib/tooling/postgres/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres/postgres-home.ts";

const TEMPLATE = "bench_template";

/** A database of a benchmark's own, migrated and seeded. */
export type BenchDb = {
  readonly name: string;
  /** With the product's login: for processes and pgbench. */
  readonly url: string;
  /** Owner's pool with patient time limits: filling and checking. */
  readonly owner: Db;
  /** As the superuser, in this database: filling without foreign-key triggers, checkpoints. */
  runAsSuperuser(statements: readonly string[]): Promise<void>;
  /** Works while a transaction of another connection holds the snapshot of the beginning, as a report or a backup does. */
  withOldSnapshot<T>(work: () => Promise<T>): Promise<T>;
  drop(): Promise<void>;
};

/** The benchmarks' PostgreSQL: the embedded one with the settings of production, data in a temporary folder. */
export type BenchServer = {
  readonly postgres: Postgres;
  /** Process id of the postmaster. */
  readonly pid: number;
  readonly folder: string;
  readonly version: string;
  createDatabase(name: string): Promise<BenchDb>;
  end(): Promise<void>;
};

/** `durable: false` is quicker than production: for the self-check, which measures nothing. */
export async function startServer({ durable }: { durable: boolean }): Promise<BenchServer> {
  const folder = ensureStateFolder(mkdtempSync(path.join(realpathSync(os.tmpdir()), "sms-den-bench-")));
  const postgres = await startPostgres({ stateFolder: folder, database: TEMPLATE, durable });
  const login = getAppLogin(folder);
  await migrateDatabase(postgres.url);
  await admitApp(postgres.url, withLogin(postgres.url, login));
  await runSeed(postgres.url);
  const version = await onServer(postgres.adminUrl, "show server_version");
  const pid = Number(
    (await onServer(postgres.adminUrl, "select pg_read_file('postmaster.pid', 0, 12)")).split("\n")[0],
  );
  return {
    postgres,
    pid,
    folder,
    version,
    createDatabase: (name) => createDatabase(postgres, login, name),
    end: async () => {
      await postgres.stop();
      const home = readJson<PostgresState>(path.join(folder, "postgres.json"))?.home;
      for (const gone of [folder, home])
        if (gone) rmSync(gone, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function createDatabase(postgres: Postgres, login: AppLogin, name: string): Promise<BenchDb> {
  await onServer(postgres.adminUrl, `create database ${name} template ${TEMPLATE} owner ${OWNER}`);
  const ownerUrl = inDatabase(postgres.url, name);
  const url = withLogin(ownerUrl, login);
  const owner = createDb(ownerUrl, {
    max: 3,
    role: null,
    applicationName: "bench",
    statementTimeoutMs: 600_000,
  });
  const withSuperuser = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: inDatabase(postgres.adminUrl, name) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    name,
    url,
    owner,
    runAsSuperuser: (statements) =>
      withSuperuser(async (client) => {
        for (const statement of statements) await client.query(statement);
      }),
    withOldSnapshot: (work) =>
      withSuperuser(async (client) => {
        await client.query("begin isolation level repeatable read; select count(*) from supply_offers");
        return work();
      }),
    drop: async () => {
      await owner.close();
      await onServer(postgres.adminUrl, `drop database ${name} with (force)`);
    },
  };
}

function inDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function onServer(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(statement);
    return String(Object.values(rows?.[0] ?? {})[0] ?? "");
  } finally {
    await client.end();
  }
}
