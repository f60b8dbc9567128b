import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { apiRoutes, openApiDocument } from "#app/api/api-app.ts";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { actionNames, tokensOf } from "#features/handler-api/handler-api.rules.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";

type Operation = {
  operationId: string;
  description?: string;
  security: object[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
};
type Paths = Record<string, Record<string, Operation>>;

const document = structuredClone(openApiDocument());
const paths = document.paths as Paths;

describe("the OpenAPI document", () => {
  it("is valid by the rules of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(JSON.stringify(document)));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, "3.1"]);
  });

  it("describes every endpoint that is mounted, and nothing else", () => {
    const mounted = apiRoutes.map(({ endpoint }) => `${endpoint.method} /api${endpoint.path}`);
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(new Set(mounted).size).toBe(mounted.length);
    expect(described.toSorted()).toEqual(
      [...mounted, `GET ${handlerPath}`, `POST ${handlerPath}`].toSorted(),
    );
  });

  it("gives every operation an id of its own", () => {
    const ids = Object.values(paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(apiRoutes.map(({ endpoint }) => endpoint))(
    "lists the error codes and proofs of $id",
    (endpoint) => {
      const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()];
      for (const row of errorRowsOf(endpoint)) {
        expect(operation?.responses[row.status]?.description.split(", ")).toContain(row.code);
      }
      expect(operation?.security.length === 0).toBe(endpoint.access === "public");
      expect(operation?.responses[endpoint.status ?? 200]).toBeDefined();
    },
  );

  it("describes the bots' protocol with every action and word", () => {
    const description = paths[handlerPath]?.get?.description ?? "";
    for (const action of actionNames) {
      expect(description).toContain(`\`${action}\``);
      for (const token of tokensOf(action)) expect(description).toContain(`\`${token}`);
    }
  });
});
