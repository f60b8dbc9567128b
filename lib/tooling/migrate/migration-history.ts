import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { listVersionedFiles } from "#lib/db/sql-files.ts";
import { ROOT, writeFileAtomically } from "#lib/tooling/files.ts";

const FILE = path.join(ROOT, "lib/db/migrations/history.txt");

/**
 * `history.txt`: a line for every versioned file with its checksum, in the order in which they landed. It grows at its end alone, so two
 * that land beside each other meet there, and whoever comes second gives the own file a newer time.
 */
export function readHistory(): string[] {
  return linesOf(readFileSync(FILE, "utf8"));
}

export function historyLines(): string[] {
  return listVersionedFiles().map(({ name, checksum }) => `${name} ${checksum.slice(0, 16)}`);
}

/** Adds the lines of files that have none yet, and mends those that are not committed: their files may still change. */
export function addToHistory(): void {
  const text = readFileSync(FILE, "utf8");
  const extended = extendHistory(text, historyLines(), committedLines() ?? linesOf(text));
  if (extended !== text) writeFileAtomically(FILE, extended, 0o644);
}

/** The text of `history.txt` for the files as they are. `committed`: lines that stay whatever has become of their files. */
export function extendHistory(text: string, files: readonly string[], committed: readonly string[]): string {
  const lines = text.trimEnd().split("\n");
  const kept = lines.filter(
    (line) => line === "" || line.startsWith("#") || committed.includes(line) || files.includes(line),
  );
  const known = new Set(kept.map(nameIn));
  const added = files.filter((line) => !known.has(nameIn(line)));
  return `${[...kept, ...added].join("\n")}\n`;
}

function nameIn(line: string): string | undefined {
  return line.split(" ")[0];
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** Null where there is no git. */
function committedLines(): string[] | null {
  try {
    const shown = execFileSync("git", ["show", `HEAD:./${path.basename(FILE)}`], {
      cwd: path.dirname(FILE),
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return linesOf(shown);
  } catch {
    return null;
  }
}
