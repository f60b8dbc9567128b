import type { Ask, Sent } from "#features/assistants/tools/tool.contract.ts";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";
import type { RestErrorBody } from "#lib/api/errors-to-http.ts";
import { env } from "#lib/env.ts";

/** What REST v1 said instead of an answer. */
export class RestRefusal extends Error {
  override name = "RestRefusal";
  readonly error: RestErrorBody["error"];
  readonly retryAfterSeconds: number | null;
  constructor(error: RestErrorBody["error"], retryAfterSeconds: number | null) {
    super(error.code);
    this.error = error;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Whose call it is, as REST v1 is to see it. */
export type Visit = {
  readonly key: string;
  readonly ip: string;
  readonly requestId: string;
  /** The language asked for, null when none was. */
  readonly language: string | null;
};

/** The assembled API. */
export type FetchApi = (request: Request, facts: DoorFacts) => Response | Promise<Response>;

/**
 * Asks REST v1 within the process, by its whole way: gate, limits, goods, sandbox, idempotency and waiting are its own. `signal` ends
 * waits, never a write.
 */
export function makeAsk(fetchApi: FetchApi, visit: Visit, signal: AbortSignal): Ask {
  return async (endpoint, sent = {}) => {
    const facts: DoorFacts = {
      ...{ requestId: visit.requestId, ip: visit.ip },
      ...{ route: null, actorId: null, errorCode: null, errorReason: null },
    };
    const response = await fetchApi(requestFor(endpoint, sent, visit, signal), facts);
    const answer: unknown = await response.json();
    if (response.ok) return answer as never;
    const wait = response.headers.get("retry-after");
    throw new RestRefusal((answer as RestErrorBody).error, wait === null ? null : Number(wait));
  };
}

function requestFor(endpoint: Endpoint, sent: Sent, visit: Visit, signal: AbortSignal): Request {
  const { params = {}, query = {}, body, idempotencyKey } = sent;
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
  const url = new URL(`/api${path}`, env.PUBLIC_URL);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return new Request(url, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${visit.key}`,
      ...(visit.language === null ? {} : { "x-user-locale": visit.language }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(endpoint.method === "GET" ? { signal } : {}),
  });
}
