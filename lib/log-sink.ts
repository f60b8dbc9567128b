import { fstatSync, write, writeSync } from "node:fs";
import { now } from "#lib/clock.ts";

/** Where the lines go. No call waits for the other side. */
export type Outlet = {
  /** Begins to write; `done` is told once how many bytes have left, and what stopped the others. */
  send(bytes: Buffer, done: (error: Error | null, written: number) => void): void;
  /** The last words of a process that ends: written as far as they go at once. */
  sendLast(bytes: Buffer): void;
};

/** Characters that may wait for a slow or full outlet; a line beyond them is dropped. */
const WAITING_MAX = 1_000_000;
/** After a failed write the next one is tried after so long. */
const REST_MS = 1_000;
/** Lines that are in no hurry are written together: after so long, or when they are so many characters. */
const COLLECT_MS = 250;
const COLLECT_MAX = 16_000;

/**
 * Lines of a log on their way out of the process. Taking a line never waits and never fails: while the outlet takes nothing
 * (a full disk, a pipe that nobody reads), lines wait up to a limit; those beyond it are dropped and counted. When the
 * outlet takes lines again, one of them tells how many are missing.
 */
export class LogSink {
  readonly #outlet: Outlet;
  #waiting = "";
  /** What a failed write left over; goes before everything else. */
  #rest: Buffer | null = null;
  #isBusy = false;
  #scheduled: "nothing" | "later" | "soon" = "nothing";
  #dropped = 0;
  #untold = 0;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes a line that goes out at the end of this turn of the event loop. */
  write(line: string): void {
    if (this.#take(line)) this.#schedule("soon");
  }

  /** Takes a line that may wait a moment for others. */
  collect(line: string): void {
    if (this.#take(line)) this.#schedule(this.#waiting.length < COLLECT_MAX ? "later" : "soon");
  }

  /** Everything that waits, as far as it goes at once; for the end of the process. */
  flush(): void {
    const bytes = this.#takeBytes();
    if (bytes.length > 0) this.#outlet.sendLast(bytes);
  }

  #take(line: string): boolean {
    if (this.#waiting.length + line.length > WAITING_MAX) {
      this.#dropped += 1;
      this.#untold += 1;
      return false;
    }
    this.#waiting += line;
    return true;
  }

  #schedule(when: "later" | "soon"): void {
    if (this.#scheduled === "soon" || this.#scheduled === when) return;
    this.#scheduled = when;
    if (this.#isBusy) return;
    if (when === "soon") setImmediate(() => this.#send());
    else setTimeout(() => this.#send(), COLLECT_MS).unref();
  }

  #send(): void {
    if (this.#isBusy) return;
    this.#scheduled = "nothing";
    const bytes = this.#takeBytes();
    if (bytes.length === 0) return;
    this.#isBusy = true;
    this.#outlet.send(bytes, (error, written) => {
      if (error === null) return this.#goOn();
      this.#rest = bytes.subarray(written);
      setTimeout(() => {
        this.#scheduled = "soon";
        this.#goOn();
      }, REST_MS).unref();
    });
  }

  /** The outlet is free again for what has come meanwhile. */
  #goOn(): void {
    const when = this.#scheduled;
    this.#isBusy = false;
    this.#scheduled = "nothing";
    if (when !== "nothing") this.#schedule(when);
  }

  #takeBytes(): Buffer {
    const lines = Buffer.from(this.#untold === 0 ? this.#waiting : this.#waiting + gapLine(this.#untold));
    const bytes = this.#rest === null ? lines : Buffer.concat([this.#rest, lines]);
    this.#waiting = "";
    this.#rest = null;
    this.#untold = 0;
    return bytes;
  }
}

/** A line as pino writes a warning. */
function gapLine(lines: number): string {
  return `${JSON.stringify({ level: 40, time: now().toISOString(), lines, msg: "lines of the log were dropped" })}\n`;
}

/** The outlet to the standard output of this process, whatever that is. */
export function standardOutput(): Outlet {
  const kind = fstatSync(1);
  return kind.isFIFO() || kind.isSocket() ? pipeOutlet() : fileOutlet(1);
}

/** Node writes to pipes and sockets without waiting, and keeps what they do not take: here one piece at a time. */
function pipeOutlet(): Outlet {
  // The reader is gone: `done` is told, and the lines are counted.
  process.stdout.on("error", () => {});
  return {
    send: (bytes, done) => {
      process.stdout.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.length));
    },
    sendLast: (bytes) => {
      process.stdout.write(bytes);
    },
  };
}

/** Files and terminals are written to by a thread of their own, since a write to them may wait. */
function fileOutlet(fd: number): Outlet {
  const sendFrom = (bytes: Buffer, from: number, done: (error: Error | null, written: number) => void) => {
    write(fd, bytes, from, bytes.length - from, null, (error, count) => {
      if (error) done(error, from);
      else if (from + count < bytes.length) sendFrom(bytes, from + count, done);
      else done(null, bytes.length);
    });
  };
  return {
    send: (bytes, done) => sendFrom(bytes, 0, done),
    sendLast: (bytes) => {
      try {
        writeSync(fd, bytes);
      } catch {
        // Nobody is left to be told.
      }
    },
  };
}
