import { describe, expect, test } from "vitest";
import { z } from "zod";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { siteEndpoints } from "#features/api-docs/endpoints.rules.ts";
import { methodOfAction, methodOfEndpoint } from "#features/api-docs/tester/methods.rules.ts";
import { missingFields, requestOf, slotOf } from "#features/api-docs/tester/tester.rules.ts";
import { actionNames, actionRules } from "#features/handler-api/handler-api.rules.ts";
import { createWebhookEndpoint } from "#features/notifications/webhooks/webhooks.contract.ts";
import { rentNumberEndpoint } from "#features/rentals/rentals.contract.ts";
import { restEndpoints } from "#features/rest-api/all-endpoints.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

describe("an action of handler_api.php", () => {
  test("can be tried, every one: by name, with its own fields, with a key unless it is public", () => {
    for (const action of actionNames) {
      const method = methodOfAction(action);
      expect(method).toMatchObject({
        id: action,
        verb: "GET",
        path: "/stubs/handler_api.php",
        access: action === "getCountries" ? "none" : "key",
        fixedQuery: [["action", action]],
      });
      const names = method.fields.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).not.toContain("api_key");
    }
  });

  test("that takes money says so, and only what changes something can", () => {
    const spending = actionNames.filter((action) => methodOfAction(action).spends);
    expect(spending.toSorted()).toEqual([
      "buyPartnerProduct",
      "continueRentNumber",
      "getAdditionalService",
      "getExtraActivation",
      "getNumber",
      "getNumberV2",
      "getRentNumber",
      "prolong",
      "reactivate",
    ]);
    for (const action of spending) expect(actionRules[action].changes).toBe(true);
    expect(methodOfAction("setStatus").spends).toBe(false);
  });

  test("asks for a thing once, by picker or by choice where there is a list of it", () => {
    const kindsOf = (action: (typeof actionNames)[number]) =>
      Object.fromEntries(methodOfAction(action).fields.map(({ name, kind }) => [name, kind]));
    expect(kindsOf("getStatus")).toEqual({ id: "number" });
    expect(kindsOf("getNumber")).toMatchObject({ service: "service", country: "country", maxPrice: "text" });
    const command = (action: "setStatus" | "setRentStatus") =>
      methodOfAction(action).fields.find(({ name }) => name === "status")?.choices;
    expect(command("setStatus")).toEqual(["1", "3", "6", "8", "-1"]);
    expect(command("setRentStatus")).toEqual(["1", "2"]);
  });
});

