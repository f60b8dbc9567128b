import type { Context } from "hono";
import { calls } from "#features/handler-api/calls.routes.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import {
  type ActionName,
  type Answer,
  actionRules,
  answerToken,
  findAction,
  handlerRates,
  type JsonAnswer,
  mayAnswer,
  orderNamedBy,
  tokenOfError,
} from "#features/handler-api/handler-api.rules.ts";
import { listCountries } from "#features/handler-api/lists/lists.routes.ts";
import { marketActions } from "#features/handler-api/market-actions.rules.ts";
import { pollAnswers } from "#features/handler-api/polls/poll-answers.routes.ts";
import {
  isForeignOrGuess,
  type Parameters,
  queryOf,
  readOrderNumber,
  readParameters,
} from "#features/handler-api/request.rules.ts";
import { withTypesOfKey } from "#features/handler-api/types.rules.ts";
import { callerOf, type World, worlds } from "#features/handler-api/worlds.gate.ts";
import { type KeyOwner, keySubject } from "#features/identity/api-keys/api-keys.reads.ts";
import { authenticateKey } from "#features/identity/api-keys/authenticate.gate.ts";
import { type IsWithin, judgeOrder } from "#features/identity/api-keys/key-rights.gate.ts";
import { judgeKey, type Ports } from "#features/identity/api-keys/key-rights.rules.ts";
import { bearerOf } from "#features/identity/sessions/sessions.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import { isAbortedUpload, isUnavailable } from "#lib/api/errors-to-http.ts";
import { accepts } from "#lib/api/front-door/kept-answer.ts";
import type { ApiContext, ApiEnv, ApiHono } from "#lib/api/mount.ts";
import { isFormWithin, readLimitedText, STRANGER_BOUNDS } from "#lib/api/parse-request.ts";
import type { RateVerdict } from "#lib/api/rate-limits.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { gzipOnce } from "#lib/http/gzip-once.ts";
import { log } from "#lib/log.ts";
import { networkOf } from "#lib/net/network-of.ts";

type HandlerContext = Pick<ApiContext, "db" | "limits"> & { readonly isWithin?: IsWithin };

/**
 * Hangs the bots' protocol into the app. It answers 200 whatever happens: clients take any other status for a broken line
 * and lose the word. A HEAD does nothing; cookies are never looked at.
 */
export function mountHandlerApi(app: ApiHono, api: HandlerContext): void {
  app.all(handlerPath, async (context) => {
    const { method } = context.req.raw;
    if (method === "HEAD") return new Response(null, { headers: TEXT });
    if (method !== "GET" && method !== "POST") {
      return new Response("BAD_ACTION", { status: 405, headers: { ...TEXT, allow: "GET, POST" } });
    }
    if (context.env) context.env.route = handlerPath;
    const answered = await answer(context, api);
    const isOurs = answered.kind === "token" && answered.token === "ERROR_SQL";
    if (context.get("actorId") === null && !isOurs)
      api.limits?.strangerBodies.count(context.req.raw, context.get("ip"));
    return await respond(context, answered);
  });
}

async function answer(context: Context<ApiEnv>, api: HandlerContext): Promise<Answer> {
  const { db, limits } = api;
  let action: ActionName | null = null;
  const countStranger = () =>
    countCall(
      context,
      limits?.limiter.take(`network:${networkOf(context.get("ip"))}`, [handlerRates.stranger]),
    );
  try {
    const request = context.req.raw;
    const isSpent = (limits?.strangerBodies.waitSeconds(request, context.get("ip")) ?? 0) > 0;
    const { parameters, isReadable } = await readRequest(request, isSpent);
    action = findAction(parameters.get("action"));
    // Everything but this list shows its key before anything else is looked at.
    if (action === "getCountries") {
      countStranger();
      return await listCountries(db);
    }
    const key = parameters.get("api_key") ?? headerKey(request.headers);
    if (key === null) {
      countStranger();
      return answerToken("NO_KEY");
    }
    const { refusal, owner } = await authenticateKey(db, key, context.get("ip"), action);
    if (owner === null) {
      countStranger();
      return answerToken("BAD_KEY");
    }
    countCall(context, limits?.limiter.take(keySubject(owner), [handlerRates.key]));
    context.set("actorId", owner.userId);
    if (context.env) context.env.actorId = owner.userId;
    // Who found a key is not told that it works elsewhere; its owner finds the reason in the log.
    if (refusal === "address") {
      if (context.env) context.env.errorCode = apiErrors.ADDRESS_NOT_ALLOWED.code;
      return answerToken("BAD_KEY");
    }
    if (action === null || !isReadable) return answerToken("BAD_ACTION");
    const judged = judgeKey(owner.key, { scope: actionRules[action].scope, ports: worldsOf(action) });
    // A right that is missing, or a sandbox without a script: the bots' protocol has one word for both.
    if (judged.refusal !== null) return answerToken("NOT_AVAILABLE");
    if (actionRules[action].changes && isForeignOrGuess(request.headers)) return answerToken("NOT_AVAILABLE");
    try {
      const by = await callerFor(api, owner, action, parameters);
      const asked = { db, owner: by, caller: callerOf(db, by), world: judged.port };
      return checked(
        action,
        await calls[action].run({ ...asked, parameters: withTypesOfKey(parameters, owner.types) }),
      );
    } finally {
      // Whoever asks right after a change of their own sees it.
      if (actionRules[action].changes) pollAnswers(db).forget(owner.userId);
    }
  } catch (error) {
    return refusalOf(context, action, error);
  }
}

