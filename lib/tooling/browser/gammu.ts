import path from "node:path";
import { isRunnable } from "#lib/tooling/files.ts";

const PROGRAMS = ["gammu", "gammu-smsd"];

/** Whether gammu and its SMS daemon are installed, which the journey of a partner's modems runs. */
export function hasGammu(): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter).concat("/usr/bin");
  return PROGRAMS.every((name) => folders.some((folder) => isRunnable(path.join(folder, name))));
}
