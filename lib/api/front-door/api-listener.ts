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