/** Throws TOO_MANY_REQUESTS for a call that comes too early. */
function countCall(context: Context<ApiEnv>, verdict: RateVerdict | undefined): void {
  if (!verdict || verdict.waitSeconds === 0) return;
  context.set("rateHeaders", { "retry-after": String(verdict.waitSeconds) });
  throw new AppError(apiErrors.TOO_MANY_REQUESTS);
}

/**
 * Who an action is done for: the key's owner, or nobody when it names an order outside the key's goods. Then every action
 * says what it says about an order that is not there.
 */
async function callerFor(
  api: HandlerContext,
  owner: KeyOwner,
  action: ActionName,
  parameters: Parameters,
): Promise<KeyOwner> {
  const of = orderNamedBy[action];
  const id = readOrderNumber(parameters);
  if (!of || id === null) return owner;
  const refused = await judgeOrder(api, owner, { of, id });
  return refused === null ? owner : { ...owner, userId: NOBODY };
}

/** Ids of users begin at 1. */
const NOBODY = 0 as UserId;

/** What an action reaches; the market's is the same for a sandbox key. */
function worldsOf(action: ActionName): Ports<World> {
  const sandbox = calls[action].isForSandbox ? worlds.sandbox : null;
  return { live: worlds.live, sandbox, isShared: marketActions.includes(action) };
}

/** `isSpent`: from this network no body of nobody known is read for now. */
async function readRequest(
  request: Request,
  isSpent: boolean,
): Promise<{ parameters: Parameters; isReadable: boolean }> {
  const query = queryOf(request.url);
  if (request.method === "GET") return { parameters: readParameters(query), isReadable: true };
  if (isSpent) return { parameters: readParameters(query), isReadable: false };
  try {
    const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const body = await readLimitedText(request, STRANGER_BOUNDS.bytes);
    if (!isFormWithin(body, STRANGER_BOUNDS.fields))
      return { parameters: readParameters(query), isReadable: false };
    // A body that we cannot read may hold the cap on the price: then nothing is done at all.
    const isForm = type === "" || type === "application/x-www-form-urlencoded";
    if (!isForm && body.trim() !== "") return { parameters: readParameters(query), isReadable: false };
    return { parameters: readParameters(query, body), isReadable: true };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { parameters: readParameters(query), isReadable: false };
  }
}

/** Clients that keep the key out of the address send it as a header. */
function headerKey(headers: Headers): string | null {
  return bearerOf(headers.get("authorization")) ?? headers.get("x-api-key")?.trim() ?? null;
}

/** A word that is not in the action's list never leaves: clients would crash on it. */
function checked(action: ActionName, given: Answer): Answer {
  if (given.kind === "json" || mayAnswer(action, given.token)) return given;
  throw new Error(`${action} must not answer ${given.token}`);
}

function refusalOf(context: Context<ApiEnv>, action: ActionName | null, error: unknown): Answer {
  const token = isAppError(error) ? tokenOfError[error.code] : undefined;
  if (context.env && isAppError(error)) context.env.errorReason = error.reason ?? null;
  if (token !== undefined && mayAnswer(action, token)) return answerToken(token);
  const { message, stack } = error as Error;
  const requestId = context.get("requestId");
  if (isAbortedUpload(error)) return answerToken("ERROR_SQL");
  if (isUnavailable(error)) log.warn({ requestId, action, error: message }, "handler_api: database away");
  else log.error({ requestId, action, error: message, stack }, "handler_api failed");
  return answerToken("ERROR_SQL");
}

const TEXT = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
const JSON_TEXT = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
/** Tokens that tell of a refusal; for the request's log line. */
const REFUSALS =
  /^(?:NO_|BAD_|WRONG_|ERROR_|ORDER_|SERVICE_|NOT_|EARLY_|OPERATORS_|INVALID_|RENEW_|NEW_|SIM_|REPEAT_)/;

async function respond(context: Context<ApiEnv>, given: Answer): Promise<Response> {
  if (given.kind === "token") {
    if (context.env && REFUSALS.test(given.token)) context.env.errorCode ??= given.token;
    return new Response(given.text, { headers: { ...TEXT, ...context.get("rateHeaders") } });
  }
  if (given.etag === undefined) return new Response(given.body, { headers: JSON_TEXT });
  const packed = await packedFor(context, given.body);
  const etag = packed ? given.etag.replace(/"$/, '-gzip"') : given.etag;
  const headers: Record<string, string> = {
    "content-type": JSON_TEXT["content-type"],
    etag,
    vary: "Accept-Encoding",
    "cache-control": given.isPublic ? "public, max-age=60" : "private, no-cache",
    ...(packed ? { "content-encoding": "gzip" } : {}),
    // Any page may show the countries; nothing that needs a key is for pages of other sites.
    ...(given.isPublic ? { "access-control-allow-origin": "*" } : {}),
  };
  if (context.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(packed ?? given.body, { headers });
}

/** A kept list as gzip, for who takes it; made once for all of them. */
function packedFor(context: Context<ApiEnv>, body: JsonAnswer["body"]) {
  const isTaken = typeof body !== "string" && accepts(context.req.header("accept-encoding"), "gzip");
  return isTaken ? gzipOnce(body) : null;
}
