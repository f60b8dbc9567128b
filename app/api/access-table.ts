import { hasScript } from "#app/api/key-gate.ts";
import type { Tool } from "#features/assistants/tools/tool.contract.ts";
import { tools } from "#features/assistants/tools/tools.rules.ts";
import { type ActionName, actionNames, actionRules } from "#features/handler-api/handler-api.rules.ts";
import { isPermitted, type KeyScope, keyScopes, type StaffPermission } from "#lib/api/actor.ts";
import type { Access, Endpoint } from "#lib/api/endpoint.ts";
import type { Route } from "#lib/api/route.ts";

type Proof =
  | { readonly by: "nothing" }
  | { readonly by: "cookie" | "token"; readonly code?: "fresh" | "old"; readonly isPartner?: true }
  | { readonly by: "key"; readonly scopes: readonly KeyScope[]; readonly isSandbox?: true }
  | {
      readonly by: "staff";
      readonly code?: "fresh" | "old";
      readonly permission?: StaffPermission;
    };

/** Everybody who may call, and how they stand: the columns of the table. `code` is that of a second factor that is on. */
export const callers = {
  guest: { by: "nothing" },
  "cookie session": { by: "cookie" },
  "session token": { by: "token" },
  "session, code shown": { by: "cookie", code: "fresh" },
  "session, code too old": { by: "cookie", code: "old" },
  "key: read": { by: "key", scopes: ["read"] },
  "key: buy": { by: "key", scopes: ["buy"] },
  "key: rent": { by: "key", scopes: ["rent"] },
  "key: accounts": { by: "key", scopes: ["accounts"] },
  "sandbox key": { by: "key", scopes: keyScopes, isSandbox: true },
  partner: { by: "cookie", isPartner: true },
  "partner, code too old": { by: "cookie", code: "old", isPartner: true },
  "staff, no factor": { by: "staff" },
  "staff, no permission": { by: "staff", code: "fresh" },
  support: { by: "staff", code: "fresh", permission: "support" },
  money: { by: "staff", code: "fresh", permission: "money" },
  "money-lead": { by: "staff", code: "fresh", permission: "money-lead" },
  "money-lead, code too old": { by: "staff", code: "old", permission: "money-lead" },
} as const satisfies Record<string, Proof>;
export type CallerName = keyof typeof callers;
export const callerNames = Object.keys(callers) as CallerName[];

/**
 * The refusal that a caller meets at the gate, read from the declaration alone; null = let in to the call's own rules. A
 * test calls every endpoint as every caller and compares.
 */
export function refusalAt({ endpoint }: Route, caller: CallerName): string | null {
  const proof: Proof = callers[caller];
  if (proof.by === "nothing") return endpoint.access === "public" ? null : "401 UNAUTHORIZED";
  if (endpoint.access === "staff") return staffRefusal(endpoint, proof);
  if (endpoint.access === "partner" && !("isPartner" in proof)) return "404 NOT_FOUND";
  if (proof.by === "key") return keyRefusal(endpoint, proof);
  if (endpoint.access === "bearer" && proof.by !== "token") return "401 UNAUTHORIZED";
  return endpoint.stepUp && proof.code === "old" ? "403 STEP_UP_NEEDED" : null;
}

function keyRefusal(endpoint: Endpoint, { scopes, isSandbox }: Extract<Proof, { by: "key" }>): string | null {
  if (endpoint.scope === undefined) return "403 SESSION_NEEDED";
  if (!scopes.includes(endpoint.scope)) return "403 SCOPE_MISSING";
  const isEverybodys = endpoint.access === "public" && endpoint.method === "GET";
  return isSandbox && !hasScript(endpoint) && !isEverybodys ? "403 SANDBOX_KEY" : null;
}

function staffRefusal(endpoint: Endpoint, proof: Proof): string | null {
  if (proof.by !== "staff") return "404 NOT_FOUND";
  if (!proof.code) return "403 SECOND_FACTOR_NEEDED";
  if (endpoint.permission && !isPermitted(proof.permission ?? null, endpoint.permission)) {
    return "403 FORBIDDEN";
  }
  return endpoint.stepUp && proof.code === "old" ? "403 STEP_UP_NEEDED" : null;
}

/** The word that a live key with this one scope (null: no key) meets at the gate of the bots' protocol; null = let in. */
export function botRefusalAt(action: ActionName, held: KeyScope | null): string | null {
  const { scope } = actionRules[action];
  if (scope === null) return null;
  if (held === null) return "NO_KEY";
  return held === scope ? null : "NOT_AVAILABLE";
}

/** How a refusal is written in the table. */
const signs: Readonly<Record<string, string>> = {
  "401 UNAUTHORIZED": "log in",
  "403 SESSION_NEEDED": "session",
  "403 SCOPE_MISSING": "scope",
  "403 SANDBOX_KEY": "live key",
  "403 STEP_UP_NEEDED": "code",
  "403 SECOND_FACTOR_NEEDED": "factor",
  "403 FORBIDDEN": "rank",
  "404 NOT_FOUND": "404",
  NO_KEY: "key",
  NOT_AVAILABLE: "scope",
};

