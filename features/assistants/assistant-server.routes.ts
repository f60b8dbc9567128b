import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type FetchApi, makeAsk, RestRefusal, type Visit } from "#features/assistants/ask-rest.gateway.ts";
import { instructionsFor } from "#features/assistants/assistants.rules.ts";
import { toolAnswer, toolRefusal } from "#features/assistants/assistants.view.ts";
import type { ToolContext } from "#features/assistants/tools/tool.contract.ts";
import { findTool, type HasScript, toolsFor } from "#features/assistants/tools/tools.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { restErrorBody, toAppError } from "#lib/api/errors-to-http.ts";
import { env } from "#lib/env.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";
import { log } from "#lib/log.ts";

/** A page of the documentation, to be read by a model. */
type DocsEntry = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
};

/** What the door needs of features below it. */
export type AssistantParts = {
  /** The pages of the documentation. */
  readonly listDocs: (locale: Locale) => readonly DocsEntry[];
  /** A page as Markdown, null when there is none at this address. */
  readonly readDocs: (uri: string, locale: Locale) => string | null;
  /** What to do about a code of the error catalogue. */
  readonly remedyFor: (code: string, locale: Locale) => string;
  readonly hasScript: HasScript;
};

export type AssistantVisit = Visit & {
  readonly rights: KeyRights;
  /** Told how a tool was refused, for the request's log line. */
  readonly onRefusal: (code: string) => void;
};

/** One message's server: nothing of it is kept, so that any process may answer the next message. */
export function makeAssistantServer(
  visit: AssistantVisit,
  parts: AssistantParts,
  fetchApi: FetchApi,
): Server {
  const locale = toLocale(visit.language ?? undefined);
  const server = new Server(
    { name: "sms-den", title: env.BRAND_NAME, version: "1", websiteUrl: env.PUBLIC_URL },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: instructionsFor(visit.rights, env.BRAND_NAME),
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: toolsFor(visit.rights, parts.hasScript) }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const ask = makeAsk(fetchApi, visit, context.mcpReq.signal);
    const toolContext = { ask, signal: context.mcpReq.signal, tellProgress: progressOf(context) };
    return callTool(params.name, params.arguments ?? {}, toolContext, (error) =>
      refusalOf(error, { visit, parts, locale }),
    );
  });
  server.setRequestHandler("resources/list", () => ({
    resources: parts.listDocs(locale).map((page) => ({ ...page, mimeType: MARKDOWN })),
  }));
  // Clients ask for these wherever there are resources.
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => {
    const text = parts.readDocs(uri, locale);
    if (text === null)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no page ${uri}: call resources/list`,
      );
    return { contents: [{ uri, mimeType: MARKDOWN, text }] };
  });
  return server;
}

const MARKDOWN = "text/markdown";

async function callTool(
  name: string,
  given: unknown,
  context: ToolContext,
  refuse: (error: unknown) => CallToolResult,
): Promise<CallToolResult> {
  const tool = findTool(name);
  if (!tool)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}: call tools/list`);
  try {
    return toolAnswer(await tool.run(tool.input.parse(given), context));
  } catch (error) {
    return refuse(error);
  }
}

type Refusing = { readonly visit: AssistantVisit; readonly parts: AssistantParts; readonly locale: Locale };

/** Whatever was thrown, as the answer of a tool. A fault of ours tells nothing of itself. */
function refusalOf(error: unknown, { visit, parts, locale }: Refusing): CallToolResult {
  const refused =
    error instanceof RestRefusal
      ? error.error
      : restErrorBody(toAppError(error), locale, visit.requestId).error;
  visit.onRefusal(refused.code);
  if (refused.code === "SERVER_ERROR" && !(error instanceof RestRefusal)) {
    const { message, stack } = error as Error;
    log.error({ requestId: visit.requestId, error: message, stack }, "assistant's tool failed");
  }
  const retryAfterSeconds = error instanceof RestRefusal ? error.retryAfterSeconds : null;
  return toolRefusal({
    ...refused,
    whatToDo: parts.remedyFor(refused.code, locale),
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
  });
}

/** Tells progress to a client that has named a token for it. */
function progressOf({ mcpReq }: ServerContext): ToolContext["tellProgress"] {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total) =>
    mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total } });
}
