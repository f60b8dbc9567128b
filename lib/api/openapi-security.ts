import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Access, Endpoint } from "#lib/api/endpoint.ts";
import { cookies, wireName } from "#lib/cookies.ts";
import { isHttps } from "#lib/https.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Proofs = Record<string, string[]>[];

/** Which proofs of identity each kind of endpoint takes; any one of the list will do. */
const proofsOf: Readonly<Record<Access, Proofs>> = {
  public: [],
  user: [{ session: [] }, { bearer: [] }],
  bearer: [{ bearer: [] }],
  session: [{ session: [] }, { sessionToken: [] }],
  partner: [{ session: [] }, { sessionToken: [] }],
  staff: [{ session: [] }, { bearer: [] }],
};

/** A key needs a scope for a call of version 1; which one stands with the proof. */
export function securityOf({ dialect, access, scope }: Endpoint): Proofs {
  if (dialect !== "v1" || access === "public") return proofsOf[access];
  if (access === "session") return [{ sessionToken: [] }];
  return [{ bearer: scope ? [scope] : [] }];
}

const schemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: wireName(cookies.authToken, isHttps),
    description:
      "The site's session. Calls that change something need `Sec-Fetch-Site: same-origin` or an own `Origin`.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    description:
      "An API key: a named one (`sd_live_…`), the account's of 32 characters, or one of a sandbox (`test…`). A session token will do as well.",
  },
  sessionToken: {
    type: "http",
    scheme: "bearer",
    description: "A session token, as logging in answers it. API keys are refused.",
  },
  apiKeyQuery: {
    type: "apiKey",
    in: "query",
    name: "api_key",
  },
  apiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
  },
} as const;

/** Describes the proofs that the endpoints take, and those named beside. */
export function registerSecurity(
  registry: Registry,
  endpoints: readonly Endpoint[],
  others: readonly (keyof typeof schemes)[],
): void {
  const taken = endpoints.flatMap((endpoint) => securityOf(endpoint).flatMap((proof) => Object.keys(proof)));
  for (const [name, scheme] of Object.entries(schemes)) {
    const isTaken = taken.includes(name) || (others as readonly string[]).includes(name);
    if (isTaken) registry.registerComponent("securitySchemes", name, scheme);
  }
}
