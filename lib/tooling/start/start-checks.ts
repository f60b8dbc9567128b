import { setTimeout as pause } from "node:timers/promises";
import { probePort } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { isRunning } from "#lib/tooling/process-identity.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";
import { say } from "#lib/tooling/terminal.ts";

const FORMER_RUN_ENDS_WITHIN_MS = 30_000;
const FORMER_RUN_NOTICES_WITHIN_MS = 2_500;

/** The port to listen on from its text. Throws a Problem when it is none; `command` is what to type again. */
export function parsePort(text: string, command: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port > 0 && port < 65_536) return port;
  throw new Problem(
    `PORT is "${text}", which is no port. Set it to a number from 1 to 65535, for example PORT=3000 ${command}`,
  );
}

/** Throws a Problem when nobody can listen there; `command` is what to type again. */
export async function requireFreePort(port: number, host: string, command: string): Promise<void> {
  const state = await probePort(port, host);
  if (state === "free") return;
  if (state === "taken") {
    const other = port < 65_535 ? port + 1 : 3000;
    throw new Problem(
      `Port ${port} is taken by another program. End it, or choose another port: PORT=${other} ${command}`,
    );
  }
  if (state === "denied") {
    throw new Problem(
      `This user may not listen on port ${port}. Choose a port from 1024 on: PORT=3000 ${command}`,
    );
  }
  throw new Problem(`HOST=${host} is no address of this machine. Unset HOST, or use 127.0.0.1 or 0.0.0.0.`);
}

/** A run that is just ending is waited for; one that goes on is named in a Problem. */
export async function requireOnlyRun(stateFolder: string): Promise<void> {
  const begunMs = performance.now();
  let told = false;
  for (;;) {
    const run = readRunFile(stateFolder);
    if (!run || !isRunning(run.supervisor)) return;
    // Whose launcher was killed does not know it yet for a moment.
    const patienceMs = run.stopping ? FORMER_RUN_ENDS_WITHIN_MS : FORMER_RUN_NOTICES_WITHIN_MS;
    if (performance.now() - begunMs > patienceMs) {
      throw new Problem(
        `SMS Den already runs from this folder at ${run.url} (process ${run.supervisor.pid}). ` +
          `Use it, or stop it first: kill ${run.supervisor.pid}`,
      );
    }
    if (run.stopping && !told) {
      say("Waiting for the former run to end");
      told = true;
    }
    await pause(200);
  }
}
