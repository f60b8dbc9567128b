import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listVersionedFiles } from "#lib/db/sql-files.ts";

const FILE = path.join(import.meta.dirname, "..", "db", "migrations", "history.txt");

/**
 * `history.txt`: a line for every versioned file with its checksum, in the order in which they landed. It grows at its end alone, so two
 * that land beside each other meet there, and whoever comes second gives the own file a newer time.
 */
export function readHistory(): string[] {
  return readFileSync(FILE, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

export function historyLines(): string[] {
  return listVersionedFiles().map(({ name, checksum }) => `${name} ${checksum.slice(0, 16)}`);
}

/** Adds the lines of files that have none yet. */
export function addToHistory(): void {
  const known = new Set(readHistory().map((line) => line.split(" ")[0]));
  const added = historyLines().filter((line) => !known.has(line.split(" ")[0]));
  if (added.length > 0) writeFileSync(FILE, `${readFileSync(FILE, "utf8")}${added.join("\n")}\n`);
}
