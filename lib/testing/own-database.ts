import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { createDb, type Db } from "#lib/db/pool.ts";
import { withDatabase } from "#lib/testing/database-url.ts";
import { compiledCode } from "#lib/testing/spawned-process.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { findChecks, listOffences, offenceText } from "#lib/tooling/database/checks.ts";
import { type Postgres, startPostgres } from "#lib/tooling/postgres/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres/postgres-home.ts";
import { readPidFile } from "#lib/tooling/postgres/postgres-pid-file.ts";
import { findProcess } from "#lib/tooling/process-identity.ts";

const MIGRATE = path.join(import.meta.dirname, "..", "..", "app", "_processes", "migrate.ts");
const DATABASE = "faults";

/** A PostgreSQL server of one test file's own, migrated, which it may stop, kill and start again. It keeps what it was told. */
export class OwnDatabase {
  readonly #folder: string;
  #postgres: Postgres;
  /** Acts as the owner; a pool of its own that the test's faults do not pass through. */
  owner: Db;

  private constructor(folder: string, postgres: Postgres) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.owner = createDb(postgres.url, { max: 4, role: null, applicationName: "test owner" });
  }

  static async start(): Promise<OwnDatabase> {
    const folder = ensureStateFolder(
      mkdtempSync(path.join(realpathSync(os.tmpdir()), `sms-den-own-${randomUUID().slice(0, 8)}-`)),
    );
    const postgres = await startPostgres({ stateFolder: folder, database: DATABASE, durable: true });
    const appUrl = withLogin(postgres.url, getAppLogin(folder));
    const urls = { DATABASE_OWNER_URL: postgres.url, DATABASE_URL: appUrl };
    await promisify(execFile)(process.execPath, ["--conditions=react-server", MIGRATE], {
      env: childEnvironment({ ...urls, ...compiledCode, LOG_LEVEL: "silent", NODE_ENV: "test" }),
    });
    return new OwnDatabase(folder, postgres);
  }

  /** Starts a server of its own on what `backUp` left. */
  static async restore(folder: string): Promise<OwnDatabase> {
    return new OwnDatabase(
      folder,
      await startPostgres({ stateFolder: folder, database: DATABASE, durable: true }),
    );
  }

  /**
   * A base backup while the server runs and is written to, by PostgreSQL's own calls (there is no pg_basebackup in the packages):
   * the files in whatever state they are, with the log that makes them whole. Whatever is committed when `beforeEnd` is called
   * is in it. Answers the folder for `restore`.
   */
  async backUp(beforeEnd: () => void = () => undefined): Promise<string> {
    const folder = ensureStateFolder(`${this.#folder}-backup`);
    const data = path.join(folder, "postgres", "data");
    mkdirSync(path.join(folder, "postgres"), { recursive: true });
    for (const secret of ["postgres-password", "database-login.json"])
      cpSync(path.join(this.#folder, secret), path.join(folder, secret));
    const client = new pg.Client({ connectionString: withDatabase(this.#postgres.adminUrl, "postgres") });
    await client.connect();
    try {
      await client.query("select pg_backup_start('drill', true)");
      // Files that go while they are copied are missed by the log as well.
      await promisify(execFile)("cp", ["-a", this.#postgres.dataFolder, data]).catch(() => undefined);
      beforeEnd();
      const { rows } = await client.query<{ labelfile: string }>(
        "select labelfile from pg_backup_stop(false)",
      );
      // What was written meanwhile: the log up to the end of the backup.
      await promisify(execFile)("cp", ["-a", "-f", path.join(this.#postgres.dataFolder, "pg_wal"), data]);
      const { uid, gid } = statSync(this.#postgres.dataFolder);
      const label = path.join(data, "backup_label");
      writeFileSync(label, rows[0]?.labelfile ?? "", { mode: 0o600 });
      chownSync(label, uid, gid);
      chownSync(path.dirname(data), uid, gid);
      for (const left of ["postmaster.pid", "postmaster.opts"])
        rmSync(path.join(data, left), { force: true });
    } finally {
      await client.end();
    }
    return folder;
  }

  get port(): number {
    return this.#postgres.port;
  }

  /** With the product's login. */
  get url(): string {
    return withLogin(withDatabase(this.#postgres.url, DATABASE), getAppLogin(this.#folder));
  }

  /** The same database through a proxy's port. */
  urlVia(port: number): string {
    const url = new URL(this.url);
    url.port = String(port);
    return url.href;
  }

  /** Ends the server like a power cut: its main process alone with SIGKILL, or all of it at once with SIGQUIT (`immediate`). */
  async crash(signal: "SIGKILL" | "SIGQUIT"): Promise<void> {
    const pid = readPidFile(this.#postgres.dataFolder)?.pid;
    if (!pid) throw new Error("PostgreSQL does not run");
    process.kill(pid, signal);
    while (findProcess(pid)) await pause(10);
  }

  /** Starts a server that is down; nothing happens to one that runs. */
  async startAgain(): Promise<void> {
    if (this.#postgres.isUp()) return;
    const { port } = this.#postgres;
    this.#postgres = await startPostgres({ stateFolder: this.#folder, database: DATABASE, durable: true });
    if (this.#postgres.port !== port) throw new Error("PostgreSQL came back on another port");
  }

  /** Every feature's checks on the rows as they are; throws naming each offence. */
  async checkEverything(): Promise<void> {
    const offences = (await listOffences(this.owner, await findChecks())).filter(({ count }) => count > 0);
    if (offences.length > 0) throw new Error(`Invariants broken:\n${offences.map(offenceText).join("\n")}`);
  }

  async end(): Promise<void> {
    await this.owner.close();
    await this.#postgres.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
