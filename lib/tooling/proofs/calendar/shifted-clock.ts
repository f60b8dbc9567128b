import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import path from "node:path";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { findProgram, installPackages, tryProgram } from "#lib/tooling/machine/system-package.ts";
import { Problem } from "#lib/tooling/problem.ts";

const SOURCE = path.join(import.meta.dirname, "shifted-clock.c");
const MOST_DIFFERENCE_MS = 60_000;

/**
 * Compiles the library that shifts a program's clock into a folder and returns its path. Installs a C compiler where that can be
 * done; throws a Problem with the remedy when there is none.
 */
export function buildClockLibrary(folder: string): string {
  if (process.platform !== "linux")
    throw new Problem(`A shifted clock needs Linux; this is ${process.platform}. Run it in a container.`);
  const library = path.join(folder, "shifted-clock.so");
  if (!findProgram("cc")) installPackages("a C compiler", ["gcc", "libc6-dev"]);
  if (!tryProgram("cc", ["-shared", "-fPIC", "-O2", "-o", library, SOURCE, "-ldl"]).succeeded)
    throw new Problem("A shifted clock needs a C compiler. Install one: apt-get install gcc libc6-dev.");
  // PostgreSQL reads it from an account of its own.
  chmodSync(folder, 0o755);
  chmodSync(library, 0o755);
  return library;
}

/**
 * The settings that shift the clock of a program and of all it starts by `offsetMs`, rounded to seconds. The offset is relative,
 * so that programs agree whenever they start, and time passes as usual.
 */
export function shiftedClock(library: string, offsetMs: number): Record<string, string> {
  return {
    LD_PRELOAD: [library, process.env.LD_PRELOAD].filter(Boolean).join(":"),
    CLOCK_SHIFT_SECONDS: String(Math.round(offsetMs / 1000)),
  };
}

/** Throws a Problem when Node under these settings lives at another time: one without a dynamic C library ignores them. */
export function requireShift(settings: Record<string, string>, offsetMs: number): void {
  const { stdout } = spawnSync(process.execPath, ["--print", "Date.now()"], {
    env: childEnvironment(settings),
    encoding: "utf8",
  });
  const differenceMs = Number(stdout) - (Date.now() + offsetMs);
  if (!(Math.abs(differenceMs) < MOST_DIFFERENCE_MS))
    throw new Problem(
      `The clock of ${process.execPath} cannot be shifted. Use a Node that is linked with the system's C library.`,
    );
}
