import { beforeAll, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { exampleAnswers } from "#features/api-docs/actions/action-examples.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { type ActionName, actionNames, unsoldActionNames } from "#features/handler-api/handler-api.rules.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
let key = "";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { countryId: 6, count: 20, priceKopecks: 1_250 });
  const { userId } = await givenApiBuyer(db, 0);
  const input = {
    name: "docs",
    scopes: keyScopes,
    dailyLimitKopecks: null,
    priceCapKopecks: null,
    serviceIds: null,
    countryIds: null,
    networks: null,
    expiresAt: null,
  };
  key = (await withTransaction(db, (tx) => createKey(tx, userId, "sandbox", input))).key;
});

const tried = new Set<ActionName>();

/** Calls an action in the sandbox, holds its answer against the documentation's example, and gives it back. */
async function expectAsShown(action: ActionName, rest = ""): Promise<string> {
  const answer = await app.request(`/stubs/handler_api.php?api_key=${key}&action=${action}${rest}`);
  const text = await answer.text();
  tried.add(action);
  const example = exampleAnswers[action];
  if (typeof example === "string")
    expect([action, text.split(":")[0]]).toEqual([action, example.split(":")[0]]);
  else expect([action, misfits(example, JSON.parse(text))]).toEqual([action, []]);
  return text;
}

const isIndex = (names: readonly string[]) =>
  names.length > 0 && names.every((name) => /^(?:[\d.]+|[a-z]{2}(?:_0)?|full)$/.test(name));

/** Where two answers differ in their members or the types of these. Ids, prices and codes as names may be any; null fits all. */
function misfits(example: unknown, real: unknown, place = ""): string[] {
  if (example === null || real === null) return [];
  if (typeof example !== typeof real || Array.isArray(example) !== Array.isArray(real)) return [place];
  if (typeof example !== "object") return [];
  const [shown, given] = [example, real as object].map((value) => Object.keys(value)) as [string[], string[]];
  if (Array.isArray(example) || isIndex(shown)) {
    if (shown.length === 0 || given.length === 0) return [];
    return misfits(Object.values(example)[0], Object.values(real as object)[0], `${place}/*`);
  }
  const missing = [...new Set([...shown, ...given])].filter(
    (name) => !shown.includes(name) || !given.includes(name),
  );
  return [
    ...missing.map((name) => `${place}/${name}`),
    ...shown
      .filter((name) => given.includes(name))
      .flatMap((name) =>
        misfits(
          (example as Record<string, unknown>)[name],
          (real as Record<string, unknown>)[name],
          `${place}/${name}`,
        ),
      ),
  ];
}

test("every example of handler_api.php has the words, members and types that are answered", async () => {
  await expectAsShown("sandboxReset");
  for (const action of ["getBalance", "getBalanceAndCashBack", "getCountries"] as const)
    await expectAsShown(action);
  await expectAsShown("getServicesList", "&country=6");
  await expectAsShown("getOperators");
  await expectAsShown("getNumbersStatus", "&country=6");
  await expectAsShown("getNumbersStatusAndCostHubFree", "&country=6");
  const lists = [
    "getPrices",
    "getPricesV2",
    "getPricesV3",
    "getPricesVerification",
    "getPricesExtended",
    "getTopCountriesByService",
    "getTopCountriesByServiceRank",
  ] as const;
  for (const action of lists) await expectAsShown(action, "&service=tg");
  await expectAsShown("getProviders", "&service=tg&country=6");
  await expectAsShown("getAvailableServicesByCountry", "&country=6");
  await expectAsShown("setMaxPrice", "&service=tg&country=6&maxPrice=100");
  for (const action of unsoldActionNames) await expectAsShown(action);

  const [, id] = (await expectAsShown("getNumber", "&service=tg&country=6")).split(":");
  await expectAsShown("setStatus", `&id=${id}&status=1`);
  await expectAsShown("getActiveActivations");
  await expectAsShown("getListOfActiveActivations");
  await expectAsShown("getCurrentActivations");
  await expectAsShown("getCurrentActivationsDataTables");
  await expectAsShown("sandboxAdvance", "&seconds=5");
  for (const action of ["getStatus", "getStatusV2", "getFullSms", "getAllSms"] as const) {
    await expectAsShown(action, `&id=${id}`);
  }
  await expectAsShown("getIncomingCallStatus", `&activationId=${id}`);
  await expectAsShown("getAdditionalService", `&id=${id}&service=wa`);
  await expectAsShown("finishActivation", `&id=${id}`);
  for (const action of ["checkExtraActivation", "reactivationPrice", "reactivateOptions"] as const)
    await expectAsShown(action, `&activationId=${id}`);
  const [, again] = (await expectAsShown("getExtraActivation", `&activationId=${id}`)).split(":");
  await expectAsShown("sandboxAdvance", "&seconds=5");
  await expectAsShown("finishActivation", `&id=${again}`);
  await expectAsShown("reactivate", `&id=${again}`);
  const { activationId } = JSON.parse(await expectAsShown("getNumberV2", "&service=vi&country=6"));
  await expectAsShown("cancelActivation", `&id=${activationId}`);
  await expectAsShown("getHistory");

  const rented = JSON.parse(await expectAsShown("getRentNumber", "&service=tg&country=6&rent_time=4"));
  await expectAsShown("sandboxAdvance", "&seconds=5");
  await expectAsShown("getRentStatus", `&id=${rented.phone.id}`);
  await expectAsShown("getRentList");
  await expectAsShown("continueRentInfo", `&id=${rented.phone.id}&hours=4`);
  await expectAsShown("getContinueRentPriceNumber", `&id=${rented.phone.id}&rent_time=4`);
  await expectAsShown("continueRentNumber", `&id=${rented.phone.id}&rent_time=4`);
  await expectAsShown("prolongOptions", `&id=${rented.phone.id}`);
  await expectAsShown("prolong", `&id=${rented.phone.id}&duration=4`);
  await expectAsShown("prolongHistory", `&id=${rented.phone.id}`);
  await expectAsShown("setRentStatus", `&id=${rented.phone.id}&status=1`);

  // Figures of ended orders and the stock of rent are the market's, licences are for agents; their own tests hold their shapes.
  const elsewhere = [
    "buyPartnerProduct",
    "getListOfTopCountriesByService",
    "getRentServicesAndCountries",
    "getRentServices",
    "serviceCountRent",
  ];
  expect(actionNames.filter((action) => !tried.has(action))).toEqual(
    elsewhere.toSorted((a, b) => actionNames.indexOf(a as ActionName) - actionNames.indexOf(b as ActionName)),
  );
});
