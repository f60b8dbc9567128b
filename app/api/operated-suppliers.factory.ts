import { beforeAll, expect } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { setMargin } from "#features/pricing/pricing.writes.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { claimPoll } from "#features/supply/polling/polling.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { givenServer, sendJson } from "#lib/testing/http-server.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of suppliers that staff run: a test file that imports it has a database and the whole API of its own. */
export const { db, owner } = await useTestDb();
export const app = createApiApp(db);
export let buyer: { key: string };
/** Longer than a key is remembered. */
export const forgottenMs = 1_100;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await setMargin(db, { serviceId: null, countryId: null, retailBp: 5_000, wholesaleBp: 4_000 });
  buyer = await givenApiBuyer(db, 1_000_000);
});

/** A call of the staff about suppliers, which must be carried out. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
export async function desk(path: string, body: object): Promise<any> {
  // Somebody whose code is fresh, however far the clock was moved.
  const lead = await givenStaff(db, "money-lead");
  const response = await app.request(`/api/desk/suppliers${path}`, {
    method: "POST",
    headers: {
      cookie: `authToken=${lead.cookie}`,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({ reason: "a test", ...body }),
  });
  expect([path, response.status]).toEqual([path, path === "" ? 201 : 200]);
  return response.json();
}

/** Buys Telegram in Kenya. */
export async function buy(): Promise<string> {
  const query = new URLSearchParams({ api_key: buyer.key, action: "getNumber", service: "tg", country: "8" });
  return (await app.request(`/stubs/handler_api.php?${query}`)).text();
}

let lastSms = 0;
/** An SMS that a supplier pushes: the status and what it was told. */
export async function push(key: string, phone = 254_712_345_678): Promise<[number, string]> {
  lastSms += 1;
  const response = await app.request("/api/partner/sms", {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "agent/1" },
    body: JSON.stringify({
      action: "PUSH_SMS",
      ...{ key, smsId: lastSms, phone, phoneFrom: "Telegram", text: "code 48291" },
    }),
  });
  const { status, error } = (await response.json()) as { status: string; error?: string };
  return [response.status, error ?? status];
}

let lastNumber = 254_712_000_000;
/** The key that an agent was asked with last. */
export const askedWith = (requests: readonly { body: { key: string; action: string } }[]) =>
  requests.at(-1)?.body.key;

/** An agent of Kenya with Telegram, as a server of its own; what it was asked with is kept. */
export function givenAgentServer() {
  return givenServer((request, response) => {
    if (request.body.action === "GET_SERVICES")
      sendJson(
        response,
        '{"status":"SUCCESS","countryList":[{"country":"kenya","operatorMap":{"any":{"tg":9,"wa":4}}}]}',
      );
    else {
      lastNumber += 1;
      sendJson(
        response,
        `{"status":"SUCCESS","number":${lastNumber},"activationId":${lastNumber % 100_000}}`,
      );
    }
  });
}

/** What workers do about suppliers within a second or two. */
export async function aSecondOfTheWorker(): Promise<void> {
  for (let id = await claimPoll(db, 15_000); id !== null; id = await claimPoll(db, 15_000))
    await pollSupplier(db, id);
  await makeOfferSweep().run(db);
}
