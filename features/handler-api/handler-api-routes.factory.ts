import { beforeAll, expect } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn, type Sent } from "#features/handler-api/handler-api.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of the bots' protocol: a test file that imports it has a database of its own. */
export const { db, owner, url } = await useTestDb({ max: 40 });

export const { app, ask, push } = handlerApiOn(db);
export const givenBuyer = (balanceKopecks = 100_000): Promise<ApiBuyer> => givenApiBuyer(db, balanceKopecks);

/** The answer's bytes; every one has status 200. */
export async function say(buyer: ApiBuyer | null, parameters: Sent, init: RequestInit = {}): Promise<string> {
  const response = await ask(buyer, parameters, init);
  expect(response.status).toBe(200);
  return response.text();
}

const freshCountries = [
  7, 10, 15, 16, 22, 33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187, 4, 12, 19, 21, 31, 37, 52,
];
export async function givenShop(input: OfferInput = {}): Promise<Offer & { country: number }> {
  const country = freshCountries.pop() as number;
  const offer = await givenOffer(db, {
    countryId: country,
    costKopecks: 1_000,
    priceKopecks: 1_250,
    ...input,
  });
  forgetOffers(db);
  return { ...offer, country };
}

export async function buy(buyer: ApiBuyer, country: number): Promise<{ id: string; number: string }> {
  const answer = await say(buyer, { action: "getNumber", service: "tg", country });
  const match = /^ACCESS_NUMBER:(\d+):(\d+)$/.exec(answer);
  expect(match, answer).not.toBeNull();
  return { id: match?.[1] ?? "", number: match?.[2] ?? "" };
}

export let buyer: ApiBuyer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenBuyer();
  await givenOffer(db, { countryId: 190, count: 100 });
});
