import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { smsSinks } from "#app/api/sms-sinks.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { SearchInput } from "#features/activations/search/search.contract.ts";
import { liveSearches } from "#features/activations/search/search-port.writes.ts";
import { forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { type Notice, receiveTogether } from "#features/supply/intake/batch-intake.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { RateLimiter } from "#lib/api/rate-limits.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { restCaller } from "#lib/testing/rest-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, url } = await useTestDb();
/** A process with one connection: what asks for a second one within a transaction waits for itself. */
const single = createDb(url, { max: 1 });
const app = createApiApp(single, new RateLimiter({ isEnforced: false }));
afterAll(() => single.close());

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6 });
  await givenRentOffer(db, { countryId: 6, count: 5 });
});

/** Has an order (a rental) made, and then this done with it while the process has just forgotten the catalogue. */
async function statusOf(made: string, body: object, step: string, told?: object): Promise<number> {
  const call = restCaller(app, (await givenApiBuyer(db, 10_000)).key);
  const { id } = (await call("POST", made, { body })).body;
  forgetCatalogue(single);
  return (await call("POST", `${made}/${id}/${step}`, told ? { body: told } : {})).status;
}

const goods = { service: "tg", country: 6 };

it.each(["cancel", "report"])("the step %s of an order asks for one connection at a time", async (step) => {
  expect(await statusOf("/activations", goods, step)).toBe(200);
});

it("beginning a search asks for one connection, also when policy has just changed", async () => {
  const { userId } = await givenApiBuyer(db, 10_000);
  const actor = { kind: "user", userId, role: "user", via: "session" } as const;
  const caller = { db: single, actor, locale: "en" } as const;
  const input = SearchInput.parse(goods);
  const judged = await liveSearches.judge(caller, input);
  forgetPolicy(single);
  const id = await withTransaction(single, (tx) => liveSearches.open(tx, caller, { ...input, ...judged }));
  expect(await liveSearches.find(caller, id)).toMatchObject({ state: "searching" });
});

it("having a number replaced asks for one connection at a time", async () => {
  expect(await statusOf("/activations", goods, "replace", { afterSeconds: 60 })).toBe(200);
});

it("stopping a search asks for one connection at a time", async () => {
  expect(await statusOf("/searches", goods, "stop")).toBe(200);
});

it.each(["cancel", "finish"])("the step %s of a rental asks for one connection at a time", async (step) => {
  expect(await statusOf("/rentals", { ...goods, operator: "any", hours: 4 }, step)).toBe(200);
});

it.each([
  ["alone", async (sms: Notice) => [await receiveSms(single, sms, smsSinks.one)]],
  ["with others", (sms: Notice) => receiveTogether(single, [sms], smsSinks.many)],
])(
  "an SMS that is taken in %s asks for one connection, also when policy has just changed",
  async (_, take) => {
    const { supplierId } = await givenSupplier(db);
    forgetPolicy(single);
    const sms = {
      supplierId,
      smsId: 1n,
      phone: 628110000001,
      sender: "Telegram",
      text: "Telegram code 12345",
    };
    expect(await take(sms)).toEqual([true]);
  },
);
