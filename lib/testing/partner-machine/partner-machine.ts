import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

/** A modem and the number of its card. */
export type MachineModem = { readonly name: string; readonly number: number };

/** What the owner reads at `/partner/program` and at `/partner`. */
export type ProgramWords = {
  /** What is typed in each of the page's steps, in their order. */
  readonly steps: readonly string[];
  /** The key that was shown once. */
  readonly key: string;
  /** Lines of the table of numbers, below its heading. */
  readonly table: readonly string[];
};

/** An owner's machine with modems and the downloaded program. */
export type PartnerMachine = {
  /** Where the browser leaves the program. */
  readonly download: string;
  /** Does what the page says; the program runs then. */
  install(words: ProgramWords): Promise<void>;
  /** The network brings a modem an SMS. */
  receive(modem: string, text: string): Promise<void>;
  /** Ends everything and removes what it left. */
  stop(): Promise<void>;
};

const END_WITHIN_MS = 10_000;

/** A folder that stands for a machine's `/`, and what was started there. */
export class MachineFolder {
  readonly root = mkdtempSync(path.join(os.tmpdir(), "sms-den-"));
  readonly #running: ChildProcess[] = [];

  /** A folder of the machine, made where it is missing. */
  folder(...parts: string[]): string {
    const folder = path.join(this.root, ...parts);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  /** Starts a program that runs until `stop`; what it prints goes to a file named after it. */
  start(name: string, [command = "", ...args]: readonly string[]): void {
    const log = openSync(path.join(this.folder("logs"), name), "a");
    const child = spawn(command, args, {
      cwd: this.root,
      env: childEnvironment({}),
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    this.#running.push(child);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map(end));
    rmSync(this.root, { recursive: true, force: true });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const killer = setTimeout(() => child.kill("SIGKILL"), END_WITHIN_MS);
  await ended;
  clearTimeout(killer);
}
