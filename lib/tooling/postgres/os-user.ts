import { spawn, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** The account that PostgreSQL runs as; undefined = ourselves (PostgreSQL refuses to run as root only). */
export type OsUser = { name: string; uid: number; gid: number };

const OWN_USER = "sms-den";
/** Tried in this order when the own account cannot be made. */
const SPARE_USERS = ["postgres", "nobody"];

/** Finds an account in the text of /etc/passwd. */
export function findAccount(passwd: string, wanted: { name: string } | { uid: number }): OsUser | null {
  for (const line of passwd.split("\n")) {
    const [name = "", , uid, gid] = line.split(":");
    const matches = "name" in wanted ? name === wanted.name : uid !== undefined && Number(uid) === wanted.uid;
    if (name && matches) return { name, uid: Number(uid), gid: Number(gid) };
  }
  return null;
}

function account(wanted: { name: string } | { uid: number }): OsUser | null {
  return findAccount(readFileSync("/etc/passwd", "utf8"), wanted);
}

function makeOwnUser(): OsUser | null {
  const existing = account({ name: OWN_USER });
  if (existing) return existing;
  const attempts: [string, string[]][] = [
    [
      "useradd",
      ["--system", "--user-group", "--no-create-home", "--home-dir", "/", "--shell", "/bin/false", OWN_USER],
    ],
    // Alpine and other busybox systems.
    ["adduser", ["-S", "-D", "-H", "-h", "/", "-s", "/bin/false", OWN_USER]],
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: "ignore" });
    const made = account({ name: OWN_USER });
    if (made) return made;
  }
  return null;
}

/**
 * The account for PostgreSQL: undefined when this process is not root, else the owner of the data that already
 * exists, else an own account, else a spare one. Throws a Problem when root may become nobody else.
 */
export function chooseOsUser(existingData: string | null): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = existingData ? ownerOf(existingData) : null;
  const candidates = [() => owner, makeOwnUser, ...SPARE_USERS.map((name) => () => account({ name }))];
  for (const candidate of candidates) {
    const user = candidate();
    if (user && user.uid !== 0 && canBecome(user)) return user;
  }
  throw new Problem(
    "PostgreSQL refuses to run as root and no other account can be used here. " +
      "Start as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.",
  );
}

function ownerOf(folder: string): OsUser | null {
  try {
    return account({ uid: statSync(folder).uid });
  } catch {
    return null;
  }
}

function canBecome(user: OsUser): boolean {
  return runAs(user, "/bin/sh", ["-c", "exit 0"]).status === 0;
}

/** Whether the account can walk to a folder and write in it. */
export function canUseFolder(user: OsUser | undefined, folder: string): boolean {
  return runAs(user, "/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", folder]).status === 0;
}

export type Finished = { status: number; output: string };

function spawnOptions(user: OsUser | undefined) {
  return {
    // The account may be unable to stand in our folder.
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", ...childEnvironment({ LC_ALL: "C", TZ: "UTC", HOME: "/" }) },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  };
}

/** Runs a short command as the account and waits; status -1 when it could not be started. */
export function runAs(user: OsUser | undefined, command: string, args: string[]): Finished {
  const result = spawnSync(command, args, {
    ...spawnOptions(user),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (result.error) return { status: -1, output: result.error.message };
  return { status: result.status ?? -1, output: `${result.stdout}${result.stderr}`.trim() };
}

/**
 * The same without blocking. Its streams are not waited for: a server started by the command inherits them
 * and would keep them open for ever.
 */
export function runAsLater(user: OsUser | undefined, command: string, args: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...spawnOptions(user), stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once("error", (error) => resolve({ status: -1, output: error.message }));
    child.once("exit", (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ status: code ?? -1, output: output.trim() });
      });
    });
  });
}
