import { readdirSync, readlinkSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { readText } from "#lib/tooling/files.ts";
import { commandLine } from "#lib/tooling/process-identity.ts";

export type PidFile = { pid: number; dataFolder: string; port: number | null };

const LOG_LIMIT_BYTES = 10_000_000;

/** Reads `postmaster.pid`: pid, data folder, start time, port, one per line; the port comes a moment later. */
export function parsePidFile(text: string): PidFile | null {
  const [pid, dataFolder = "", , port] = text.split("\n").map((line) => line.trim());
  if (!pid || !Number.isInteger(Number(pid))) return null;
  return { pid: Number(pid), dataFolder, port: port ? Number(port) : null };
}

/** The pid file of a data folder, or null when no server claims it. */
export function readPidFile(data: string): PidFile | null {
  const text = readText(path.join(data, "postmaster.pid"));
  return text ? parsePidFile(text) : null;
}

/**
 * Removes a pid file that keeps a dead server's folder closed: after a restart of the machine its pid may belong
 * to any program; a folder may be a copy whose file names the original; and in a container nobody may collect
 * the dead server, which then still counts as alive. As long as one backend of the dead server lives, the file
 * stays: a second server beside it would ruin the data.
 */
export function dropForeignPidFile(data: string): void {
  const pidFile = readPidFile(data);
  if (!pidFile) return;
  const command = commandLine(pidFile.pid);
  const isServer = command.includes("postgres") && command.includes(data);
  if (isServer || processesIn(data) > 0) return;
  rmSync(path.join(data, "postmaster.pid"), { force: true });
}

/** Living processes that stand in a folder; every PostgreSQL process stands in its data folder. */
function processesIn(folder: string): number {
  if (process.platform !== "linux") return 0;
  return readdirSync("/proc").filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      return readlinkSync(`/proc/${entry}/cwd`) === folder;
    } catch {
      return false;
    }
  }).length;
}

/** Keeps the server's log from growing for ever: one old log is kept. */
export function rotateLog(log: string): void {
  try {
    if (statSync(log).size > LOG_LIMIT_BYTES) renameSync(log, `${log}.old`);
  } catch {
    // No log yet.
  }
}

/** The last lines of the server's log, for an error message. */
export function logTail(log: string): string {
  return (readText(log) ?? "").split("\n").slice(-5).join("\n");
}
