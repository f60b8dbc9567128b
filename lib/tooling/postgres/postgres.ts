import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { withClient } from "#lib/tooling/database/with-client.ts";
import { readJson, readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { LOOPBACK, preferPort } from "#lib/tooling/ports.ts";
import { chooseOsUser, type OsUser, runAsLater } from "#lib/tooling/postgres/os-user.ts";
import { canRunBinaries, findBinaries, shelterBinaries } from "#lib/tooling/postgres/postgres-binaries.ts";
import { chooseHome, initialiseCluster } from "#lib/tooling/postgres/postgres-home.ts";
import {
  dropForeignPidFile,
  logTail,
  readPidFile,
  rotateLog,
} from "#lib/tooling/postgres/postgres-pid-file.ts";
import { optionText, serverSettings } from "#lib/tooling/postgres/postgres-settings.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { findProcess } from "#lib/tooling/process-identity.ts";

const SUPERUSER = "postgres";
/** Owns the database and its tables; not a superuser, so that the default start is like a rented server. */
export const OWNER = "sms_den_owner";

export type PostgresOptions = {
  /** Where the pointer, the password and (when it can) the data live, for example ".data". */
  stateFolder: string;
  database: string;
  /** false = no fsync: for tests, whose data may be lost. */
  durable: boolean;
  onProgress?: (line: string) => void;
};

export type Postgres = {
  /** Address of the database, as its owner. */
  url: string;
  /** Address of the maintenance database, as the superuser. */
  adminUrl: string;
  port: number;
  dataFolder: string;
  /** true = the server was already up (left by a killed start). */
  reused: boolean;
  /** Whether its main process lives. */
  isUp(): boolean;
  stop(): Promise<void>;
};

/** What `<state>/postgres.json` remembers. */
export type PostgresState = { home: string; port: number };

type Server = { native: string; data: string; log: string; user: OsUser | undefined; password: string };

const START_WITHIN_MS = 10_000;

/**
 * Starts the embedded PostgreSQL of a state folder, or takes over the one that still runs there.
 * Survives `kill -9` of the server and of everything around it. Listens on loopback only.
 * Throws a Problem with the remedy when it cannot.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const stateFile = path.join(options.stateFolder, "postgres.json");
  const state = readJson<PostgresState>(stateFile);
  const found = findBinaries();
  const user = chooseOsUser(existingData(options.stateFolder, state));
  const home = chooseHome(options.stateFolder, user, state?.home ?? null);
  const native = canRunBinaries(user, found.native) ? found.native : shelterBinaries(found, home.shelter);
  const data = path.join(home.folder, "data");
  const password = getPassword(options.stateFolder, existsSync(data));
  if (!existsSync(data)) {
    options.onProgress?.("Creating the database folder");
    await initialiseCluster({ native, home: home.folder, user, password, durable: options.durable });
  }
  checkMajorVersion(data, found.version);
  const server: Server = { native, data, log: path.join(home.folder, "postgres.log"), user, password };
  const { port, reused } = await bringUp(server, state?.port, options);
  writeFileAtomically(stateFile, `${JSON.stringify({ home: home.folder, port } satisfies PostgresState)}\n`);
  await ensureDatabase(server, port, options.database);
  return {
    url: address(OWNER, password, port, options.database),
    adminUrl: address(SUPERUSER, password, port, "postgres"),
    port,
    dataFolder: data,
    reused,
    isUp: () => findProcess(readPidFile(data)?.pid ?? 0) !== null,
    stop: () => stopServer(server),
  };
}

/**
 * The database address of a state folder whose server runs, or null. For commands beside a running start.
 */
export async function findRunningPostgres(stateFolder: string, database: string): Promise<string | null> {
  const state = readJson<PostgresState>(path.join(stateFolder, "postgres.json"));
  const password = readText(passwordFile(stateFolder));
  if (!state || !password) return null;
  const url = address(OWNER, password, state.port, database);
  return (await askDataFolder(url)) === "unreachable" ? null : url;
}

function existingData(stateFolder: string, state: PostgresState | null): string | null {
  const data = path.join(state?.home ?? path.join(stateFolder, "postgres"), "data");
  return existsSync(data) ? data : null;
}

function address(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@${LOOPBACK}:${port}/${database}`;
}

function passwordFile(stateFolder: string): string {
  return path.join(stateFolder, "postgres-password");
}

function getPassword(stateFolder: string, hasData: boolean): string {
  const kept = readText(passwordFile(stateFolder));
  if (kept) return kept;
  if (hasData) {
    throw new Problem(
      `The password of the embedded PostgreSQL is missing (${passwordFile(stateFolder)}). ` +
        `Put the file back, or remove ${stateFolder} to begin with empty data.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  writeFileAtomically(passwordFile(stateFolder), `${password}\n`);
  return password;
}

function checkMajorVersion(data: string, packageVersion: string): void {
  const kept = readText(path.join(data, "PG_VERSION"));
  const installed = packageVersion.split(".")[0];
  if (kept !== installed) {
    throw new Problem(
      `The data in ${data} was made by PostgreSQL ${kept}, the installed one is ${installed}. ` +
        "Install the former version and move the data with pg_dump, or remove the folder to begin with empty data.",
    );
  }
}

/** Takes over the running server or starts one; keeps trying while a killed server still holds its folder. */
async function bringUp(server: Server, lastPort: number | undefined, options: PostgresOptions) {
  const deadline = performance.now() + START_WITHIN_MS;
  let failure = "";
  for (;;) {
    const running = await findServer(server);
    if (running !== null) return { port: running, reused: true };
    dropForeignPidFile(server.data);
    rotateLog(server.log);
    const port = await preferPort(lastPort);
    const settings = optionText({ port, ...serverSettings(options.durable) });
    const started = await control(server, [
      "start",
      "-w",
      "-t",
      "120",
      "-s",
      "-l",
      server.log,
      "-o",
      settings,
    ]);
    if (started.status === 0) return { port, reused: false };
    failure = started.output;
    if (performance.now() > deadline) break;
    await pause(250);
  }
  throw new Problem(
    `The embedded PostgreSQL does not start: ${failure || "no message"}\n${logTail(server.log)}\n` +
      `Its log is ${server.log}. Free the resource it names, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** The port of the server that runs on this very folder, or null. Waits while it starts or stops. */
async function findServer(server: Server): Promise<number | null> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const pidFile = readPidFile(server.data);
    if (!pidFile?.port) return null;
    const answer = await askDataFolder(address(SUPERUSER, server.password, pidFile.port, "postgres"));
    if (answer === "unreachable") return null;
    // A copied folder carries the pid file of the original: its server is not ours.
    if (answer !== "busy") return answer === server.data ? pidFile.port : null;
    await pause(250);
  }
  return null;
}

/** The data folder of the server at an address; "busy" while it starts or stops. */
async function askDataFolder(url: string): Promise<string> {
  try {
    const { rows } = await withClient(
      url,
      (client) =>
        client.query<{ folder: string }>("select current_setting('data_directory', true) as folder"),
      2_000,
    );
    return rows[0]?.folder ?? "hidden";
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // On a crowded machine an answer takes longer than we wait for; one that is down refuses at once.
    if (code === "57P03" || message.includes("timeout")) return "busy";
    // Only the superuser may see the folder; that it answers is enough for the owner.
    return code === "42501" ? "hidden" : "unreachable";
  }
}

async function ensureDatabase(server: Server, port: number, database: string): Promise<void> {
  await withClient(address(SUPERUSER, server.password, port, "postgres"), async (client) => {
    const role = await client.query("select from pg_roles where rolname = $1", [OWNER]);
    if (role.rowCount === 0) {
      const secret = pg.escapeLiteral(server.password);
      await client.query(`create role ${OWNER} login createdb createrole password ${secret}`);
      // Since version 16 the maker of a role may not act as it unless told so.
      await client.query(`alter role ${OWNER} set createrole_self_grant = 'set, inherit'`);
    }
    const existing = await client.query("select from pg_database where datname = $1", [database]);
    if (existing.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(database)} owner ${OWNER}`);
  });
}

function control(server: Server, args: string[]) {
  return runAsLater(server.user, path.join(server.native, "bin", "pg_ctl"), [...args, "-D", server.data]);
}

async function stopServer(server: Server): Promise<void> {
  if (!readPidFile(server.data)) return;
  const stopped = await control(server, ["stop", "-m", "fast", "-w", "-t", "30", "-s"]);
  if (stopped.status !== 0) await control(server, ["stop", "-m", "immediate", "-w", "-t", "10", "-s"]);
}
