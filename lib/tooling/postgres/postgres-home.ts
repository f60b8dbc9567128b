import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureFolder } from "#lib/tooling/files.ts";
import { canUseFolder, type OsUser, runAs, runAsLater } from "#lib/tooling/postgres/os-user.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** `folder` holds data and log; `shelter` is where a copy of the binaries may be put. */
export type Home = { folder: string; shelter: string };

/**
 * Where the data lives: below the state folder, unless the account of PostgreSQL cannot walk there (a checkout
 * below a closed home, a mount without owners); then in a folder of the system, named after the checkout.
 * A home that holds data is kept, whatever the reason for it was.
 */
export function chooseHome(stateFolder: string, user: OsUser | undefined, kept: string | null): Home {
  const state = realpathSync(stateFolder);
  const inside = path.join(state, "postgres");
  const outside = shelterRoots().map((root) => path.join(root, checkoutName(state)));
  const wanted = kept && existsSync(path.join(kept, "data")) ? [kept] : [inside, ...(user ? outside : [])];
  for (const folder of wanted) {
    if (prepare(folder, user))
      return { folder, shelter: folder === inside ? shelterBeside(user) : path.dirname(folder) };
  }
  throw new Problem(
    `The database folder ${wanted[0]} cannot be used by ${user ? `the account ${user.name}` : "this user"}. ` +
      "Start as the user who owns it, or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

function shelterRoots(): string[] {
  return ["/var/lib/sms-den", path.join(os.tmpdir(), "sms-den")];
}

function shelterBeside(user: OsUser | undefined): string {
  const usable = shelterRoots().find((root) => {
    try {
      mkdirSync(root, { recursive: true });
      chmodSync(root, 0o755);
      return runAs(user, "/bin/sh", ["-c", 'cd "$1"', "sh", root]).status === 0;
    } catch {
      return false;
    }
  });
  return usable ?? os.tmpdir();
}

/** A short name that differs between checkouts. */
function checkoutName(stateFolder: string): string {
  return createHash("sha256").update(stateFolder).digest("hex").slice(0, 12);
}

function prepare(folder: string, user: OsUser | undefined): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    if (path.basename(path.dirname(folder)) === "sms-den") chmodSync(path.dirname(folder), 0o755);
    if (user) chownSync(folder, user.uid, user.gid);
    return canUseFolder(user, folder);
  } catch {
    return false;
  }
}

type NewCluster = {
  native: string;
  home: string;
  user: OsUser | undefined;
  password: string;
  durable: boolean;
};

/** Makes the data folder; a kill in the middle leaves nothing that looks finished. */
export async function initialiseCluster(cluster: NewCluster): Promise<void> {
  const part = path.join(cluster.home, "data.part");
  const passwordFile = path.join(cluster.home, "password.part");
  rmSync(part, { recursive: true, force: true });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.user) chownSync(passwordFile, cluster.user.uid, cluster.user.gid);
  const args = [
    ...["-D", part, "-U", "postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--encoding=UTF8"],
    // Comparison by code point, the same on every machine and fast.
    ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    `--locale=${process.platform === "linux" ? "C.UTF-8" : "C"}`,
    ...(cluster.durable ? [] : ["--no-sync"]),
  ];
  const made = await runAsLater(cluster.user, path.join(cluster.native, "bin", "initdb"), args);
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    throw new Problem(
      `The database folder ${cluster.home} could not be made: ${made.output}\n` +
        "Free what it names (often disk space), or set DATABASE_URL to a PostgreSQL 15 or newer.",
    );
  }
  renameSync(part, path.join(cluster.home, "data"));
}

/** Makes the state folder so that the account of PostgreSQL can walk through it. */
export function ensureStateFolder(stateFolder: string): string {
  ensureFolder(stateFolder, 0o711);
  return realpathSync(stateFolder);
}
