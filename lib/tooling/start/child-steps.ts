import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { findProcess, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { signal } from "#lib/tooling/start/run-file.ts";

/**
 * Short programs of a start (migrate, seed, build). Each leads a process group of its own, so that it can be ended
 * with all it has started, by us or, when we were killed, by the next start.
 */
export class ChildSteps {
  private current: ProcessIdentity | null = null;
  private readonly onChange: (running: ProcessIdentity[]) => void;

  constructor(onChange: (running: ProcessIdentity[]) => void) {
    this.onChange = onChange;
  }

  start(args: string[], options: SpawnOptions): ChildProcess {
    const child = spawn(process.execPath, args, { ...options, detached: true });
    this.set(child.pid ? findProcess(child.pid) : null);
    child.once("exit", () => this.set(null));
    return child;
  }

  /** Ends the running step at once; each of them can be begun again. */
  end(): void {
    if (this.current) signal(this.current, "SIGKILL");
  }

  private set(current: ProcessIdentity | null): void {
    this.current = current;
    this.onChange(current ? [current] : []);
  }
}
