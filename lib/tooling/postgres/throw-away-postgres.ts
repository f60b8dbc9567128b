import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { readJson } from "#lib/tooling/files.ts";
import { startPostgres } from "#lib/tooling/postgres/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres/postgres-home.ts";
import { readPidFile } from "#lib/tooling/postgres/postgres-pid-file.ts";
import { commandLine, findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";

const PREFIX = "sms-den-throw-away-";
/** Names the process that a folder belongs to. */
const OWNER_FILE = "owner.json";

/** Linux keeps what is written here in memory. */
const MEMORY = "/dev/shm";
/** Every test file has a database of its own for as long as it runs, two or three at a time, and the log of what is written. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

export type ThrowAwayPostgres = { url: string; stateFolder: string; end(): Promise<void> };

/**
 * A server without fsync in a temporary folder, with one empty database. `end` removes it all. Hundreds of databases come and go, each of
 * more than a thousand files: in memory that takes a fraction of the time, since ext4 searches long for numbers of new files among those
 * that were freed just now.
 */
export async function startThrowAwayPostgres(database: string): Promise<ThrowAwayPostgres> {
  endAbandoned();
  const folder = ensureStateFolder(
    mkdtempSync(path.join(hasRoomInMemory() ? MEMORY : realpathSync(os.tmpdir()), PREFIX)),
  );
  writeFileSync(path.join(folder, OWNER_FILE), JSON.stringify(findProcess(process.pid)));
  const postgres = await startPostgres({ stateFolder: folder, database, durable: false });
  return {
    url: postgres.url,
    stateFolder: folder,
    end: async () => {
      await postgres.stop();
      remove(folder);
    },
  };
}

function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/** Ends the servers whose process was killed, and removes their folders. */
function endAbandoned(): void {
  for (const root of [realpathSync(os.tmpdir()), MEMORY]) {
    if (!existsSync(root)) continue;
    for (const entry of readdirSync(root).filter((name) => name.startsWith(PREFIX)))
      endOne(path.join(root, entry));
  }
}

function endOne(folder: string): void {
  const owner = readJson<ProcessIdentity>(path.join(folder, OWNER_FILE));
  if (!owner || isRunning(owner)) return;
  const data = path.join(folder, "postgres", "data");
  const server = readPidFile(data);
  // SIGQUIT: an immediate shutdown, its data are thrown away anyhow.
  if (server && commandLine(server.pid).includes(data)) process.kill(server.pid, "SIGQUIT");
  remove(folder);
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
