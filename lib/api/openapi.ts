import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Access, Endpoint } from "#lib/api/endpoint.ts";
import { exampleOfRefusal, shelfOf, withExamples } from "#lib/api/openapi-examples.ts";
import { headerComponents, headersOf } from "#lib/api/openapi-headers.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";
import { locales } from "#lib/i18n/locales.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

export type OpenApiDocument = {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, unknown>;
};

export type OpenApiInput = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The address people use, without a trailing slash. */
  readonly serverUrl: string;
  /** What the groups of calls are about, in the order in which they are shown. */
  readonly tags?: Readonly<Record<string, string>>;
  readonly endpoints: readonly Endpoint[];
  /** Paths that are no endpoints of the JSON API, written by hand. */
  readonly otherPaths?: Readonly<Record<string, unknown>>;
};

const ErrorBody = z.object({
  message: z.string().describe("For people, in the language of x-user-locale"),
  error: z.object({
    code: z.string().describe("For programs; of a closed set per endpoint"),
    message: z.string(),
    requestId: z.string().describe("Names this request in the logs"),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

const RestError = z.object({
  code: z.string().describe("For programs; of a closed set per endpoint"),
  message: z.string().describe("For people, in the language of x-user-locale"),
  requestId: z.string().describe("Names this request in the logs"),
  docs: z.url().describe("The page that explains the code"),
  details: z.record(z.string(), z.unknown()).optional().describe("Figures and names, by the code"),
});

/** Which proofs of identity each kind of endpoint takes; any one of the list will do. */
const proofsOf: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  user: [{ session: [] }, { bearer: [] }],
  bearer: [{ bearer: [] }],
  staff: [{ session: [] }, { bearer: [] }],
};

/** Describes the whole HTTP API in OpenAPI 3.1, out of the same data that the server and the tests read. */
export function makeOpenApiDocument(input: OpenApiInput): OpenApiDocument {
  const generator = new OpenAPIHono();
  const registry = generator.openAPIRegistry;
  registerSecurity(registry);
  registerErrors(registry, input.endpoints);
  for (const endpoint of input.endpoints) {
    registry.registerPath({
      method: endpoint.method.toLowerCase() as Lowercase<Endpoint["method"]>,
      path: `/api${endpoint.path}`,
      operationId: endpoint.id,
      summary: endpoint.summary,
      ...(endpoint.description ? { description: endpoint.description } : {}),
      tags: [endpoint.tag],
      security: securityOf(endpoint),
      request: requestOf(endpoint),
      responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
    });
  }
  const document = generator.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: input.title, version: input.version, description: input.description },
    servers: [{ url: input.serverUrl }],
    ...(input.tags ? { tags: tagsOf(input.tags) } : {}),
  });
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  for (const endpoint of input.endpoints) {
    const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()];
    if (operation) dress(operation, endpoint);
  }
  return { ...document, openapi: "3.1.0", paths: { ...document.paths, ...input.otherPaths } };
}

function tagsOf(tags: Readonly<Record<string, string>>) {
  return Object.entries(tags).map(([name, description]) => ({ name, description }));
}

/** A key needs a scope for a call of version 1; which one stands with the proof. */
function securityOf({ dialect, access, ...endpoint }: Endpoint): Record<string, string[]>[] {
  if (dialect !== "v1" || access === "public") return proofsOf[access];
  if (endpoint.sessionOnly) return [{ sessionToken: [] }];
  return [{ bearer: [endpoint.scope ?? (endpoint.method === "GET" ? "read" : "buy")] }];
}

/** Names the bodies of refusals that the endpoints use. */
function registerErrors(registry: Registry, endpoints: readonly Endpoint[]): void {
  const isRest = ({ dialect }: Endpoint) => dialect === "v1";
  if (endpoints.some((endpoint) => !isRest(endpoint))) registry.register("Error", ErrorBody);
  if (!endpoints.some(isRest)) return;
  registry.register("RestError", RestError);
  for (const [name, header] of Object.entries(headerComponents)) {
    registry.registerComponent("headers", name, header);
  }
}

type Content = Record<string, { examples?: unknown }>;
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Content };
  responses: Record<string, { headers?: unknown; content?: Content }>;
};

/** Adds what the generator knows nothing of: examples, and the headers of answers. */
function dress(operation: Operation, endpoint: Endpoint): void {
  if (operation.parameters)
    operation.parameters = operation.parameters.map((parameter) => withExamples(endpoint, parameter));
  const bodies = shelfOf(endpoint, ({ body }) => body);
  if (bodies) for (const type of Object.values(operation.requestBody?.content ?? {})) type.examples = bodies;
  const success = String(endpoint.status ?? 200);
  const answers = shelfOf(endpoint, ({ answer }) => answer);
  for (const [status, response] of Object.entries(operation.responses)) {
    if (endpoint.dialect === "v1") response.headers = headersOf(endpoint, status);
    const json = response.content?.["application/json"];
    if (json && status === success && answers) json.examples = answers;
    if (json && Number(status) >= 400) json.examples = refusalsShown(endpoint, Number(status));
  }
}

function refusalsShown(endpoint: Endpoint, status: number) {
  const found = errorRowsOf(endpoint).filter((row) => row.status === status);
  return Object.fromEntries(found.map((row) => [row.code, { value: exampleOfRefusal(endpoint, row) }]));
}

