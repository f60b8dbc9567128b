import { beforeAll, expect } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of sandboxes: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb();
const app = createApiApp(db);
/** A sandbox key of a new account that has no money at all. */
export async function givenKey(input: Partial<KeyInput> = {}): Promise<string> {
  const { userId } = await givenApiBuyer(db, 0);
  return (await withTransaction(db, (tx) => createKey(tx, userId, "sandbox", keyInput(input)))).key;
}

export const said = new Set<string>();

/** What handler_api.php answers, noted for the test that wants every word. */
export async function bots(key: string | null, rest: string): Promise<string> {
  const query = key === null ? rest : `api_key=${key}&${rest}`;
  const response = await app.request(`/stubs/handler_api.php?${query}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  said.add(text.split(":")[0] as string);
  return text;
}
export const buy = (key: string, service: string, rest = "") =>
  bots(key, `action=getNumber&service=${service}&country=6${rest}`);
export const advance = (key: string, seconds: number) =>
  bots(key, `action=sandboxAdvance&seconds=${seconds}`);
export const statusOf = (key: string, id: string) => bots(key, `action=getStatus&id=${id}`);
export const step = (key: string, id: string, status: number) =>
  bots(key, `action=setStatus&id=${id}&status=${status}`);
export const balance = (key: string) => bots(key, "action=getBalance");
export const FIRST = "900000001";

export async function json(key: string, method: string, path: string, body?: unknown, headers = {}) {
  const response = await app.request(`${env.PUBLIC_URL}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
    body: (isJson ? JSON.parse(text) : text) as any,
  };
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 20, priceKopecks: 1_400 });
});
