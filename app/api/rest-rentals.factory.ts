import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { createRestClient, type RestClient } from "#features/rest-api/rest-api.client.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of REST v1's rentals: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb({ max: 60 });
export const app = createApiApp(db);
export const NO_ID = 999_999;

export let supplierId = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  supplierId = (await givenRentOffer(db, { count: 60 })).supplierId;
});

type Buyer = ApiBuyer & { readonly client: RestClient };

export function clientOf(key: string): RestClient {
  return createRestClient({
    baseUrl: env.PUBLIC_URL,
    key,
    fetch: async (request) => app.fetch(request, { requestId: "test", ip: "192.0.2.1" }),
  });
}

export async function givenBuyer(balanceKopecks = 100_000): Promise<Buyer> {
  const buyer = await givenApiBuyer(db, balanceKopecks);
  return { ...buyer, client: clientOf(buyer.key) };
}

export type Input = {
  service: string;
  country: number;
  operator: string;
  hours: number;
  maxPriceKopecks?: number;
};

export const rent = (client: RestClient, input: Partial<Input> = {}, key: string = randomUUID()) =>
  client.POST("/api/v1/rentals", {
    params: { header: { "Idempotency-Key": key } },
    body: { service: "tg", country: 6, operator: "any", hours: 4, ...input },
  });

export async function rented(client: RestClient, input: Partial<Input> = {}) {
  const { data, error } = await rent(client, input);
  if (!data) throw new Error(JSON.stringify(error));
  return data;
}

export const keyed = (id: number, key: string = randomUUID()) => ({
  params: { path: { id }, header: { "Idempotency-Key": key } },
});
export const cancel = (client: RestClient, id: number, key?: string) =>
  client.POST("/api/v1/rentals/{id}/cancel", keyed(id, key));
export const finish = (client: RestClient, id: number) =>
  client.POST("/api/v1/rentals/{id}/finish", keyed(id));
export const extend = (
  client: RestClient,
  id: number,
  hours: number,
  more: { maxPriceKopecks?: number } = {},
) => client.POST("/api/v1/rentals/{id}/extensions", { ...keyed(id), body: { hours, ...more } });
export const priceOf = (client: RestClient, id: number, hours: number) =>
  client.GET("/api/v1/rentals/{id}/extensions/price", { params: { path: { id }, query: { hours } } });
export const available = async (client: RestClient) =>
  (await client.GET("/api/v1/balance")).data?.availableKopecks ?? Number.NaN;

type Answered = { response: Response; error?: { error: { code?: string; details?: unknown } } | undefined };
export const said = ({ response, error }: Answered) => [response.status, error?.error.code];

let smsCount = 0n;
export async function push(number: string | null, text: string): Promise<void> {
  smsCount += 1n;
  const sms = { supplierId, phone: Number(number), smsId: smsCount, sender: "Telegram", text };
  await receiveSms(db, sms, deliverSmsToRentals);
}
