import { z } from "zod";
import { accountTools } from "#features/assistants/tools/account-tools.contract.ts";
import { catalogueTools } from "#features/assistants/tools/catalogue-tools.contract.ts";
import { numberTools } from "#features/assistants/tools/number-tools.contract.ts";
import { readyAccountTools } from "#features/assistants/tools/ready-account-tools.contract.ts";
import { rentalTools } from "#features/assistants/tools/rental-tools.contract.ts";
import type { Tool } from "#features/assistants/tools/tool.contract.ts";
import { judgeKey, portsOf } from "#features/identity/api-keys/key-rights.rules.ts";
import type { KeyRights, KeyScope } from "#lib/api/actor.ts";
import type { Endpoint } from "#lib/api/endpoint.ts";

/** Every tool, in the order in which it is shown. */
export const tools: readonly Tool[] = [
  ...catalogueTools,
  ...numberTools,
  ...rentalTools,
  ...readyAccountTools,
  ...accountTools,
];

/** What a key needs for a tool: the dearest right among its calls, all of which are let in by it. */
export function scopeOf({ endpoints }: Tool): KeyScope {
  return endpoints.map(({ scope }) => scope).find((scope) => scope !== "read") ?? "read";
}

type ListedTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: Tool["hints"] & { readonly title: string };
};
type JsonSchema = { type: "object"; [member: string]: unknown };

const listed = new Map<Tool, ListedTool>();

/** A tool as it is told to clients; drawn once. */
function listTool(tool: Tool): ListedTool {
  const known = listed.get(tool);
  if (known) return known;
  const { name, title, description, hints, input, output } = tool;
  const drawn: ListedTool = {
    ...{ name, title, description },
    inputSchema: z.toJSONSchema(input, { io: "input" }) as JsonSchema,
    outputSchema: z.toJSONSchema(output, { io: "output" }) as JsonSchema,
    annotations: { title, ...hints },
  };
  listed.set(tool, drawn);
  return drawn;
}

/** Tells whether a sandbox has a script for a call of REST v1. */
export type HasScript = (endpoint: Endpoint) => boolean;

/** The tools that a key may use, as they are told to clients. */
export function toolsFor(key: Pick<KeyRights, "scopes" | "isSandbox">, hasScript: HasScript): ListedTool[] {
  const isLetIn = (endpoint: Endpoint) => {
    const ports = portsOf(endpoint, { live: true, sandbox: hasScript(endpoint) ? true : null });
    return judgeKey(key, { scope: endpoint.scope, ports }).refusal === null;
  };
  return tools.filter(({ endpoints }) => endpoints.every(isLetIn)).map(listTool);
}

export function findTool(name: string): Tool | null {
  return tools.find((tool) => tool.name === name) ?? null;
}
