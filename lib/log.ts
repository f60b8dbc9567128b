import { pino } from "pino";
import { env } from "#lib/env.ts";
import { LogSink, standardOutput } from "#lib/log-sink.ts";

const SECRETS = [
  "api_key",
  "apiKey",
  "authorization",
  "cookie",
  "key",
  "password",
  "secret",
  "text",
  "token",
];

/** One per process: the bundler gives pages and start-up code separate copies of this file. */
const sinkKey = Symbol.for("smsden.log-sink");
const holder = globalThis as { [sinkKey]?: LogSink };
holder[sinkKey] ??= openSink();
const sink = holder[sinkKey];

function openSink(): LogSink {
  const opened = new LogSink(standardOutput());
  process.once("exit", () => opened.flush());
  return opened;
}

/** The process's structured log: one JSON line per event, secrets removed by name. Writing to it never waits. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: "[removed]" },
  },
  sink,
);

/** Lines that this process could not get rid of since its start, the log of requests included. */
export function droppedLogLines(): number {
  return sink.dropped;
}

export type AccessLog = { info(fields: Record<string, unknown>): void; flush(): void };

/**
 * The log of requests: fields are chosen and cleaned by their writer (lib/api/front-door/access-log.ts), so nothing is
 * searched for secrets here; lines are written in bundles of some 16 KB, at least four times a second.
 */
export function openAccessLog(): AccessLog {
  const lines = pino(
    { level: env.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => sink.collect(line) },
  );
  return { info: (fields) => lines.info(fields), flush: () => sink.write("") };
}
