import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { installSystemPackage } from "#lib/tooling/system-package.ts";

/** Debian's, Fedora's and Alpine's places, and that of `make install`. */
const PLACES = "/usr/{lib/*,lib,lib64,local/lib}/faketime/libfaketime.so.1";
const MOST_DIFFERENCE_MS = 60_000;

/** Where libfaketime is; installs it where that can be done. Throws a Problem with the remedy when it is missing. */
export function ensureFaketime(): string {
  if (process.platform !== "linux")
    throw new Problem(
      `A shifted clock needs libfaketime on Linux; this is ${process.platform}. Run it in a container.`,
    );
  const found =
    findFaketime() ?? (installSystemPackage("libfaketime", "libfaketime") ? findFaketime() : null);
  if (!found) throw new Problem("libfaketime is missing. Install it: apt-get install libfaketime.");
  return found;
}

function findFaketime(): string | null {
  return globSync(PLACES).sort()[0] ?? null;
}

/**
 * The settings that shift the clock of a program and of all it starts by `offsetMs`, rounded to seconds. The offset is relative,
 * so that programs agree whenever they start, and time passes as usual.
 */
export function shiftedClock(library: string, offsetMs: number): Record<string, string> {
  const preload = [library, process.env.LD_PRELOAD].filter(Boolean).join(":");
  const seconds = Math.round(offsetMs / 1000);
  return {
    LD_PRELOAD: preload,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}`,
    // Timers and waits measure durations.
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    // The offset stays; without this, each process looks for another one every ten seconds.
    FAKETIME_CACHE_DURATION: "86400",
    // Node asks for the times of files by a call that the library does not know; all programs see them as they are.
    NO_FAKE_STAT: "1",
  };
}

/** Throws a Problem when Node under these settings lives at another time: a Node without a dynamic C library ignores them. */
export function requireShift(settings: Record<string, string>, offsetMs: number): void {
  const { stdout } = spawnSync(process.execPath, ["--print", "Date.now()"], {
    env: childEnvironment(settings),
    encoding: "utf8",
  });
  const differenceMs = Number(stdout) - (Date.now() + offsetMs);
  if (!(Math.abs(differenceMs) < MOST_DIFFERENCE_MS))
    throw new Problem(
      `libfaketime does not shift the clock of ${process.execPath}. Use a Node that is linked with the system's C library.`,
    );
}
