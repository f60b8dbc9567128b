import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener, RequestError } from "@hono/node-server";
import type { DoorFacts } from "#lib/api/door-facts.ts";
import { log } from "#lib/log.ts";

/** The assembled API, as the door sees it. */
export type Api = {
  fetch(request: Request, facts: DoorFacts): Response | Promise<Response>;
  /**
   * A short way for the questions that come most: the plain text that answers a GET of `/stubs/handler_api.php`, or null
   * where only `fetch` can tell. When it rejects, `fetch` is asked.
   */
  answerQuickly?(query: string, facts: DoorFacts): Promise<string | null> | null;
};

/** Answers that are written as they happen, for hours: straight to the connection. */
const STREAM_PATH = "/api/stream";

const NO_LINES: string[] = [];
const NO_HEADERS = {};

const FACTS = Symbol("facts of the front door");
type DoorRequest = IncomingMessage & { [FACTS]?: DoorFacts };

/** Hands Node's requests to the API, each with what the door proved about it. */
export function createApiListener(api: Api) {
  const listener = getRequestListener(
    (request, env) => api.fetch(request, (env.incoming as DoorRequest)[FACTS]!),
    {
      hostname: "localhost",
      errorHandler: (error) => {
        const isTheirs = error instanceof RequestError;
        if (!isTheirs)
          log.error({ error: (error as Error).message, stack: (error as Error).stack }, "API failed");
        const code = isTheirs ? "BAD_REQUEST" : "SERVER_ERROR";
        return Response.json(
          { message: code, error: { code, message: code } },
          { status: isTheirs ? 400 : 500 },
        );
      },
    },
  );
  return (request: IncomingMessage, response: ServerResponse, facts: DoorFacts): Promise<void> => {
    (request as DoorRequest)[FACTS] = facts;
    return listener(request, response);
  };
}

/** Whether a request asks for an event stream, which `answerStream` answers. */
export function isStream(request: IncomingMessage, path: string): boolean {
  return request.method === "GET" && path === STREAM_PATH;
}

/**
 * Hands the connection over with the request. Of the request nothing is kept that is not needed: what stays with one open stream
 * stays with ten thousand of them.
 */
export async function answerStream(
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  facts: DoorFacts,
  headers: readonly string[],
): Promise<void> {
  facts.outgoing = { response, headers };
  const answer = await api.fetch(toRequest(request), facts);
  delete facts.outgoing;
  if (response.headersSent) {
    request.rawHeaders = NO_LINES;
    request.headers = NO_HEADERS;
    return;
  }
  if (response.destroyed) return;
  response.writeHead(answer.status, [...headers, ...[...answer.headers].flat()]);
  response.end(await answer.text());
}

function toRequest({ url, rawHeaders }: IncomingMessage): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  return new Request(`http://localhost${url}`, { headers });
}
