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

/** Answers below these paths are written as they happen, for hours: straight to the connection. */
const STREAM_PATHS = new Set(["/api/stream"]);

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
    if (isStream(request)) return answerStream(api, request, response, facts);
    (request as DoorRequest)[FACTS] = facts;
    return listener(request, response);
  };
}

function isStream({ method, url = "" }: IncomingMessage): boolean {
  const end = url.indexOf("?");
  return method === "GET" && STREAM_PATHS.has(end < 0 ? url : url.slice(0, end));
}

/**
 * Hands the connection over with the request. Nothing of the request is kept here: what stays with ten thousand open streams
 * counts ten thousand times.
 */
async function answerStream(
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
  facts: DoorFacts,
): Promise<void> {
  facts.outgoing = response;
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at] as string, request.rawHeaders[at + 1] as string);
  const answer = await api.fetch(new Request(`http://localhost${request.url}`, { headers }), facts);
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.writeHead(answer.status).end(await answer.text());
}
