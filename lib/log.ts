import { pino } from "pino";
import { env } from "#lib/env.ts";

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

/** The process's structured log: one JSON line per event, secrets removed by name. */
export const log = pino({
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: "[removed]" },
});

/** A log that carries `fields` on every line (process name, request id). */
export function logWith(fields: Record<string, unknown>) {
  return log.child(fields);
}

export type AccessLog = { info(fields: Record<string, unknown>): void; flush(): void };

/**
 * The log of requests: fields are chosen and cleaned by their writer (lib/api/front-door/access-log.ts), so nothing is
 * searched for secrets here; lines are written in bundles of up to 16 KB, at least four times a second.
 */
export function openAccessLog(): AccessLog {
  const destination = pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 250 });
  const lines = pino(
    { level: env.LOG_LEVEL, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    destination,
  );
  return { info: (fields) => lines.info(fields), flush: () => destination.flushSync() };
}
