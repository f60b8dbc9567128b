import { randomUUID } from "node:crypto";
import { createRestClient } from "#features/rest-api/rest-api.client.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** A program as it is, on the default start: codes come from the SIM bank through the partners' protocol. */
const INDONESIA = 6;
const SILENT_COUNTRY = 8;

const once = () => ({ "Idempotency-Key": randomUUID() });

/** The program of somebody, and what it is told of the balance. */
function programOf({ apiKey }: JourneyPerson) {
  const client = createRestClient({ baseUrl: new URL(demo.api.url).origin, key: apiKey });
  const available = async () => (await client.GET("/api/v1/balance")).data?.availableKopecks;
  return { client, available };
}

test("the generated client buys a number, waits for its code in one call, finishes, and cancels another", async ({
  newPerson,
}) => {
  const { client, available } = programOf(await newPerson());
  const body = { service: "tg", country: INDONESIA, operator: "any" };
  const bought = await client.POST("/api/v1/activations", { params: { header: once() }, body });
  expect(bought.response.status, JSON.stringify(bought.error)).toBe(201);
  const id = bought.data?.id ?? 0;
  const waited = { params: { path: { id }, query: { wait: 25 } } };
  const { data: order } = await client.GET("/api/v1/activations/{id}", waited);
  expect(order?.state).toBe("received");
  expect(order?.messages[0]?.code).toMatch(/^[\w-]{4,}$/);
  const step = { params: { path: { id }, header: once() } };
  const finished = await client.POST("/api/v1/activations/{id}/finish", step);
  expect(finished.data?.state).toBe("completed");

  const before = await available();
  const other = await client.POST("/api/v1/activations", {
    params: { header: once() },
    body: { ...body, country: SILENT_COUNTRY },
  });
  expect(await available()).toBe((before ?? 0) - (other.data?.priceKopecks ?? 0));
  const cancelled = await client.POST("/api/v1/activations/{id}/cancel", {
    params: { path: { id: other.data?.id ?? 0 }, header: once() },
  });
  expect(cancelled.data).toMatchObject({ state: "cancelled", money: "given-back" });
  expect(await available()).toBe(before);
});

test("the generated client rents a number, extends it for the price that it was told, and ends it", async ({
  newPerson,
}) => {
  const { client, available } = programOf(await newPerson());
  const { data: offers } = await client.GET("/api/v1/rentals/offers", {
    params: { query: { service: "tg", hours: 4 } },
  });
  const [offer] = offers?.data ?? [];
  const rented = await client.POST("/api/v1/rentals", {
    params: { header: once() },
    body: { service: "tg", country: offer?.country ?? 0, operator: "any", hours: 4 },
  });
  expect(rented.response.status, JSON.stringify(rented.error)).toBe(201);
  expect(rented.data?.priceKopecks).toBe(offer?.priceKopecks);
  const path = { id: rented.data?.id ?? 0 };

  const { data: price } = await client.GET("/api/v1/rentals/{id}/extensions/price", {
    params: { path, query: { hours: 24 } },
  });
  const before = await available();
  const extended = await client.POST("/api/v1/rentals/{id}/extensions", {
    params: { path, header: once() },
    body: { hours: 24, maxPriceKopecks: price?.priceKopecks },
  });
  expect(extended.response.status, JSON.stringify(extended.error)).toBe(201);
  expect(extended.data).toMatchObject({ hours: 28, expiresAt: price?.expiresAt, money: "captured" });
  expect(await available()).toBe((before ?? 0) - (price?.priceKopecks ?? 0));

  const refused = await client.POST("/api/v1/rentals/{id}/cancel", { params: { path, header: once() } });
  expect(refused.error?.error.code).toBe("CANNOT_CANCEL");
  const ended = await client.POST("/api/v1/rentals/{id}/finish", { params: { path, header: once() } });
  expect(ended.data?.state).toBe("expired");
});
