import { spawnSync } from "node:child_process";
import { say } from "#lib/tooling/terminal.ts";

/** Runs a program without its output and returns whether it succeeded; its errors are shown. */
export function succeeds(command: string, args: string[], cwd?: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** Installs a package by apt-get where we are root and there is one; returns whether it is installed. */
export function installSystemPackage(name: string, title: string): boolean {
  if (process.getuid?.() !== 0 || !succeeds("/bin/sh", ["-c", "command -v apt-get"])) return false;
  say(`Installing ${title} (the system's package)`);
  const install = ["install", "--yes", "--quiet", "--no-install-recommends", name];
  // The lists of packages may be missing or old; refreshing them takes long, so try without first.
  return (
    succeeds("apt-get", install) ||
    (succeeds("apt-get", ["update", "--quiet"]) && succeeds("apt-get", install))
  );
}
