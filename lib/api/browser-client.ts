import cookie from "js-cookie";
import { cookies } from "#lib/cookies.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** A refusal or fault of the API as the screen needs it: a sentence in the visitor's language, a code, a request id. */
export class ApiProblem extends Error {
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** Code out of the closed error tables; "NETWORK" when no answer came. */
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  constructor(
    message: string,
    facts: { status: number; code: string; requestId: string | null; details?: Record<string, unknown> },
  ) {
    super(message);
    this.name = "ApiProblem";
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
    this.details = facts.details;
  }
}

type ErrorBody = {
  message?: string;
  error?: { code?: string; requestId?: string; details?: Record<string, unknown> };
};

/** Anything that was thrown as an ApiProblem; what is none, a fetch without an answer among it, has no `message` and no status. */
export function toApiProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem("", { status: 0, code: "NETWORK", requestId: null });
}

/** An answer that is no refusal. */
export type ApiAnswer<T> = { readonly data: T; readonly headers: Headers };

export type ApiCall = {
  /** The query; a member that is undefined or null is left out. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** When a call without an answer is given up; 0 = never. 20 s unless told. */
  readonly timeoutMs?: number;
};

const BASE = "/api/";
const TIMEOUT_MS = 20_000;

function addressOf(path: string, params: ApiCall["params"] = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined && value !== null) query.append(name, String(value));
  return BASE + path + (query.size === 0 ? "" : `?${query}`);
}

function headersOf(body: unknown, headers: ApiCall["headers"]): Record<string, string> {
  const sessionToken = cookie.get(cookies.sessionToken.name);
  return {
    Accept: "application/json",
    "x-user-locale": localeFromTag(document.documentElement.lang),
    ...(sessionToken ? { "x-session-token": sessionToken } : {}),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
}

/** What an answer says; null when it is empty or no JSON, as that of a gateway before us. */
async function readJson(answer: Response): Promise<unknown> {
  return answer.json().catch(() => null);
}

function refusalOf(answer: Response, body: ErrorBody | null): ApiProblem {
  return new ApiProblem(typeof body?.message === "string" ? body.message : "", {
    status: answer.status,
    code: body?.error?.code ?? "SERVER_ERROR",
    requestId: body?.error?.requestId ?? answer.headers.get("x-request-id"),
    details: body?.error?.details,
  });
}

/** Calls and reads the whole answer before the time is up. Throws ApiProblem for every other end. */
async function call<T>(
  method: string,
  path: string,
  body: unknown,
  { params, headers, signal, timeoutMs = TIMEOUT_MS }: ApiCall,
  read: (answer: Response) => Promise<unknown>,
): Promise<ApiAnswer<T>> {
  const aborting = new AbortController();
  const abort = () => aborting.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const timer = timeoutMs === 0 ? undefined : setTimeout(abort, timeoutMs);
  try {
    const answer = await fetch(addressOf(path, params), {
      method,
      headers: headersOf(body, headers),
      signal: aborting.signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw refusalOf(answer, (await readJson(answer)) as ErrorBody | null);
    return { data: (await read(answer)) as T, headers: answer.headers };
  } catch (error) {
    throw toApiProblem(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The one HTTP client of the browser: paths below /api/, our headers, JSON, refusals as ApiProblem. */
export const api = {
  get: <T>(path: string, options: ApiCall = {}) => call<T>("GET", path, undefined, options, readJson),
  delete: <T>(path: string, options: ApiCall = {}) => call<T>("DELETE", path, undefined, options, readJson),
  post: <T>(path: string, body?: unknown, options: ApiCall = {}) =>
    call<T>("POST", path, body, options, readJson),
  put: <T>(path: string, body?: unknown, options: ApiCall = {}) =>
    call<T>("PUT", path, body, options, readJson),
  /** A file; it may take as long as it takes. */
  getFile: (path: string, params: ApiCall["params"]) =>
    call<Blob>("GET", path, undefined, { params, timeoutMs: 0 }, (answer) => answer.blob()),
};

/** Body of a GET. */
export async function getJson<T>(path: string, options?: ApiCall): Promise<T> {
  return (await api.get<T>(path, options)).data;
}
