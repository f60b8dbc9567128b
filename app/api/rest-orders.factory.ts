import { beforeAll, expect } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { grantOpenMax } from "#features/activations/limits/limits.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type RestAnswer, type RestCaller, restCaller } from "#lib/testing/rest-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of REST v1's orders: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb({ max: 60 });
export const app = createApiApp(db, new RateLimiter({ isEnforced: false }));
export const TG = { service: "tg", country: 6 };
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 400, priceKopecks: 1_400 });
});

export type Buyer = { userId: UserId; key: string; call: RestCaller };

export async function givenBuyer(balanceKopecks = 100_000): Promise<Buyer> {
  const { userId, key } = await givenApiBuyer(db, balanceKopecks);
  await grantOpenMax(db, userId, 1_000);
  return { userId, key, call: restCaller(app, key) };
}

export const buy = (call: RestCaller, body: object = TG, idempotencyKey?: string): Promise<RestAnswer> =>
  call("POST", "/activations", { body, ...(idempotencyKey ? { idempotencyKey } : {}) });

export async function bought(call: RestCaller, body: object = TG) {
  const answer = await buy(call, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

let lastSmsId = 0n;
export async function push(number: string, text = "Your code is 12345", from = offer): Promise<void> {
  lastSmsId += 1n;
  const sms = {
    supplierId: from.supplierId,
    smsId: lastSmsId,
    phone: Number(number),
    sender: "Telegram",
    text,
  };
  await receiveSms(db, sms, deliverSms);
}

export const said = ({ status, code }: RestAnswer) => [status, code];