describe("an endpoint of the JSON API", () => {
  test("can be tried, every one that the documentation shows, but for streams", () => {
    const shown = [...restEndpoints, ...siteEndpoints];
    for (const endpoint of shown) {
      const method = methodOfEndpoint(endpoint);
      if (endpoint.produces === "text/event-stream") {
        expect(method).toBeNull();
        continue;
      }
      const slots = method!.fields.map(slotOf);
      expect(new Set(slots).size).toBe(slots.length);
      const inPath = method!.fields.filter(({ place }) => place === "path").map(({ name }) => name);
      expect(inPath.toSorted()).toEqual(
        [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted(),
      );
    }
  });

  test("of REST v1 says whether it takes money and a key of its own", () => {
    const methods = restEndpoints.flatMap((endpoint) => methodOfEndpoint(endpoint) ?? []);
    expect(methods.filter(({ spends }) => spends).map(({ id }) => id)).toEqual([
      "restBuyActivation",
      "restRent",
      "restExtendRental",
      "restBuyAccounts",
    ]);
    for (const { verb, isKeyed } of methods) expect(isKeyed).toBe(verb !== "GET");
    // What its purchases need is filled in: the first try takes one press.
    const needed = methods.find(({ id }) => id === "restRent")?.fields.filter(({ isRequired }) => isRequired);
    expect(needed?.map(({ name, initial }) => [name, initial])).toEqual([
      ["service", "tg"],
      ["country", "6"],
      ["hours", "24"],
    ]);
  });

  test("is drawn from its schemas: places, types, bounds, choices, what is needed, what is taken without it", () => {
    const method = methodOfEndpoint(
      defineEndpoint({
        id: "tryEverything",
        method: "POST",
        path: "/v1/things/{id}",
        summary: "",
        tag: "",
        access: "user",
        scope: "buy",
        keyed: true,
        params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
        query: z.object({
          limit: z.coerce.number().int().min(1).max(100).default(20),
          cursor: z.string().optional(),
        }),
        body: z.strictObject({
          service: z.string().min(1).max(10),
          countryId: z.number().int().min(0),
          state: z.enum(["open", "closed"]).optional(),
          events: z.array(z.enum(["a", "b"])).min(1),
          names: z.array(z.string()).optional(),
          isFast: z.boolean().default(false),
          until: z.iso.datetime().nullable().default(null),
          ladder: z.strictObject({ top: z.number() }).nullable().default(null),
          maxPriceKopecks: z.number().int().min(0).max(500).nullable().default(null).describe("The most"),
        }),
        response: z.string(),
        errors: [activationErrors.NO_BALANCE],
        examples: {
          plain: {
            params: { id: "7" },
            body: { service: "tg", countryId: 6, events: ["a", "b"], maxPriceKopecks: 100 },
            answer: "done",
          },
        },
      }),
    );
    expect(method).toMatchObject({
      path: "/api/v1/things/{id}",
      access: "key",
      spends: true,
      isKeyed: true,
      hasBody: true,
    });
    const fields = Object.fromEntries(method!.fields.map((field) => [slotOf(field), field]));
    expect(fields).toMatchObject({
      "path.id": { kind: "text", isRequired: true },
      "query.limit": { isRequired: false, fallback: "20" },
      "query.cursor": { kind: "text", isRequired: false },
      "body.service": { kind: "service", isRequired: true, max: 10 },
      "body.countryId": { kind: "country", isRequired: true, isNumeric: true, min: 0 },
      "body.state": { kind: "choice", choices: ["open", "closed"], isRequired: false },
      "body.events": { kind: "list", choices: ["a", "b"], isRequired: true },
      "body.names": { kind: "list" },
      "body.isFast": { kind: "flag", fallback: "false" },
      "body.until": { kind: "time", isRequired: false },
      "body.ladder": { kind: "json", isRequired: false },
      "body.maxPriceKopecks": { kind: "number", min: 0, max: 500, hint: "The most" },
    });
    expect(fields["body.names"]?.choices).toBeUndefined();
    // What is needed is filled in by the example; an id is of one's own things.
    expect(Object.fromEntries(method!.fields.map((field) => [slotOf(field), field.initial]))).toMatchObject({
      "path.id": undefined,
      "body.service": "tg",
      "body.countryId": "6",
      "body.events": "a,b",
      "body.maxPriceKopecks": undefined,
    });
  });

  test("that only a session may call is sent as the person; a stream cannot be tried", () => {
    expect(methodOfEndpoint(createWebhookEndpoint)).toMatchObject({ access: "session", isKeyed: false });
    expect(methodOfEndpoint(rentNumberEndpoint)).toMatchObject({
      access: "key",
      isKeyed: true,
      spends: true,
    });
    const stream = { ...createWebhookEndpoint, produces: "text/event-stream" as const };
    expect(methodOfEndpoint(stream)).toBeNull();
  });

  test("gets the types it wants from what people type; what is none goes as it was typed, to be refused", () => {
    const method = methodOfEndpoint(rentNumberEndpoint)!;
    const typed = {
      "body.service_external_id": "tg",
      "body.country_external_id": "6",
      "body.amount": "4",
      "body.operator": "",
      "body.maxPriceKopecks": "many",
    };
    expect(requestOf(method, typed, "key-12345")).toEqual({
      verb: "POST",
      path: "/api/rent",
      query: [],
      headers: [["Idempotency-Key", "key-12345"]],
      body: { service_external_id: "tg", country_external_id: 6, amount: 4, maxPriceKopecks: "many" },
    });
    expect(missingFields(method, { ...typed, "body.amount": "" }).map(({ name }) => name)).toEqual([
      "amount",
    ]);
  });

  test("keeps what is in its path in its path", () => {
    const method = methodOfEndpoint(
      defineEndpoint({
        id: "one",
        method: "GET",
        path: "/v1/things/{id}",
        summary: "",
        tag: "",
        access: "public",
        params: z.object({ id: z.string() }),
        response: z.string(),
        errors: [],
      }),
    )!;
    expect(requestOf(method, { "path.id": "../../x?y#$&" }, null).path).toBe(
      "/api/v1/things/..%2F..%2Fx%3Fy%23%24%26",
    );
    expect(requestOf(method, { "path.id": "half \ud800" }, null).path).toBe(
      `/api/v1/things/half%20${encodeURIComponent("\ufffd")}`,
    );
  });
});
