import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { shelfOf, withExamples } from "#lib/api/openapi-examples.ts";
import { headersOf } from "#lib/api/openapi-headers.ts";
import { refusalsOf, refusalsShown, registerErrors } from "#lib/api/openapi-refusals.ts";
import { registerSecurity, securityOf } from "#lib/api/openapi-security.ts";
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

/** Describes the whole HTTP API in OpenAPI 3.1, out of the same data that the server and the tests read. */
export function makeOpenApiDocument(input: OpenApiInput): OpenApiDocument {
  const generator = new OpenAPIHono();
  const registry = generator.openAPIRegistry;
  // What is written by hand takes keys in these two ways besides.
  registerSecurity(registry, input.endpoints, input.otherPaths ? ["apiKeyQuery", "apiKeyHeader"] : []);
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

type RequestConfig = NonNullable<Parameters<Registry["registerPath"]>[0]["request"]>;

function requestOf(endpoint: Endpoint): RequestConfig {
  const types = endpoint.consumes ?? ["application/json"];
  const body = endpoint.body ?? endpoint.documentedBody;
  return {
    ...(endpoint.params ? { params: endpoint.params as never } : {}),
    ...(endpoint.query ? { query: endpoint.query as never } : {}),
    headers: z.object({
      "x-user-locale": z.enum(locales).optional().describe("Language of messages and names"),
      ...(endpoint.keyed
        ? { "Idempotency-Key": keyHeaders[endpoint.keyed === true ? "needed" : endpoint.keyed] }
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

/** The header by what the endpoint's `keyed` says. */
const keyHeaders = {
  needed: IdempotencyKey,
  optional: IdempotencyKey.optional(),
  once: IdempotencyKey.describe(
    "Made by the client, such as a UUID. The same key again is refused: the answer is told only once",
  ),
};

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
