import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const LOOK_EVERY_MS = 250;
const WARNING = 40;

/** What a person at the terminal wants to see of a log's line, or null: warnings and faults, and what is no line of the log. */
export function troubleOf(line: string): string | null {
  if (line.trim() === "") return null;
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  if (typeof entry.level !== "number") return line;
  if (entry.level < WARNING) return null;
  const { level: _level, time: _time, msg, stack, ...rest } = entry;
  const facts = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : "";
  return `${msg ?? ""}${facts}${typeof stack === "string" ? `\n${stack}` : ""}`;
}

/** Hands over what is written to a file from now on, line by line, until the process ends. */
export function followLines(file: string, onLine: (line: string) => void): void {
  let at = sizeOf(file);
  let rest = "";
  setInterval(() => {
    const size = sizeOf(file);
    // Emptied because it grew large.
    if (size < at) at = 0;
    if (size === at) return;
    const lines = (rest + readFrom(file, at, size)).split("\n");
    at = size;
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }, LOOK_EVERY_MS).unref();
}

function withFile<T>(file: string, otherwise: T, use: (handle: number) => T): T {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return otherwise;
  }
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

const sizeOf = (file: string) => withFile(file, 0, (handle) => fstatSync(handle).size);

const readFrom = (file: string, from: number, to: number) =>
  withFile(file, "", (handle) => {
    const bytes = Buffer.alloc(to - from);
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from)).toString("utf8");
  });
