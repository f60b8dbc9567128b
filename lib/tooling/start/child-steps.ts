import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { findProcess, type ProcessIdentity } from "#lib/tooling/process-identity.ts";
import { signal } from "#lib/tooling/start/run-file.ts";

/**
 * Short programs of a start (migrate, seed, build). Each leads a process group of its own, so that it can be ended
 * with all it has started, by us or, when we were killed, by the next start.
 */
export class ChildSteps {
  private readonly running = new Map<ChildProcess, ProcessIdentity>();
  private readonly onChange: (running: ProcessIdentity[]) => void;

  constructor(onChange: (running: ProcessIdentity[]) => void) {
    this.onChange = onChange;
  }

  start(args: string[], options: SpawnOptions): ChildProcess {
    return this.keep(spawn(process.execPath, args, { ...options, detached: true }));
  }

  /** Starts a program that nobody waits for: it gets what all others leave of the processors, and is ended first where memory runs out. */
  startInBackground(args: string[], options: SpawnOptions): ChildProcess {
    // Not by our own hand once it runs: the threads that it has by then would keep their turn.
    const nice = ["-n", "19", process.execPath, ...args];
    const child = spawn("nice", nice, { ...options, detached: true });
    if (child.pid) giveWay(child.pid);
    return this.keep(child);
  }

  /** Ends what runs at once; each of them can be begun again. */
  end(): void {
    for (const step of this.running.values()) signal(step, "SIGKILL");
  }

  private keep(child: ChildProcess): ChildProcess {
    const identity = child.pid ? findProcess(child.pid) : null;
    if (!identity) return child;
    this.running.set(child, identity);
    child.once("exit", () => {
      this.running.delete(child);
      this.tell();
    });
    this.tell();
    return child;
  }

  private tell(): void {
    this.onChange([...this.running.values()]);
  }
}

/**
 * Linux alone: a desktop's kernel weighs the groups of processes against each other, whatever `nice` says within one, and one that has no
 * memory left ends the largest program, which may be the product's.
 */
function giveWay(pid: number): void {
  for (const [file, value] of [
    ["autogroup", "19"],
    ["oom_score_adj", "1000"],
  ] as const)
    try {
      writeFileSync(`/proc/${pid}/${file}`, value);
    } catch {
      // Another system, or a kernel without it.
    }
}