function registerSecurity(registry: Registry): void {
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "authToken",
    description:
      "The site's session. Calls that change something need `Sec-Fetch-Site: same-origin` or an own `Origin`.",
  });
  registry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description:
      "An API key: a named one (`sd_live_…`), the account's of 32 characters, or one of a sandbox (`test…`). A session token will do as well.",
  });
  registry.registerComponent("securitySchemes", "sessionToken", {
    type: "http",
    scheme: "bearer",
    description: "A session token, as logging in answers it. API keys are refused.",
  });
  registry.registerComponent("securitySchemes", "apiKeyQuery", {
    type: "apiKey",
    in: "query",
    name: "api_key",
  });
  registry.registerComponent("securitySchemes", "apiKeyHeader", {
    type: "apiKey",
    in: "header",
    name: "X-Api-Key",
  });
}

type RequestConfig = NonNullable<Parameters<Registry["registerPath"]>[0]["request"]>;

function requestOf(endpoint: Endpoint): RequestConfig {
  const types = endpoint.consumes ?? ["application/json"];
  const body = endpoint.body ?? endpoint.documentedBody;
  return {
    ...(endpoint.params ? { params: endpoint.params as never } : {}),
    ...(endpoint.query ? { query: endpoint.query as never } : {}),
    headers: z.object({
      "x-user-locale": z.enum(locales).optional().describe("Language of messages and names"),
      ...(endpoint.keyed ? { "Idempotency-Key": IdempotencyKey } : {}),
      ...(!endpoint.keyed && endpoint.errors.includes(apiErrors.IDEMPOTENCY_MISMATCH)
        ? { "Idempotency-Key": IdempotencyKey.optional() }
        : {}),
      ...(endpoint.cacheSeconds === undefined ? {} : { "If-None-Match": IfNoneMatch.optional() }),
    }) as never,
    ...(body
      ? {
          body: {
            required: !z.safeParse(body, {}).success,
            content: Object.fromEntries(types.map((type) => [type, { schema: body as never }])),
          },
        }
      : {}),
  };
}

const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,200}$/)
  .describe(
    "Made by the client, such as a UUID. The same key answers the first answer again, marked `Idempotency-Replayed: true`",
  );

const IfNoneMatch = z.string().describe("`ETag` of the answer that you have");

type Responses = Parameters<Registry["registerPath"]>[0]["responses"];

function successOf(endpoint: Endpoint): Responses {
  const status = endpoint.status ?? 200;
  if (status === 204) return { "204": { description: "Done" } };
  const type = endpoint.produces ?? "application/json";
  const types = [type, ...(endpoint.alsoProduces ?? [])];
  const content = Object.fromEntries(types.map((one) => [one, { schema: endpoint.response as never }]));
  const success = { [status]: { description: "Success", content } };
  if (endpoint.cacheSeconds === undefined) return success;
  return { ...success, "304": { description: "Nothing has changed since the answer that you have" } };
}

/** One answer per status, with the codes that it may carry. */
function refusalsOf(endpoint: Endpoint): Responses {
  const byStatus = Map.groupBy(errorRowsOf(endpoint), (row) => row.status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, found]) => {
        const codes = [...new Set(found.map((row) => row.code))];
        const schema = refusalSchema(endpoint, codes);
        return [
          String(status),
          { description: codes.join(", "), content: { "application/json": { schema } } },
        ];
      }),
  );
}

/** A refusal's body that carries one of these codes. */
function refusalSchema({ dialect }: Endpoint, codes: readonly string[]) {
  const code = { type: "string" as const, enum: [...codes] };
  if (dialect !== "v1") {
    const narrowed = { properties: { error: { properties: { code } } } };
    return { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] };
  }
  const error = { allOf: [{ $ref: "#/components/schemas/RestError" }, { properties: { code } }] };
  return { type: "object" as const, required: ["error"], properties: { error } };
}

/** Every refusal of an endpoint: its own rows and those of the gate before it. */
export function errorRowsOf(endpoint: Endpoint): readonly ErrorRow[] {
  const isSafe = endpoint.method === "GET";
  return [
    ...(endpoint.access === "public" && endpoint.dialect !== "v1" ? [] : [apiErrors.UNAUTHORIZED]),
    ...(endpoint.dialect === "v1" ? keyRefusals(endpoint) : []),
    ...(endpoint.access === "staff" || endpoint.params ? [apiErrors.NOT_FOUND] : []),
    ...(endpoint.query || endpoint.body ? [apiErrors.VALIDATION] : []),
    ...(endpoint.body
      ? [apiErrors.MALFORMED_JSON, apiErrors.PAYLOAD_TOO_LARGE, apiErrors.UNSUPPORTED_MEDIA_TYPE]
      : []),
    ...(isSafe || endpoint.serverToServer ? [] : [apiErrors.FOREIGN_ORIGIN]),
    ...(endpoint.keyed
      ? [apiErrors.IDEMPOTENCY_KEY_MISSING, apiErrors.IDEMPOTENCY_MISMATCH, apiErrors.IDEMPOTENCY_IN_FLIGHT]
      : []),
    ...(endpoint.rates ? [apiErrors.TOO_MANY_REQUESTS] : []),
    ...endpoint.errors,
    apiErrors.SERVER_ERROR,
    apiErrors.UNAVAILABLE,
  ];
}

/** What a key meets at the gate of version 1. */
function keyRefusals({ access }: Endpoint): readonly ErrorRow[] {
  const refusals = [apiErrors.ADDRESS_NOT_ALLOWED];
  return access === "public" ? refusals : [...refusals, apiErrors.SCOPE_MISSING];
}
