/** One row of a feature's closed error table. */
export type ErrorRow<Code extends string = string> = {
  readonly code: Code;
  /** HTTP status on the JSON API. */
  readonly status:
    | 400
    | 401
    | 402
    | 403
    | 404
    | 405
    | 409
    | 410
    | 413
    | 415
    | 422
    | 423
    | 429
    | 500
    | 502
    | 503;
  /** Key in messages/<locale>.json, e.g. `activations.errors.noNumbers`. */
  readonly messageKey: string;
  /** The same call may succeed later without change. */
  readonly retryable: boolean;
  /** What answers with it tell beside the sentence, as an example for the document. */
  readonly exampleDetails?: Readonly<Record<string, unknown>>;
};

/** A code as an address writes it: `no-numbers`. */
export function errorSlug(code: string): string {
  return code.toLowerCase().replaceAll("_", "-");
}

/** Where a code is explained, without a locale: `/docs/errors/no-numbers`. */
export function errorPagePath(code: string): string {
  return `/docs/errors/${errorSlug(code)}`;
}

type RowInput = Omit<ErrorRow, "code">;

/** Makes a feature's error table; the key is the code that clients see. */
export function defineErrors<const T extends Record<string, RowInput>>(table: T) {
  return Object.fromEntries(Object.entries(table).map(([code, row]) => [code, { code, ...row }])) as {
    readonly [K in keyof T & string]: ErrorRow<K>;
  };
}

/** A refusal with a code out of an error table. Thrown by writes (so that they roll back) and by the gate. */
export class AppError extends Error {
  readonly isAppError = true;
  readonly row: ErrorRow;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  /** Why, for the request's log line, where a code has several reasons. */
  readonly reason: string | undefined;
  constructor(
    row: ErrorRow,
    options: {
      details?: Record<string, unknown>;
      headers?: Record<string, string>;
      reason?: string;
      cause?: unknown;
    } = {},
  ) {
    super(row.code, { cause: options.cause });
    this.name = "AppError";
    this.row = row;
    this.details = options.details;
    this.headers = options.headers;
    this.reason = options.reason;
  }
  get code(): string {
    return this.row.code;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}
