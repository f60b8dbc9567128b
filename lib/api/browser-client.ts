import axios, { type AxiosError, type AxiosRequestConfig } from "axios";
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

/** Turns anything axios rejects with into an ApiProblem; `message` is empty when the API said nothing. */
export function toApiProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  const { response } = error as AxiosError<ErrorBody>;
  const body = response?.data;
  return new ApiProblem(typeof body?.message === "string" ? body.message : "", {
    status: response?.status ?? 0,
    code: body?.error?.code ?? (response ? "SERVER_ERROR" : "NETWORK"),
    requestId: body?.error?.requestId ?? (response?.headers["x-request-id"] as string | undefined) ?? null,
    details: body?.error?.details,
  });
}

const client = axios.create({ baseURL: "/api/", timeout: 20_000, headers: { Accept: "application/json" } });

client.interceptors.request.use((config) => {
  config.headers.set("x-user-locale", localeFromTag(document.documentElement.lang));
  const sessionToken = cookie.get(cookies.sessionToken.name);
  if (sessionToken) config.headers.set("x-session-token", sessionToken);
  return config;
});

client.interceptors.response.use(undefined, (error: unknown) => Promise.reject(toApiProblem(error)));

/** The one HTTP client of the browser: paths below /api/, our headers, refusals as ApiProblem. */
export const api = client;

/** Body of a GET. */
export async function getJson<T>(path: string, config?: AxiosRequestConfig): Promise<T> {
  return (await client.get<T>(path, config)).data;
}
