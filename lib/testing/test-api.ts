import { Hono } from "hono";
import { type Actor, guest, type UserId } from "#lib/api/actor.ts";
import { type ApiBindings, type ApiHono, type KeyGate, mountRoute, requestFacts } from "#lib/api/mount.ts";
import type { Route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";

type CallOptions = {
  body?: unknown;
  /** Sent as it is instead of `body`. */
  rawBody?: string;
  /** Over the usual ones; an empty value takes a header away. */
  headers?: Record<string, string>;
  /** Session cookie. */
  cookie?: string;
  bearer?: string;
  ip?: string;
  locale?: string;
};

export type Answer = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  body: any;
  headers: Headers;
  /** Value of a cookie that the answer sets, with its attributes as sent. */
  setCookies: string[];
};

export type TestApi = {
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
};

/** The user whose id the header `x-test-user` tells, with a session or by what `x-test-via` says; a guest where it is missing. */
async function resolveNamed(request: Request): Promise<Actor> {
  const userId = Number(request.headers.get("x-test-user"));
  const via = request.headers.get("x-test-via") === "api-key" ? "api-key" : "session";
  return userId ? { kind: "user", userId: userId as UserId, role: "user", via } : guest;
}

/**
 * Routes mounted as in production, called without a port, as a browser of the own origin would. Who calls is what the header
 * `x-test-user` says, unless `resolveActor` looks. Keys get in where there is a gate for them.
 */
export function testApi(
  db: Db,
  routes: readonly Route[],
  resolveActor: (request: Request, db: Db, ip: string) => Promise<Actor> = resolveNamed,
  keyGate?: KeyGate,
): TestApi {
  const app: ApiHono = new Hono();
  app.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  for (const one of routes) mountRoute(app, one, { db, resolveActor, keyGate });
  return { call: (method, path, options = {}) => call(app, method, path, options) };
}

async function call(app: ApiHono, method: string, path: string, options: CallOptions): Promise<Answer> {
  const headers = new Headers({
    host: new URL(env.PUBLIC_URL).host,
    ...(method === "GET" ? {} : { origin: new URL(env.PUBLIC_URL).origin, "sec-fetch-site": "same-origin" }),
    ...(options.cookie ? { cookie: `authToken=${options.cookie}` } : {}),
    ...(options.bearer ? { authorization: `Bearer ${options.bearer}` } : {}),
    ...(options.locale ? { "x-user-locale": options.locale } : {}),
  });
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (body !== undefined) headers.set("content-type", "application/json");
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === "") headers.delete(name);
    else headers.set(name, value);
  }
  const request = new Request(`${env.PUBLIC_URL}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const facts: ApiBindings = { requestId: "test-request", ip: options.ip ?? "192.0.2.1" };
  const response = await app.fetch(request, facts);
  const text = await response.text();
  return {
    status: response.status,
    body: text !== "" && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
    headers: response.headers,
    setCookies: response.headers.getSetCookie(),
  };
}
