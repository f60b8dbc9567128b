import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { exampleOfRefusal } from "#lib/api/openapi-examples.ts";
import { headerComponents } from "#lib/api/openapi-headers.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";

type Registry = OpenAPIHono["openAPIRegistry"];
type Responses = Parameters<Registry["registerPath"]>[0]["responses"];

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

/** Names the bodies of refusals that the endpoints use. */
export function registerErrors(registry: Registry, endpoints: readonly Endpoint[]): void {
  const isRest = ({ dialect }: Endpoint) => dialect === "v1";
  if (endpoints.some((endpoint) => !isRest(endpoint))) registry.register("Error", ErrorBody);
  if (!endpoints.some(isRest)) return;
  registry.register("RestError", RestError);
  for (const [name, header] of Object.entries(headerComponents)) {
    registry.registerComponent("headers", name, header);
  }
}

/** One answer per status, with the codes that it may carry. */
export function refusalsOf(endpoint: Endpoint): Responses {
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

/** An example of each refusal with this status, by its code. */
export function refusalsShown(endpoint: Endpoint, status: number) {
  const found = errorRowsOf(endpoint).filter((row) => row.status === status);
  return Object.fromEntries(found.map((row) => [row.code, { value: exampleOfRefusal(endpoint, row) }]));
}
