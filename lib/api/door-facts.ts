import type { UserId } from "#lib/api/actor.ts";

/**
 * What the front door proved about a request before the API sees it, handed over as the Hono environment:
 * `app.fetch(request, { door })` -> `c.env.door`. Headers cannot carry it, since anybody can send headers.
 * The API writes `route` and `actorId` back, for the request's one log line and its metrics.
 */
export type DoorFacts = {
  readonly requestId: string;
  /** The caller's address, as the nearest proxy that is not ours saw it. */
  readonly ip: string;
  /** True when the visitor's own connection is https. */
  readonly isHttps: boolean;
  /** Pattern of the endpoint, e.g. `/api/activations/{id}`; bounded in number, since it labels metrics. */
  route: string | null;
  actorId: UserId | null;
};

export type DoorEnv = { readonly door?: DoorFacts };
