import { now } from "#lib/clock.ts";

for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** Prints one line for the person at the terminal. */
export function say(line = ""): void {
  process.stdout.write(`${line}\n`);
}

/** Prints one line to standard error. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
export type Log = {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
};

/** The log of `run`: one line per event to standard output, from where systemd takes it. SMS texts are left out unless `logTexts`. */
export function makeLog(logTexts: boolean, print: (line: string) => void = say): Log {
  const write = (level: string, message: string, fields: LogFields = {}) => {
    const shown = Object.entries(fields)
      .filter(([name, value]) => value !== undefined && value !== null && (logTexts || name !== "text"))
      .map(([name, value]) => ` ${name}=${typeof value === "string" ? JSON.stringify(value) : value}`);
    print(`${now().toISOString()} ${level} ${message}${shown.join("")}`);
  };
  return {
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
  };
}
