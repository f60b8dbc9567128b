import { ZodError } from "zod";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, type ErrorRow, errorPagePath, isAppError } from "#lib/errors/app-error.ts";
import { formatFigure } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const CONNECTION_FAULTS = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTCONN",
  "ENOTFOUND",
  "EPIPE",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ETIMEDOUT",
]);
/** Classes of PostgreSQL answers that mean "not now": connection, resources, operator intervention, lock timeout. */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|55P03)/;

/** True when the database (or the way to it) is away or too slow, as against a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string" && (CONNECTION_FAULTS.has(code) || UNAVAILABLE_STATES.test(code))) return true;
  return (
    typeof message === "string" &&
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable/i.test(
      message,
    )
  );
}

/** Some problems repeat what was sent. */
const PROBLEM_LENGTH = 300;

/** Node's word for a body whose sender has left: nobody's fault, and nobody waits for the answer. */
export function isAbortedUpload(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === "ECONNRESET" && message === "aborted";
}

/** The one place that turns anything thrown into a refusal with a code. */
export function toAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (error instanceof ZodError) {
    const problems = error.issues
      .slice(0, 5)
      .map((issue) => ({ path: issue.path.join("."), problem: issue.message.slice(0, PROBLEM_LENGTH) }));
    return new AppError(apiErrors.VALIDATION, { details: { problems }, cause: error });
  }
  if (isUnavailable(error))
    return new AppError(apiErrors.UNAVAILABLE, { headers: { "retry-after": "2" }, cause: error });
  return new AppError(apiErrors.SERVER_ERROR, { cause: error });
}

export type ErrorBody = {
  message: string;
  error: { code: string; message: string; requestId: string; details?: Record<string, unknown> };
};

/** Body of a refusal. `message` stands at the top too, where the site's calls look for it (spec, section 7). */
export function errorBody(error: AppError, locale: Locale, requestId: string): ErrorBody {
  const message = errorMessage(error.row, locale, error.details);
  return {
    message,
    error: {
      code: error.row.code,
      message,
      requestId,
      ...(error.details ? { details: { ...error.details } } : {}),
    },
  };
}

export type RestErrorBody = {
  error: {
    code: string;
    message: string;
    requestId: string;
    docs: string;
    details?: Record<string, unknown>;
  };
};

/** Body of a refusal in version 1 for programs. */
export function restErrorBody(error: AppError, locale: Locale, requestId: string): RestErrorBody {
  const { code, message, details } = errorBody(error, locale, requestId).error;
  const docs = `${env.PUBLIC_URL}${errorPagePath(code)}`;
  return { error: { code, message, requestId, docs, ...(details ? { details } : {}) } };
}

/** The sentence of a code in the caller's language. Small whole numbers stay numbers: they choose plural forms. */
function errorMessage(row: ErrorRow, locale: Locale, details?: Readonly<Record<string, unknown>>): string {
  const values = Object.fromEntries(
    Object.entries(details ?? {}).flatMap(([name, value]) => {
      if (typeof value !== "string" && typeof value !== "number") return [];
      return [[name, typeof value === "number" && Math.abs(value) < 1_000 ? value : formatFigure(value)]];
    }),
  ) as Record<string, string | number>;
  return translateMessage(locale, row.messageKey, values);
}
