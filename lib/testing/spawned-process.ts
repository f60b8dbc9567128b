import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Asked, MeasuredCall } from "#lib/testing/tell-cpu.ts";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");

export type SpawnedProcess = {
  /** The port that it says it listens on. */
  readonly port: number;
  readonly pid: number;
  /** Milliseconds of processor time that all its threads have taken since its start. */
  cpuMs(): Promise<number>;
  /** How many passwords it has hashed or compared since its start. */
  hashesMade(): Promise<number>;
  /** Milliseconds of processor time that the reference work takes in it now. */
  referenceMs(): Promise<number>;
  /** The same of a call that it makes. */
  callMs(call: MeasuredCall): Promise<number>;
  /** Whatever it has printed so far. */
  printed(): string;
  /** Ends it and waits; SIGKILL for a crash. */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
};

/** What the first of them has compiled, the others take: proofs start the same processes a hundred times. */
export const compiledCode = {
  NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "compiled-by-tests"),
};

/**
 * Starts one of the product's processes (`test-gateway`) as the default start does, with exactly these settings, and
 * waits until its log names its port. Rejects with what it printed when it ends before that.
 */
export function spawnProcess(name: string, env: Record<string, string>): Promise<SpawnedProcess> {
  const script = path.join(ROOT, "app", "_processes", `${name}.ts`);
  const tellCpu = path.join(ROOT, "lib", "testing", "tell-cpu.ts");
  const child = spawn(process.execPath, ["--conditions=react-server", "--import", tellCpu, script], {
    cwd: ROOT,
    env: childEnvironment({ NODE_ENV: "production", LOG_LEVEL: "info", ...compiledCode, ...env }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  return new Promise((resolve, reject) => {
    const printed: string[] = [];
    const all = () => printed.join("\n");
    child.stderr?.on("data", (chunk: Buffer) => printed.push(chunk.toString()));
    createInterface({ input: child.stdout as Readable }).on("line", (line) => {
      printed.push(line);
      const port = portOf(line);
      if (port !== null)
        resolve({
          port,
          pid: child.pid as number,
          printed: all,
          cpuMs: () => askCpu(child, "cpu"),
          hashesMade: () => askCpu(child, "hashes"),
          referenceMs: () => askCpu(child, "reference"),
          callMs: (call) => askCpu(child, call),
          stop: (signal) => stop(child, signal),
        });
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}:\n${all()}`)));
  });
}

const TRIES = 5;

/**
 * The same on a free port of loopback, for processes whose settings name their own port. Where another program took the port before the
 * process listened there, it is started on another one.
 */
export async function spawnOnFreePort(
  name: string,
  settingsOn: (port: number) => Record<string, string>,
  choosePort: () => Promise<number> = findFreePort,
): Promise<SpawnedProcess> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort();
    try {
      return { ...(await spawnProcess(name, settingsOn(port))), port };
    } catch (error) {
      const isTaken = error instanceof Error && error.message.includes(`Port ${port} at`);
      if (!isTaken || attempt === TRIES) throw error;
    }
  }
}

function portOf(line: string): number | null {
  try {
    const { port } = JSON.parse(line) as { port?: unknown };
    return typeof port === "number" ? port : null;
  } catch {
    return null;
  }
}

function askCpu(child: ChildProcess, asked: Asked): Promise<number> {
  return new Promise((resolve) => {
    child.once("message", (ms) => resolve(ms as number));
    child.send(asked);
  });
}

function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
