import { closeSync, openSync, readSync, statSync } from "node:fs";

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
  const sizeNow = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let at = sizeNow();
  let rest = "";
  setInterval(() => {
    const size = sizeNow();
    // Emptied because it grew large.
    if (size < at) at = 0;
    if (size === at) return;
    const bytes = Buffer.alloc(size - at);
    const handle = openSync(file, "r");
    const count = readSync(handle, bytes, 0, bytes.length, at);
    closeSync(handle);
    at += count;
    const lines = (rest + bytes.toString("utf8", 0, count)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }, LOOK_EVERY_MS).unref();
}
