import { readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readJson } from "#lib/tooling/files.ts";
import { readPidFile } from "#lib/tooling/postgres-pid-file.ts";
import { commandLine, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";

/** Names the test run that a folder belongs to. */
export const OWNER_FILE = "owner.json";

/** Ends the servers of test runs that were killed, and removes their folders. */
export async function endAbandonedServers(): Promise<void> {
  const root = realpathSync(os.tmpdir());
  for (const entry of readdirSync(root).filter((name) => name.startsWith("sms-den-test-"))) {
    const folder = path.join(root, entry);
    const owner = readJson<ProcessIdentity>(path.join(folder, OWNER_FILE));
    if (!owner || isRunning(owner)) continue;
    const data = path.join(folder, "postgres", "data");
    const server = readPidFile(data);
    // SIGQUIT: an immediate shutdown, its data are thrown away anyhow.
    if (server && commandLine(server.pid).includes(data)) process.kill(server.pid, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
