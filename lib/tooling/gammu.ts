import { accessSync, constants } from "node:fs";
import path from "node:path";

const PROGRAMS = ["gammu", "gammu-smsd"];

/** Whether gammu and its SMS daemon are installed, which the journey of a partner's modems runs. */
export function hasGammu(): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter).concat("/usr/bin");
  return PROGRAMS.every((name) => folders.some((folder) => isRunnable(path.join(folder, name))));
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
