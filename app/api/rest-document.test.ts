import { readFileSync } from "node:fs";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { apiRoutes } from "#app/api/api-app.ts";
import { hasScript } from "#app/api/key-gate.ts";
import { restDocument } from "#app/api/rest-document.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { restTags } from "#features/rest-api/document/document.rules.ts";
import type { Endpoint, EndpointExample } from "#lib/api/endpoint.ts";
import { exampleOfRefusal } from "#lib/api/openapi-examples.ts";
import { errorRowsOf } from "#lib/api/refusals.ts";
import { clientTypes } from "#lib/tooling/drawn/typescript-client.ts";

type Shelf = Record<string, { value: unknown }>;
type Content = { "application/json"?: { schema: unknown; examples?: Shelf } };
type Operation = {
  description?: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; examples?: Shelf }[];
  requestBody?: { content: Content };
  responses: Record<string, { headers: Record<string, unknown>; content?: Content }>;
};

const document = JSON.parse(JSON.stringify(restDocument()));
const routes = apiRoutes.filter(({ endpoint }) => endpoint.dialect === "v1");
const endpoints = routes.map(({ endpoint }) => endpoint);
const everyEndpoint = endpoints.map((endpoint) => [endpoint.id, endpoint] as const);

function operationOf(endpoint: Endpoint): Operation {
  return document.paths[`/api${endpoint.path}`][endpoint.method.toLowerCase()];
}

const examplesOf = (endpoint: Endpoint): [string, EndpointExample][] =>
  Object.entries(endpoint.examples ?? {});

describe("the document of REST v1", () => {
  it("is valid by the rules of OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect([result.valid, validator.version]).toEqual([true, "3.1"]);
  });

  it("has nothing that Redocly's strict rules find, and no example beside its schema", async () => {
    // The address is the installation's, and a private API has no licence.
    const rules = { "info-license": "off", "no-server-example.com": "off" } as const;
    const config = await createConfig({ extends: ["recommended-strict"], rules });
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: "/openapi.json",
      config,
    });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  }, 60_000);

  it("holds version 1 and nothing else", () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const mounted = endpoints.map(({ method, path }) => `${method} /api${path}`);
    expect(described.toSorted()).toEqual(mounted.toSorted());
    expect(described.every((line) => line.includes(" /api/v1/"))).toBe(true);
  });

  it("says what every group of calls is about, and has none without calls", () => {
    expect(new Set(endpoints.map(({ tag }) => tag))).toEqual(new Set(Object.keys(restTags)));
  });

  it("is what the client's types are written from (npm run types:client)", async () => {
    const file = readFileSync("features/rest-api/data/schema.gen.ts", "utf8");
    expect(file).toBe(await clientTypes(restDocument()));
  }, 60_000);
});

describe.each(everyEndpoint)("%s", (_id, endpoint) => {
  const operation = operationOf(endpoint);
  const success = String(endpoint.status ?? 200);

  it("has examples of calls and answers that its schemas take", () => {
    const examples = examplesOf(endpoint);
    expect(examples.length, "give the endpoint `examples`").toBeGreaterThan(0);
    for (const [name, { params = {}, query = {}, body, answer }] of examples) {
      const parts = [
        [endpoint.params ?? z.strictObject({}), params],
        [endpoint.query ?? z.strictObject({}), query],
        [endpoint.body ?? z.undefined(), body],
        [endpoint.response, answer],
      ] as const;
      for (const [schema, value] of parts) {
        const parsed = schema.safeParse(value);
        expect(parsed.success ? "" : `${name}: ${z.prettifyError(parsed.error)}`).toBe("");
      }
      // What an example asks for must be something that can be asked for.
      const known = Object.keys(endpoint.query?.shape ?? {});
      expect(known).toEqual(expect.arrayContaining(Object.keys(query)));
    }
  });

  it("shows them in the document, whole", () => {
    const names = examplesOf(endpoint).map(([name]) => name);
    const shown = operation.responses[success]?.content?.["application/json"]?.examples ?? {};
    expect(Object.keys(shown)).toEqual(names);
    const body = operation.requestBody?.content["application/json"]?.examples;
    if (endpoint.body) expect(Object.keys(body ?? {})).not.toEqual([]);
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in === "path") expect(Object.keys(parameter.examples ?? {})).toEqual(names);
    }
  });

  it("shows every refusal with a sentence, a link and an example of its own", () => {
    for (const row of errorRowsOf(endpoint)) {
      const shown = operation.responses[row.status]?.content?.["application/json"]?.examples?.[row.code];
      expect(shown?.value, row.code).toEqual(exampleOfRefusal(endpoint, row));
      const { error } = (shown as Shelf[string]).value as {
        error: Record<"code" | "message" | "docs", string>;
      };
      expect(error.code).toBe(row.code);
      // A text without its figures, or the name of a text, is no sentence.
      expect(error.message).not.toMatch(/[{}]|^[\w.]+$/);
      expect(error.docs).toMatch(/\/docs\/errors\/[a-z0-9-]+$/);
    }
  });

  it("names its proof, its headers and what may be repeated", () => {
    const isPublic = endpoint.access === "public";
    const proof = endpoint.scope ? { bearer: [endpoint.scope] } : { sessionToken: [] };
    expect(operation.security).toEqual(isPublic ? [] : [proof]);
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy"]));
      if (status === "429") expect(headers).toHaveProperty("Retry-After");
    }
    const key = operation.parameters?.find(({ name }) => name === "Idempotency-Key");
    expect(key?.required ?? null).toBe(endpoint.method === "GET" ? null : true);
    if (endpoint.method !== "GET") {
      expect(operation.responses[success]?.headers).toHaveProperty("Idempotency-Replayed");
    }
    if (endpoint.cacheSeconds !== undefined) expect(operation.responses).toHaveProperty("304");
  });

  it("says so when a sandbox key is refused, and only then", () => {
    const isAnswered = hasScript(endpoint) || endpoint.access === "public" || endpoint.access === "session";
    expect(endpoint.errors.includes(identityErrors.SANDBOX_KEY)).toBe(!isAnswered);
  });
});
