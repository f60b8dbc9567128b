import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readJson } from "#lib/tooling/files.ts";
import { startPostgres } from "#lib/tooling/postgres.ts";
import { ensureStateFolder } from "#lib/tooling/postgres-home.ts";
import { readPidFile } from "#lib/tooling/postgres-pid-file.ts";
import { commandLine, findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";

const PREFIX = "sms-den-throw-away-";
/** Names the process that a folder belongs to. */
const OWNER_FILE = "owner.json";

export type ThrowAwayPostgres = { url: string; stateFolder: string; end(): Promise<void> };

/** A server without fsync in a temporary folder, with one empty database. `end` removes it all. */
export async function startThrowAwayPostgres(database: string): Promise<ThrowAwayPostgres> {
  endAbandoned();
  const folder = ensureStateFolder(mkdtempSync(path.join(realpathSync(os.tmpdir()), PREFIX)));
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

/** Ends the servers whose process was killed, and removes their folders. */
function endAbandoned(): void {
  const root = realpathSync(os.tmpdir());
  for (const entry of readdirSync(root).filter((name) => name.startsWith(PREFIX))) {
    const folder = path.join(root, entry);
    const owner = readJson<ProcessIdentity>(path.join(folder, OWNER_FILE));
    if (!owner || isRunning(owner)) continue;
    const data = path.join(folder, "postgres", "data");
    const server = readPidFile(data);
    // SIGQUIT: an immediate shutdown, its data are thrown away anyhow.
    if (server && commandLine(server.pid).includes(data)) process.kill(server.pid, "SIGQUIT");
    remove(folder);
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
