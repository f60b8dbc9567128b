import { createHash } from "node:crypto";
import type { Context, Hono } from "hono";
import { type Actor, guest, isPermitted, type KeyRights, type UserActor } from "#lib/api/actor.ts";
import { checkAnswer } from "#lib/api/check-answer.ts";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import type { Endpoint, NamedThing } from "#lib/api/endpoint.ts";
import { errorBody, isAbortedUpload, restErrorBody, toAppError } from "#lib/api/errors-to-http.ts";
import { parseBody, parseIdempotencyKey, parseQuery, refuseNul } from "#lib/api/parse-request.ts";
import { type RateLimiter, type RatePolicy, rateHeaders } from "#lib/api/rate-limits.ts";
import { type Handler, Reply, type RequestContext, type Route } from "#lib/api/route.ts";
import { isFromProgram, isSameOrigin } from "#lib/api/same-origin.ts";
import type { StrangerBodies } from "#lib/api/stranger-bodies.ts";
import type { StrangerCalls } from "#lib/api/stranger-calls.ts";
import type { Db } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";
import { log } from "#lib/log.ts";

/**
 * What the front door (or a test) says about a request beside the request itself. The API writes `route`, `actorId`
 * and `errorCode` back into the same object: they belong into the request's one log line.
 */
export type ApiBindings = Partial<DoorFacts>;
type ApiVariables = {
  requestId: string;
  ip: string;
  locale: Locale;
  actorId: number | null;
  errorCode: string | null;
  /** How refusals are written; the site's way when null. */
  dialect: Endpoint["dialect"] | null;
  /** What every answer tells of the caller's limits. */
  rateHeaders: Readonly<Record<string, string>>;
};
export type ApiEnv = { Bindings: ApiBindings; Variables: ApiVariables };
export type ApiHono = Hono<ApiEnv>;

type CallLimits = {
  readonly limiter: RateLimiter;
  /** Whose calls are counted together. */
  readonly subjectOf: (actor: Actor, ip: string) => string;
  /** What holds for endpoints that name no `rates` of their own. */
  readonly ratesOf: (actor: Actor) => readonly RatePolicy[];
  /** Counts what nobody known has sent for nothing. */
  readonly strangerBodies: StrangerBodies;
  /** Counts calls of servers that did not show whose they are. */
  readonly strangerCalls: StrangerCalls;
};

/** The gate for calls with an API key. Each throws what keeps the key out. */
export type KeyGate = {
  /** What answers such a call: the route's own handler, or another of the same endpoint. */
  handlerFor(route: Route, key: KeyRights): Handler<Endpoint>;
  /** Looks whether the key reaches the thing that the path names. */
  checkNamed(db: Db, actor: UserActor, thing: NamedThing & { readonly id: number }): Promise<void>;
};

/** What is called, as the contract has it: its path has names in place of what varies. */
export type Called = Pick<Endpoint, "method" | "path">;

export type ApiContext = {
  readonly db: Db;
  /** Proves who calls what; identity implements it. Answers guest for no credentials, throws for wrong ones. */
  readonly resolveActor: (request: Request, db: Db, ip: string, called: Called) => Promise<Actor>;
  /** Judges calls of programs with an API key; identity implements it. Without it none is let in. */
  readonly keyGate?: KeyGate;
  /** Told when a user's own call may have changed something of theirs. */
  readonly onChange?: (userId: number) => void;
  /** Counts calls; nothing is limited without. */
  readonly limits?: CallLimits;
};

