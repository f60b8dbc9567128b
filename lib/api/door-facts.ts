import type { ServerResponse } from "node:http";

/**
 * What the front door proved about a request before the API sees it, handed over as the Hono environment:
 * `app.fetch(request, facts)` -> `context.env`. Headers cannot carry it, since anybody can send headers.
 * The API writes `route`, `actorId`, `errorCode` and `errorReason` back, for the request's one log line and its metrics.
 */
export type DoorFacts = {
  readonly requestId: string;
  /** The caller's address, as the nearest proxy that is not ours saw it. */
  readonly ip: string;
  /** Pattern of the endpoint, e.g. `/api/activations/{id}`; bounded in number, since it labels metrics. */
  route: string | null;
  actorId: number | null;
  errorCode: string | null;
  /** Why, where a code has several reasons. */
  errorReason: string | null;
  /** Of event streams: the connection, for a handler that writes to it. What the handler answers is then not sent. */
  outgoing?: Outgoing;
};

/** A connection to write to, and the headers that belong on whatever is answered: names and values by turns. */
export type Outgoing = { readonly response: ServerResponse; readonly headers: readonly string[] };
