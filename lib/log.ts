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
