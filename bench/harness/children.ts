import { type ChildProcess, fork, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { secrets } from "#bench/harness/secrets.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { readText } from "#lib/tooling/files.ts";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";

export const ROOT = path.join(import.meta.dirname, "..", "..");
const READY_WITHIN_MS = 60_000;
const running = new Set<ChildProcess>();

export type Part = { readonly pid: number; readonly port: number; stop(): Promise<void> };

const SERVER = ["--conditions=react-server"];

/** Set by `shareCompiledCode`. */
const shared: { NODE_COMPILE_CACHE?: string } = {};

/** From now on processes take what an earlier one has compiled; for the self-check, which starts two dozen of them. */
export function shareCompiledCode(folder: string): void {
  shared.NODE_COMPILE_CACHE = path.join(folder, "compile-cache");
}

function productionEnv(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { HOME, TZ } = process.env;
  return childEnvironment({ HOME, TZ, NODE_ENV: "production", ...shared, ...secrets, ...settings });
}

/** Seeds catalogue and policy, as an installation does; with the owner's login. */
export async function runSeed(ownerUrl: string): Promise<void> {
  const child = spawn(process.execPath, [...SERVER, path.join(ROOT, "app/_processes/seed.ts")], {
    cwd: ROOT,
    env: productionEnv({ DATABASE_URL: ownerUrl }),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Problem("The database of the benchmarks could not be seeded, see above.");
}

export type PartOptions = {
  databaseUrl: string;
  /** Where its log goes. */
  folder: string;
  /** Port of the page renderer; nothing listens there in benchmarks without pages. */
  webPort?: number;
  /** Where it shall listen; a free port by default. */
  port?: number;
  nodeArgs?: readonly string[];
};

/** The real API process on a free port, ready to answer. */
export function startApi(options: PartOptions): Promise<Part> {
  return startPart("api", options, (port) => ({
    PORT: String(port),
    PUBLIC_URL: `http://${LOOPBACK}:${port}`,
    WEB_URL: `http://${LOOPBACK}:${options.webPort ?? 9}`,
    // All of a benchmark's readers come from one address.
    PAGES_PER_SECOND: "10000",
  }));
}

export function startWeb(options: PartOptions & { publicPort: number }): Promise<Part> {
  return startPart("web", options, (port) => ({
    WEB_PORT: String(port),
    PUBLIC_URL: `http://${LOOPBACK}:${options.publicPort}`,
  }));
}

export function startWorker(options: PartOptions): Promise<Part> {
  return startPart("worker", options, (port) => ({ WORKER_PORT: String(port) }));
}

async function startPart(
  name: "api" | "web" | "worker",
  options: PartOptions,
  settings: (port: number) => Record<string, string>,
): Promise<Part> {
  const port = options.port ?? (await findFreePort());
  const logFile = path.join(options.folder, `${name}-${port}.log`);
  const log = openSync(logFile, "a");
  const args = [...(name === "web" ? [] : SERVER), ...(options.nodeArgs ?? [])];
  const child = spawn(process.execPath, [...args, path.join(ROOT, `app/_processes/${name}.ts`)], {
    cwd: ROOT,
    env: productionEnv({ DATABASE_URL: options.databaseUrl, ...settings(port) }),
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  keep(child);
  await waitForHealth(child, port, () => {
    const tail = (readText(logFile) ?? "").split("\n").slice(-8).join("\n");
    return new Problem(`The process ${name} did not come up for a benchmark:\n${tail}`);
  });
  return { pid: child.pid!, port, stop: () => end(child) };
}

async function waitForHealth(child: ChildProcess, port: number, problem: () => Problem): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`http://${LOOPBACK}:${port}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await pause(50);
  }
  throw problem();
}

/** A process of the benchmarks' own (load, yardstick servers) that talks by messages. */
export function startHelper(script: string): ChildProcess {
  const child = fork(path.join(import.meta.dirname, script), {
    cwd: ROOT,
    env: productionEnv({}),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  keep(child);
  return child;
}

function keep(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

/** Ends a child and waits for it; kills it when it does not listen. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 12_000);
  await gone;
  clearTimeout(timer);
}

/** For a run that is interrupted. */
export function endChildren(): Promise<unknown> {
  return Promise.all([...running].map(end));
}
