import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Problem } from "#lib/tooling/problem.ts";

/** The folder of the checkout. */
export const ROOT = path.join(import.meta.dirname, "..", "..");

/** Makes the folder; throws one sentence when the place cannot be written. */
export function ensureFolder(folder: string, mode = 0o755): void {
  try {
    makeWithParents(folder);
    chmodSync(folder, mode);
  } catch (error) {
    throw new Problem(
      `The folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        "Give this user the right to write there, or start from a checkout that it owns.",
    );
  }
}

/** One by one: Node's own recursive way tries for ever where a file system refuses new folders with ENOENT. */
function makeWithParents(folder: string): void {
  if (existsSync(folder)) return;
  makeWithParents(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Writes a file whole or not at all, so that a kill leaves the old content. */
export function writeFileAtomically(file: string, content: string, mode = 0o600): void {
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, content, { mode });
    chmodSync(part, mode);
    renameSync(part, file);
  } catch (error) {
    throw new Problem(
      `The file ${file} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        `Give this user the right to write in ${path.dirname(file)}.`,
    );
  }
}

/** The parsed content of a JSON file, or null when it is missing or torn. */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch {
    return null;
  }
}

/** The trimmed text of a file, or null when it is missing. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}

/** Whether this process may run a file; false when it is not there. */
export function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
