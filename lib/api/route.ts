import type { Actor, UserActor } from "#lib/api/actor.ts";
import type { Outgoing } from "#lib/api/door-facts.ts";
import type { BodyOf, Endpoint, KeyOf, ParamsOf, QueryOf, ResponseOf } from "#lib/api/endpoint.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type ActorFor<E extends Endpoint> = E["access"] extends "public" ? Actor : UserActor;

/** What a handler gets; everything is parsed and proven. */
export type RequestContext<E extends Endpoint = Endpoint> = {
  readonly db: Db;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly actor: ActorFor<E>;
  readonly locale: Locale;
  readonly requestId: string;
  /** The client's `Idempotency-Key` header, 8 to 200 printable characters: as the endpoint's `keyed` says. */
  readonly idempotencyKey: KeyOf<E>;
  /** The caller's address as the trusted proxy tells it. */
  readonly ip: string;
  readonly request: Request;
  /** The connection itself, for what is written to it as it happens; null where there is none. */
  readonly outgoing: Outgoing | null;
};

/** Who asks at whatever door, and in which language. A handler's context is one. */
export type Caller = { readonly db: Db; readonly actor: UserActor; readonly locale: Locale };

/** An answer with a status or headers of its own. */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[]>>;
  constructor(body: Body, options: { status?: number; headers?: Record<string, string | string[]> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** Wraps an answer with a status or headers. `body` may be a `Response` for streams. */
export function reply<Body>(
  body: Body,
  options: { status?: number; headers?: Record<string, string | string[]> } = {},
): Reply<Body> {
  return new Reply(body, options);
}

/** Marks an answer that was given before, to an earlier call with the same idempotency key. */
export function replayHeader(isReplayed: boolean): Record<string, string> {
  return isReplayed ? { "idempotency-replayed": "true" } : {};
}

type Handled<E extends Endpoint> = ResponseOf<E> | Reply<ResponseOf<E>> | Response;
export type Handler<E extends Endpoint> = (context: RequestContext<E>) => Promise<Handled<E>> | Handled<E>;

export type Route = { readonly endpoint: Endpoint; readonly handler: Handler<Endpoint> };

/** Binds an endpoint to its handler. */
export function route<E extends Endpoint>(endpoint: E, handler: Handler<E>): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint> };
}
