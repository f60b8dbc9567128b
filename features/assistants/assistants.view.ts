import type { CallToolResult } from "@modelcontextprotocol/server";
import type { RestErrorBody } from "#lib/api/errors-to-http.ts";

/** A sentence for who reads, and the same as data for who reckons; programs that know no structured answers read the second text. */
export function toolAnswer(told: { readonly sentence: string; readonly data: object }): CallToolResult {
  return {
    content: [
      { type: "text", text: told.sentence },
      { type: "text", text: JSON.stringify(told.data) },
    ],
    structuredContent: { ...told.data },
  };
}

/** A refusal of REST v1 as a tool tells it. */
type Refused = RestErrorBody["error"] & { readonly whatToDo: string; readonly retryAfterSeconds?: number };

/**
 * A refusal is the answer of a tool, so that the model reads it: what happened and what to do. Its data stand in the text, since
 * clients hold structured answers against the schema of success.
 */
export function toolRefusal(refused: Refused): CallToolResult {
  const problems = refused.details?.problems as readonly { path: string; problem: string }[] | undefined;
  const wrong = problems?.map(({ path, problem }) => ` ${path}: ${problem}.`).join("") ?? "";
  const said = `${refused.code}: ${asSentence(refused.message)}${wrong}`;
  return {
    isError: true,
    content: [
      { type: "text", text: `${said} What to do: ${refused.whatToDo}` },
      { type: "text", text: JSON.stringify({ error: refused }) },
    ],
  };
}

/** Some refusals are words on a screen, which end without a stop. */
export function asSentence(text: string): string {
  return /[.!?。।]$/.test(text) ? text : `${text}.`;
}

/** How many were found, and that a longer list ends with the last one shown. */
export function foundText(found: number, shown: number): string {
  return shown < found ? `${found} found, the first ${shown} of them` : `${found} found`;
}

/** The same of a list that is read on from an entry in its middle. */
export function partText(found: number, behind: number, shown: number): string {
  return behind === 0
    ? foundText(found, shown)
    : `${found} found, ${behind + 1} to ${behind + shown} of them`;
}

/** Codes of JSON-RPC; what the door itself refuses has the first of those that are left to servers. */
export const rpcCodes = {
  refused: -32_000,
  malformed: -32_700,
  invalid: -32_600,
  unknownMethod: -32_601,
} as const;

type RpcError = { readonly code: number; readonly message: string; readonly data?: object };

/** What is refused before any tool is reached. */
export function rpcError(
  status: number,
  error: RpcError,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { jsonrpc: "2.0", id: null, error },
    { status, headers: { "cache-control": "no-store", ...headers } },
  );
}
