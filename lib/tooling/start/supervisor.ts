import { spawn } from "node:child_process";
import { closeSync, copyFileSync, openSync, rmSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureFolder, readText } from "#lib/tooling/files.ts";
import { findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { signal, stateMark } from "#lib/tooling/start/run-file.ts";

export type Service = {
  name: string;
  /** Path of the program, from the root of the checkout. */
  script: string;
  nodeArgs: string[];
  env: Record<string, string>;
  /** The longest wait before it is started again. */
  longestPauseMs: number;
  /** It is killed when it has not ended so long after it was told to; 10 s when nothing is said. */
  endsWithinMs?: number;
};

type Child = {
  service: Service;
  identity: ProcessIdentity | null;
  startedMs: number;
  crashes: number;
  /** Is being ended in order to be started anew. */
  isRestarting: boolean;
  /** Its next start after a crash. */
  waiting: NodeJS.Timeout | undefined;
};

export type SupervisorEvents = {
  /** The set of living children changed; called before anything else can happen. */
  onChange(children: ProcessIdentity[]): void;
  onCrash(name: string, how: string, restartInMs: number): void;
};

const END_WITHIN_MS = 10_000;
const HEALTHY_AFTER_MS = 60_000;
const LOG_LIMIT_BYTES = 20_000_000;
const LOOK_AT_LOGS_EVERY_MS = 60_000;

/** Milliseconds before the next start of a child that crashed `crashes` times in a row. */
export function restartPauseMs(crashes: number, longestMs: number): number {
  return Math.min(longestMs, 250 * 2 ** Math.max(0, crashes - 1));
}

/** Runs the product's processes, each with a log file of its own, and starts again what crashes. */
export class Supervisor {
  private readonly children = new Map<string, Child>();
  private readonly root: string;
  private readonly stateFolder: string;
  private readonly events: SupervisorEvents;
  private readonly logWatch: NodeJS.Timeout;
  private stopping = false;

  constructor(root: string, stateFolder: string, events: SupervisorEvents) {
    this.root = root;
    this.stateFolder = stateFolder;
    this.events = events;
    ensureFolder(path.join(stateFolder, "logs"));
    this.logWatch = setInterval(() => this.trimLogs(), LOOK_AT_LOGS_EVERY_MS).unref();
  }

  start(service: Service): void {
    const child: Child = {
      service,
      identity: null,
      startedMs: performance.now(),
      crashes: 0,
      isRestarting: false,
      waiting: undefined,
    };
    this.children.set(service.name, child);
    this.spawn(child);
  }

  /** Ends a child and starts it anew at once; killed when it does not end in its time. One that waits after a crash waits no longer. */
  restart(name: string): void {
    const child = this.children.get(name);
    if (!child || this.stopping || child.isRestarting) return;
    child.crashes = 0;
    const { identity } = child;
    if (!identity) {
      clearTimeout(child.waiting);
      this.spawn(child);
      return;
    }
    child.isRestarting = true;
    signal(identity, "SIGTERM");
    setTimeout(() => {
      if (isRunning(identity)) signal(identity, "SIGKILL");
    }, child.service.endsWithinMs ?? END_WITHIN_MS).unref();
  }

  /** Stops the named children together; each is killed when it does not end in its time. */
  async stop(names: readonly string[]): Promise<void> {
    this.stopping = true;
    clearInterval(this.logWatch);
    const begunMs = performance.now();
    const ending = names
      .map((name) => this.children.get(name))
      .flatMap((child) => (child?.identity ? [{ identity: child.identity, service: child.service }] : []));
    for (const { identity } of ending) signal(identity, "SIGTERM");
    for (const { identity, service } of ending) {
      const deadline = begunMs + (service.endsWithinMs ?? END_WITHIN_MS);
      while (isRunning(identity) && performance.now() < deadline) await pause(25);
      if (isRunning(identity)) signal(identity, "SIGKILL");
    }
  }

  /** How often the child crashed since it last ran for a minute. */
  crashesOf(name: string): number {
    return this.children.get(name)?.crashes ?? 0;
  }

  logFile(name: string): string {
    return path.join(this.stateFolder, "logs", `${name}.log`);
  }

  /** The last lines that a child printed. */
  logTail(name: string, lines = 8): string {
    return (readText(this.logFile(name)) ?? "").split("\n").slice(-lines).join("\n");
  }

  private spawn(child: Child): void {
    const { service } = child;
    const log = openSync(this.logFile(service.name), "a", 0o600);
    child.startedMs = performance.now();
    const args = [...service.nodeArgs, path.join(this.root, service.script), stateMark(this.stateFolder)];
    const spawned = spawn(process.execPath, args, {
      cwd: this.root,
      env: service.env as unknown as NodeJS.ProcessEnv,
      // Straight into the file: the child outlives a killed supervisor without a broken pipe.
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl-C reaches only us, and we stop them in order.
      detached: true,
    });
    closeSync(log);
    child.identity = spawned.pid ? findProcess(spawned.pid) : null;
    this.events.onChange(this.living());
    spawned.once("error", (error) => this.ended(child, error.message));
    spawned.once("exit", (code, killedBy) => this.ended(child, killedBy ?? `exit code ${code}`));
  }

  private ended(child: Child, how: string): void {
    child.identity = null;
    this.events.onChange(this.living());
    if (this.stopping) return;
    if (child.isRestarting) {
      child.isRestarting = false;
      this.spawn(child);
      return;
    }
    child.crashes = performance.now() - child.startedMs > HEALTHY_AFTER_MS ? 1 : child.crashes + 1;
    const restartInMs = restartPauseMs(child.crashes, child.service.longestPauseMs);
    this.events.onCrash(child.service.name, how, restartInMs);
    child.waiting = setTimeout(() => {
      if (!this.stopping) this.spawn(child);
    }, restartInMs);
  }

  private living(): ProcessIdentity[] {
    return [...this.children.values()].map((child) => child.identity).filter((identity) => identity !== null);
  }

  private trimLogs(): void {
    for (const name of this.children.keys()) trimLog(this.logFile(name), LOG_LIMIT_BYTES);
  }
}

/** Moves what a log holds to `<file>.old` when it is larger than `limitBytes`; one that somebody removed is left at that. */
export function trimLog(file: string, limitBytes: number): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < limitBytes) return;
  try {
    copyFileSync(file, `${file}.old`);
  } catch {
    // No room for a copy: what matters is that the log itself gives room back.
    rmSync(`${file}.old`, { force: true, recursive: true });
  }
  truncateSync(file);
}
