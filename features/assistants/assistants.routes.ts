import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { Context } from "hono";
import type { FetchApi } from "#features/assistants/ask-rest.gateway.ts";
import {
  type AssistantParts,
  type AssistantVisit,
  makeAssistantServer,
} from "#features/assistants/assistant-server.routes.ts";
import { assistantLimits, assistantPath, assistantRates } from "#features/assistants/assistants.rules.ts";
import { asSentence, rpcCodes, rpcError } from "#features/assistants/assistants.view.ts";
import { type KeyOwner, keySubject } from "#features/identity/api-keys/api-keys.reads.ts";
import { authenticateKey } from "#features/identity/api-keys/authenticate.gate.ts";
import { bearerOf } from "#features/identity/sessions/sessions.rules.ts";
import { errorBody, isAbortedUpload, toAppError } from "#lib/api/errors-to-http.ts";
import type { ApiContext, ApiEnv, ApiHono } from "#lib/api/mount.ts";
import { readLimitedText } from "#lib/api/parse-request.ts";
import type { RatePolicy } from "#lib/api/rate-limits.ts";
import { isFromProgram, isSameOrigin } from "#lib/api/same-origin.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, errorPagePath } from "#lib/errors/app-error.ts";
import { JsonFault, readJson } from "#lib/json/bounded-json.ts";
import { log } from "#lib/log.ts";
import { networkOf } from "#lib/net/network-of.ts";

type DoorContext = Pick<ApiContext, "db" | "limits">;
type Door = {
  readonly makeServer: (visit: AssistantVisit) => Server;
  readonly handler: ReturnType<typeof createMcpHandler>;
};

/**
 * Hangs the assistants' door into the app: each POST is one message of the Model Context Protocol with an API key, answered by itself.
 * Nothing is kept between messages. `fetchApi` is the whole app, whose REST v1 does what tools ask for.
 */
export function mountAssistants(
  app: ApiHono,
  api: DoorContext,
  parts: AssistantParts,
  fetchApi: FetchApi,
): void {
  const makeServer = (visit: AssistantVisit) => makeAssistantServer(visit, parts, fetchApi);
  const handler = createMcpHandler(({ authInfo }) => makeServer(authInfo?.extra?.visit as AssistantVisit), {
    onerror: ({ message }) => log.debug({ error: message }, "assistant's message refused"),
  });
  app.all(assistantPath, async (context) => {
    if (context.env) context.env.route = assistantPath;
    try {
      return await answer(context, api, { makeServer, handler });
    } catch (error) {
      return refusal(context, api, error, parts);
    }
  });
}

async function answer(context: Context<ApiEnv>, api: DoorContext, door: Door): Promise<Response> {
  const request = context.req.raw;
  if (request.method !== "POST") {
    throw new AppError(apiErrors.METHOD_NOT_ALLOWED, { headers: { allow: "POST" } });
  }
  // A page of another site, also one whose name was made to lead here.
  if (!isFromProgram(request) && !isSameOrigin(request)) throw new AppError(apiErrors.FOREIGN_ORIGIN);
  const { key, owner } = await admit(context, api);
  const message = readMessage(await readLimitedText(request, assistantLimits.bodyBytes));
  // Sessions and streams of news are not offered, nor several messages at once.
  if (Array.isArray(message)) {
    return rpcError(400, { code: rpcCodes.invalid, message: "Send one message at a time" });
  }
  if ((message as { method?: unknown } | null)?.method === "subscriptions/listen") {
    return rpcError(404, { code: rpcCodes.unknownMethod, message: "Nothing here can be subscribed to" });
  }
  const visit: AssistantVisit = {
    key,
    rights: owner.key,
    ip: context.get("ip"),
    requestId: context.get("requestId"),
    language: context.req.header("x-user-locale") ?? null,
    onRefusal: (code) => {
      if (context.env) context.env.errorCode = code;
    },
  };
  if (!wantsProgress(message) && (await isLegacyRequest(request, message))) {
    return answerInJson(request, message, door.makeServer(visit));
  }
  const authInfo = {
    token: key,
    clientId: keySubject(owner),
    scopes: [...owner.key.scopes],
    extra: { visit },
  };
  return door.handler.fetch(request, { authInfo, parsedBody: message });
}