const LET_IN = "**yes**";

function cellOf(refusal: string | null): string {
  return refusal === null ? LET_IN : (signs[refusal] ?? refusal);
}

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const rule = head.map(() => "---");
  return [head, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const access: readonly { readonly title: string; readonly of: readonly Access[] }[] = [
  { title: "Anybody", of: ["public"] },
  { title: "A session, or a key with the scope", of: ["user", "bearer"] },
  { title: "A person who is signed in; never a key", of: ["session"] },
  { title: "Partners", of: ["partner"] },
  { title: "The staff", of: ["staff"] },
];

/** `docs/access.md` out of the declarations. */
export function accessDocument(routes: readonly Route[]): string {
  const parts = access.map(({ title, of }) => {
    const inPart = routes.filter(({ endpoint }) => of.includes(endpoint.access));
    return `## ${title}\n\n${partOf(inPart)}`;
  });
  const bots = tableOf(
    ["action", "no key", ...keyScopes.map((scope) => `key: ${scope}`)],
    actionNames.map((action) => [
      `\`${action}\``,
      ...[null, ...keyScopes].map((held) => cellOf(botRefusalAt(action, held))),
    ]),
  );
  const assistants = tableOf(
    ["tool", "no key", ...keyScopes.map((scope) => `key: ${scope}`), "sandbox key"],
    tools.map((tool) => [`\`${tool.name}\``, ...toolCells(tool, routes)]),
  );
  return `${[
    PREFACE,
    ...parts,
    `## The bots' protocol (\`handler_api.php\`)\n\n${bots}`,
    `## The assistants' door (\`/mcp\`)\n\n${ASSISTANTS}\n\n${assistants}`,
  ].join("\n\n")}\n`;
}

/** What refuses a tool to a caller: a tool is let in where all of its calls of REST v1 are. */
export function toolRefusalAt(
  { endpoints }: Tool,
  routes: readonly Route[],
  caller: CallerName,
): string | null {
  const asked = routes.filter(({ endpoint }) => endpoints.includes(endpoint));
  return asked.map((route) => refusalAt(route, caller)).find((refusal) => refusal !== null) ?? null;
}

/** The door itself wants a key. */
function toolCells(tool: Tool, routes: readonly Route[]): string[] {
  const shown: CallerName[] = [...keyScopes.map((scope) => `key: ${scope}` as const), "sandbox key"];
  return ["401 UNAUTHORIZED", ...shown.map((caller) => toolRefusalAt(tool, routes, caller))].map(cellOf);
}

function partOf(routes: readonly Route[]): string {
  const columns = columnsOf(routes);
  const same = columns.filter(({ cells }) => new Set(cells).size === 1);
  const told = columns.filter(({ cells }) => new Set(cells).size > 1);
  const lines = routes.map(({ endpoint }, at) => [
    `\`${endpoint.method} ${endpoint.path}\``,
    ...told.map(({ cells }) => cells[at] ?? ""),
  ]);
  const everyLine = same.map(({ names, cells }) => `- ${names.join("; ")}: ${cells[0]}`);
  return `The same for every line:\n\n${everyLine.join("\n")}\n\n${tableOf(["call", ...told.map(({ names }) => names.join("; "))], lines)}`;
}

/** Callers who meet the same everywhere share a column. */
function columnsOf(routes: readonly Route[]): { names: CallerName[]; cells: string[] }[] {
  const columns = new Map<string, { names: CallerName[]; cells: string[] }>();
  for (const caller of callerNames) {
    const cells = routes.map((route) => cellOf(refusalAt(route, caller)));
    const known = columns.get(cells.join());
    if (known) known.names.push(caller);
    else columns.set(cells.join(), { names: [caller], cells });
  }
  return [...columns.values()];
}

const ASSISTANTS =
  "A key is the only way in. Every tool is a call of REST v1 or several, which judge it; what they would refuse is not listed.";

const PREFACE = `# Who may call what

Written from the contracts by \`npm run docs:access\`; a test compares this page with them, and another calls every
endpoint as every caller below and compares the answers. Paths are below \`/api\`.

**yes**: let in, to the call's own rules (whose order it is, what the wallet holds, the key's goods and limits). Otherwise what
is missing: *log in* (401), *session* (a person, not a key: \`SESSION_NEEDED\`), *scope* (\`SCOPE_MISSING\`; \`NOT_AVAILABLE\` in
the bots' protocol), *live key* (\`SANDBOX_KEY\`), *code* (the second factor is on and was not shown within ten minutes:
\`STEP_UP_NEEDED\`), *factor* (the staff must set one up), *rank* (\`FORBIDDEN\`), *404* (a stranger does not learn that the call exists).

A key gets in where its endpoint names a scope. Top-ups, coupons, claims and withdrawals name none.`;