/** Hangs a route into the app: gate, parse, handle, check the answer, turn refusals into bodies. */
export function mountRoute(app: ApiHono, route: Route, api: ApiContext): void {
  const path = `/api${route.endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  app.on(route.endpoint.method, [path], async (context) => {
    if (context.env) context.env.route = `/api${route.endpoint.path}`;
    context.set("dialect", route.endpoint.dialect ?? null);
    const response = await answerOrRefuse(context, route, api);
    if (isUncounted(route.endpoint)) noteServer(context, response.status, api);
    if (isTheirFault(response.status) && context.get("actorId") === null)
      api.limits?.strangerBodies.count(context.req.raw, context.get("ip"));
    for (const [name, value] of Object.entries(context.get("rateHeaders"))) response.headers.set(name, value);
    return response;
  });
}

/** Refused for what was sent: neither by a limit nor for a fault of ours. */
function isTheirFault(status: number): boolean {
  return status >= 400 && status < 500 && status !== apiErrors.TOO_MANY_REQUESTS.status;
}

/** Calls of servers: whose they are their bodies tell, so that they are counted afterwards. */
function isUncounted({ serverToServer, rates }: Endpoint): boolean {
  return serverToServer === true && !rates;
}

/** A limit's own refusals and faults of ours are not held against who called. */
function noteServer(context: Context<ApiEnv>, status: number, { limits }: ApiContext): void {
  if (status < 500 && status !== apiErrors.TOO_MANY_REQUESTS.status)
    limits?.strangerCalls.note(context.req.raw, context.get("ip"));
}

async function answerOrRefuse(context: Context<ApiEnv>, route: Route, api: ApiContext): Promise<Response> {
  try {
    refuseHead(route.endpoint, context.req.raw);
    return await answer(context, route, api);
  } catch (error) {
    return refusal(context, error);
  }
}

/** Hono answers HEAD by running GET: that must neither buy a number nor open a stream that nobody reads. */
function refuseHead(endpoint: Endpoint, request: Request): void {
  if (request.method !== "HEAD") return;
  if (endpoint.access === "bearer" || endpoint.produces === "text/event-stream") {
    throw new AppError(apiErrors.METHOD_NOT_ALLOWED);
  }
}

/** The answer to anything thrown while handling `context`. */
export function refusal(context: Context<ApiEnv>, error: unknown): Response {
  const refused = toAppError(error);
  const requestId = context.get("requestId");
  context.set("errorCode", refused.code);
  if (context.env) {
    context.env.errorCode = refused.code;
    context.env.errorReason = refused.reason ?? null;
  }
  if (refused.row.status >= 500 && !isAbortedUpload(refused.cause)) {
    const cause = refused.cause as { message?: string; stack?: string } | undefined;
    log.error(
      { requestId, code: refused.code, error: cause?.message, stack: cause?.stack },
      "request failed",
    );
  }
  const bodyOf = context.get("dialect") === "v1" ? restErrorBody : errorBody;
  return Response.json(bodyOf(refused, context.get("locale"), requestId), {
    status: refused.row.status,
    headers: { "cache-control": "no-store", ...comeAgain(refused), ...refused.headers },
  });
}

/** Who is refused for now is told when to come again, also where nobody knows better than soon. */
function comeAgain({ row }: AppError): Record<string, string> {
  return row.status === 429 || row.status === 503 ? { "retry-after": "2" } : {};
}

async function answer(context: Context<ApiEnv>, route: Route, api: ApiContext): Promise<Response> {
  const { endpoint } = route;
  const request = context.req.raw;
  const actor = await prove(context, endpoint, api);
  if (actor.kind === "user") {
    context.set("actorId", actor.userId);
    if (context.env) context.env.actorId = actor.userId;
  }
  const handler = admit(api, route, actor, request);
  api.limits?.strangerBodies.refuseSpent(request, actor, context.get("ip"));
  const url = new URL(request.url);
  const params = parseParams(endpoint, context);
  // What a key may not reach is as if not there, also where it could be told from a malformed call.
  if (endpoint.names && actor.kind === "user")
    await api.keyGate?.checkNamed(api.db, actor, { ...endpoint.names, id: (params as { id: number }).id });
  const requestContext = {
    db: api.db,
    params,
    query: parseQuery(endpoint, url),
    body: await parseBody(endpoint, request),
    actor,
    locale: context.get("locale"),
    requestId: context.get("requestId"),
    idempotencyKey: parseIdempotencyKey(endpoint, request),
    ip: context.get("ip"),
    request,
    outgoing: context.env?.outgoing ?? null,
  } as unknown as RequestContext<Endpoint>;
  try {
    return toResponse(endpoint, await handler(requestContext), request);
  } finally {
    // A GET for bearers only is one that buys.
    const mayChange = endpoint.method !== "GET" || endpoint.access === "bearer";
    if (mayChange && actor.kind === "user") api.onChange?.(actor.userId);
  }
}

/** Who calls; each call is counted, also those of strangers who try keys. */
async function prove(context: Context<ApiEnv>, endpoint: Endpoint, api: ApiContext): Promise<Actor> {
  try {
    const actor = await api.resolveActor(context.req.raw, api.db, context.get("ip"), endpoint);
    countCall(context, endpoint, api, actor);
    return actor;
  } catch (error) {
    const isWrongCredential = isAppError(error) && error.row.status < 429;
    if (isWrongCredential) countCall(context, endpoint, api, guest);
    throw error;
  }
}

function countCall(context: Context<ApiEnv>, endpoint: Endpoint, { limits }: ApiContext, actor: Actor): void {
  if (!limits) return;
  if (isUncounted(endpoint)) {
    limits.strangerCalls.refuseSpent(context.get("ip"));
    return;
  }
  const rates = endpoint.rates ?? limits.ratesOf(actor);
  const { waitSeconds, states } = limits.limiter.take(limits.subjectOf(actor, context.get("ip")), rates);
  if (endpoint.rates) context.set("rateHeaders", rateHeaders(states));
  if (waitSeconds > 0) {
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(waitSeconds) } });
  }
}

function parseParams(endpoint: Endpoint, context: Context<ApiEnv>): unknown {
  if (!endpoint.params) return {};
  const given = context.req.param() as Record<string, string>;
  for (const value of Object.values(given)) refuseNul(value);
  const parsed = endpoint.params.safeParse(given);
  // A malformed id is the id of nothing: the same answer as for a stranger's.
  if (!parsed.success) throw new AppError(apiErrors.NOT_FOUND, { cause: parsed.error });
  return parsed.data;
}

/** The handler for who calls. Throws what keeps the caller out. */
function admit(api: ApiContext, route: Route, actor: Actor, request: Request): Handler<Endpoint> {
  const { endpoint } = route;
  if (endpoint.access !== "public" && actor.kind === "guest") throw new AppError(apiErrors.UNAUTHORIZED);
  if (endpoint.access === "bearer" && actor.kind === "user" && actor.via === "session") {
    throw new AppError(apiErrors.UNAUTHORIZED);
  }
  if (endpoint.access === "staff") checkStaff(endpoint, actor);
  if (endpoint.access === "partner") checkPartner(actor);
  const handler = handlerFor(api, route, actor);
  if (actor.kind === "user" && endpoint.stepUp && actor.isFactorStale) {
    throw new AppError(apiErrors.STEP_UP_NEEDED);
  }
  const isExposed = actor.kind === "guest" ? !isFromProgram(request) : actor.via === "session";
  const exposed = !endpoint.serverToServer && isExposed;
  if (exposed && !isSameOrigin(request)) throw new AppError(apiErrors.FOREIGN_ORIGIN);
  return handler;
}

function handlerFor({ keyGate }: ApiContext, route: Route, actor: Actor): Handler<Endpoint> {
  if (actor.kind !== "user" || actor.via !== "api-key") return route.handler;
  if (!actor.key || !keyGate) throw new AppError(apiErrors.SESSION_NEEDED);
  return keyGate.handlerFor(route, actor.key);
}

/** A stranger must not learn that a staff call exists; the staff are told what is missing. */
function checkStaff(endpoint: Endpoint, actor: Actor): void {
  if (actor.kind !== "user" || actor.role !== "staff" || actor.via === "api-key") {
    throw new AppError(apiErrors.NOT_FOUND);
  }
  const { permission = null, secondFactorAgeSeconds: age = null } = actor.staff ?? {};
  if (age === null) {
    throw new AppError(apiErrors.SECOND_FACTOR_NEEDED, { details: { setUpAt: SECOND_FACTOR_PAGE } });
  }
  if (endpoint.permission && !isPermitted(permission, endpoint.permission)) {
    throw new AppError(apiErrors.FORBIDDEN);
  }
}

/** A stranger, and any key, must not learn that a call for partners exists. */
function checkPartner(actor: Actor): void {
  if (actor.kind !== "user" || actor.via === "api-key" || !actor.isPartner) {
    throw new AppError(apiErrors.NOT_FOUND);
  }
}

/** Where a person turns the second factor on. */
const SECOND_FACTOR_PAGE = "/profile/settings/security";

function toResponse(endpoint: Endpoint, handled: unknown, request: Request): Response {
  if (handled instanceof Response) return handled;
  const { body, status, headers } = handled instanceof Reply ? handled : new Reply(handled);
  if (body instanceof Response) return body;
  checkAnswer(endpoint, body);
  const text = JSON.stringify(body) ?? "null";
  const response = new Response(text, {
    status: status ?? endpoint.status ?? 200,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "private, no-store" },
  });
  for (const [name, value] of Object.entries(headers)) {
    for (const item of Array.isArray(value) ? value : [value]) response.headers.append(name, item);
  }
  return endpoint.cacheSeconds === undefined ? response : withCaching(endpoint, response, text, request);
}

function withCaching(endpoint: Endpoint, response: Response, text: string, request: Request): Response {
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  response.headers.set("etag", etag);
  response.headers.set("cache-control", `public, max-age=${endpoint.cacheSeconds}`);
  response.headers.set("vary", "x-user-locale");
  if (request.headers.get("if-none-match") !== etag) return response;
  return new Response(null, { status: 304, headers: response.headers });
}

/** First in the chain: request id, caller's address and language for everything behind it. */
export function requestFacts(context: Context<ApiEnv>): void {
  context.set("requestId", context.env?.requestId ?? crypto.randomUUID());
  context.set("ip", context.env?.ip ?? "127.0.0.1");
  context.set("locale", toLocale(context.req.header("x-user-locale")));
  context.set("actorId", null);
  context.set("errorCode", null);
  context.set("dialect", null);
  context.set("rateHeaders", {});
}
