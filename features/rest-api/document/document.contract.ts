import { z } from "zod";
import { defineRest } from "#features/rest-api/rest-api.contract.ts";

/** The description of version 1 alone. */
export const restGetDocument = defineRest({
  id: "restGetDocument",
  method: "GET",
  path: "/openapi.json",
  tag: "about",
  summary: "This description, as OpenAPI 3.1",
  description:
    "Every call with its parameters, answers, refusals and examples. A typed client can be made of it: " +
    "`npx openapi-typescript <address of this document> -o sms-den.ts`.",
  access: "public",
  scope: "read",
  response: z.looseObject({
    openapi: z.literal("3.1.0"),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    paths: z.record(z.string(), z.unknown()),
  }),
  errors: [],
  cacheSeconds: 300,
  examples: {
    document: {
      summary: "Its beginning",
      answer: { openapi: "3.1.0", info: { title: "SMS Den API v1", version: "1.0.0" }, paths: {} },
    },
  },
});
