import { beforeAll, expect, it } from "vitest";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { db, givenBuyer } from "#features/handler-api/handler-api-routes.factory.ts";
import { listNumbersStatus } from "#features/handler-api/lists/lists.routes.ts";
import { listHubStock } from "#features/handler-api/prices/hub-stock.routes.ts";
import { findUserByApiKey, type KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** The database, and how many statements were under way at once. */
function counted(): { readonly own: Db; readonly most: () => number } {
  let [running, most] = [0, 0];
  const query: Db["query"] = async (statement) => {
    running += 1;
    most = Math.max(most, running);
    try {
      return await db.query(statement);
    } finally {
      running -= 1;
    }
  };
  return { own: Object.assign(Object.create(db), { query }), most: () => most };
}

let owner: KeyOwner;
beforeAll(async () => {
  owner = (await findUserByApiKey(db, (await givenBuyer()).key)) as KeyOwner;
});

const strange = Array.from({ length: 20 }, (_, at) => `nobody${at}`).join();

it.each([
  ["getNumbersStatus", listNumbersStatus],
  [
    "getNumbersStatus of SMSHub",
    (own: Db, sent: ReadonlyMap<string, string>) => listHubStock(own, owner, sent),
  ],
] as const)("%s takes no more connections for many operators than for few", async (_, list) => {
  const { countries } = await readCatalogue(db);
  const [country] = countries.toSorted((a, b) => b.operators.length - a.operators.length);
  const tokens = (country?.operators ?? []).filter((token) => token !== "any").slice(0, 20);
  expect(tokens.length).toBeGreaterThan(4);
  for (const [id, operator] of [
    [country?.id, tokens.join()],
    ["0", strange],
  ]) {
    const { own, most } = counted();
    await list(
      own,
      new Map([
        ["country", String(id)],
        ["operator", String(operator)],
      ]),
    );
    expect(most()).toBeLessThanOrEqual(4);
  }
});
