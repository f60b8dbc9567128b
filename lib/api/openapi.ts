import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Access, Endpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import type { ErrorRow } from "#lib/errors/app-error.ts";
import { locales } from "#lib/i18n/locales.ts";

type Registry = OpenAPIHono["openAPIRegistry"];

export type OpenApiDocument = { readonly openapi: "3.1.0"; readonly paths: Record<string, unknown> };

export type OpenApiInput = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** The address people use, without a trailing slash. */
  readonly serverUrl: string;
  readonly endpoints: readonly Endpoint[];
  /** Paths that are no endpoints of the JSON API, written by hand. */
  readonly otherPaths: Readonly<Record<string, unknown>>;
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

/** Which proofs of identity each kind of endpoint takes; any one of the list will do. */
const securityOf: Readonly<Record<Access, Record<string, string[]>[]>> = {
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
  registry.register("Error", ErrorBody);
  for (const endpoint of input.endpoints) {
    registry.registerPath({
      method: endpoint.method.toLowerCase() as Lowercase<Endpoint["method"]>,
      path: `/api${endpoint.path}`,
      operationId: endpoint.id,
      summary: endpoint.summary,
      ...(endpoint.description ? { description: endpoint.description } : {}),
      tags: [endpoint.tag],
      security: securityOf[endpoint.access],
      request: requestOf(endpoint),
      responses: { ...successOf(endpoint), ...refusalsOf(endpoint) },
    });
  }
  const document = generator.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: input.title, version: input.version, description: input.description },
    servers: [{ url: input.serverUrl }],
  });
  return { ...document, openapi: "3.1.0", paths: { ...document.paths, ...input.otherPaths } };
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
    description: "A session token, or the account's API key of 32 characters.",
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
      ...(endpoint.errors.includes(apiErrors.IDEMPOTENCY_MISMATCH) ? idempotencyHeader : {}),
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

const idempotencyHeader = {
  "Idempotency-Key": z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/)
    .optional()
    .describe("The same key answers the first answer again, marked `Idempotency-Replayed: true`"),
};

type Responses = Parameters<Registry["registerPath"]>[0]["responses"];

function successOf(endpoint: Endpoint): Responses {
  const status = endpoint.status ?? 200;
  if (status === 204) return { "204": { description: "Done" } };
  const type = endpoint.produces ?? "application/json";
  const types = [type, ...(endpoint.alsoProduces ?? [])];
  const content = Object.fromEntries(types.map((one) => [one, { schema: endpoint.response as never }]));
  return { [status]: { description: "Success", content } };
}

/** One answer per status, with the codes that it may carry. */
function refusalsOf(endpoint: Endpoint): Responses {
  const byStatus = Map.groupBy(errorRowsOf(endpoint), (row) => row.status);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, found]) => {
        const codes = [...new Set(found.map((row) => row.code))];
        const narrowed = { properties: { error: { properties: { code: { enum: codes } } } } };
        const schema = { allOf: [{ $ref: "#/components/schemas/Error" }, narrowed] };
        return [
          String(status),
          { description: codes.join(", "), content: { "application/json": { schema } } },
        ];
      }),
  );
}

/** Every refusal of an endpoint: its own rows and those of the gate before it. */
export function errorRowsOf(endpoint: Endpoint): readonly ErrorRow[] {
  const isSafe = endpoint.method === "GET";
  return [
    ...(endpoint.access === "public" ? [] : [apiErrors.UNAUTHORIZED]),
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