/** Whether a message names a token for what is told before its answer, which takes an event stream. */
function wantsProgress(message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } } | null };
  return params?._meta?.progressToken !== undefined;
}

/** The package answers clients of 2025 by event streams; JSON is read by every proxy, and by people. */
async function answerInJson(request: Request, message: unknown, server: Server): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const gone = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => resolve(new Response(null, { status: 499 })));
  });
  try {
    await server.connect(transport);
    return await Promise.race([transport.handleRequest(request, { parsedBody: message }), gone]);
  } finally {
    // Whatever still waits for the caller ends with it.
    await server.close();
  }
}

/** The gate: a key is the only way in, and each message is counted, also those of strangers who try keys. */
async function admit(context: Context<ApiEnv>, api: DoorContext): Promise<{ key: string; owner: KeyOwner }> {
  const { headers } = context.req.raw;
  const key = bearerOf(headers.get("authorization")) ?? headers.get("x-api-key")?.trim() ?? null;
  const { refusal: refused, owner } =
    key === null
      ? { refusal: "unknown" as const, owner: null }
      : await authenticateKey(api.db, key, context.get("ip"), `POST ${assistantPath}`);
  if (key === null || owner === null) {
    count(api, `network:${networkOf(context.get("ip"))}`, assistantRates.stranger);
    throw new AppError(apiErrors.UNAUTHORIZED, { headers: { "www-authenticate": "Bearer" } });
  }
  count(api, keySubject(owner), assistantRates.key);
  context.set("actorId", owner.userId);
  if (context.env) context.env.actorId = owner.userId;
  if (refused === "address") throw new AppError(apiErrors.ADDRESS_NOT_ALLOWED);
  return { key, owner };
}

function count({ limits }: DoorContext, subject: string, rate: RatePolicy): void {
  const { waitSeconds } = limits?.limiter.take(subject, [rate]) ?? { waitSeconds: 0 };
  if (waitSeconds === 0) return;
  throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": String(waitSeconds) } });
}

function readMessage(text: string): unknown {
  try {
    return readJson(text, assistantLimits);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new AppError(apiErrors.MALFORMED_JSON, { cause: error });
  }
}

/** Where a key is made, and how it is sent. */
const KEY_HELP =
  `Send "Authorization: Bearer" with an API key. Keys are made at ${env.PUBLIC_URL}/profile/settings/api; ` +
  `the set-up is shown at ${env.PUBLIC_URL}/docs/assistants.`;

/** A refusal of the door: a status, and an error of JSON-RPC that says what to do. */
function refusal(
  context: Context<ApiEnv>,
  api: DoorContext,
  error: unknown,
  parts: AssistantParts,
): Response {
  const refused = toAppError(error);
  const { code, row, headers = {} } = refused;
  if (context.env) {
    context.env.errorCode = code;
    context.env.errorReason = refused.reason ?? null;
  }
  if (context.get("actorId") === null && row.status < 500 && row.status !== 429)
    api.limits?.strangerBodies.count(context.req.raw, context.get("ip"));
  const requestId = context.get("requestId");
  if (row.status >= 500 && !isAbortedUpload(refused.cause)) {
    const { message, stack } = (refused.cause ?? {}) as { message?: string; stack?: string };
    log.error({ requestId, code, error: message, stack }, "assistant's message failed");
  }
  const locale = context.get("locale");
  const whatToDo = row === apiErrors.UNAUTHORIZED ? KEY_HELP : parts.remedyFor(code, locale);
  const { message } = errorBody(refused, locale, requestId).error;
  return rpcError(
    row.status,
    {
      code: row === apiErrors.MALFORMED_JSON ? rpcCodes.malformed : rpcCodes.refused,
      message: `${code}: ${asSentence(message)} ${whatToDo}`,
      data: { code, requestId, docs: `${env.PUBLIC_URL}${errorPagePath(code)}` },
    },
    headers,
  );
}
