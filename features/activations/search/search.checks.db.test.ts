import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { searchChecks } from "#features/activations/search/search.checks.ts";
import { openSearch } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
await givenOffer(db, { countryId: 6, count: 20 });

/** A search with its number, and another number of the same buyer. */
async function givenFound() {
  const userId = await givenCustomer(db, 100_000);
  const sale = { userId, serviceId: 52, countryId: 6, operator: "any", channel: "site" } as const;
  const limit = { steps: [{ afterSeconds: 0, maxPriceKopecks: 1_400 }], seconds: 60, attemptsMax: 30 };
  const id = await withTransaction(db, (tx) =>
    openSearch(tx, { ...sale, ...limit, keyId: null, replacing: null }),
  );
  for (const due of await takeDueSearches(db, 10)) await workSearch(db, due);
  const other = await buyActivation(db, { ...sale, maxPriceKopecks: null, idempotencyKey: `other-${id}` });
  const { orderId } = await one<{ orderId: number }>(
    db,
    sql`select activation_id as "orderId" from activations_searches where id = ${id}`,
  );
  return { id, orderId, otherId: other.id };
}

const broken = () => offendedChecks(owner, searchChecks);

test("a second number, one that nobody asked for, and one of a search that has ended are found by name", async () => {
  const { id, orderId, otherId } = await givenFound();
  expect(await broken()).toEqual([]);
  await execute(
    owner,
    sql`insert into activations_search_orders (activation_id, search_id) values (${otherId}, ${id})`,
  );
  expect(await broken()).toEqual([expect.stringMatching(/one number at most/)]);
  await execute(owner, sql`delete from activations_search_orders where activation_id = ${orderId}`);
  expect(await broken()).toEqual([expect.stringMatching(/one of its own/)]);
  await execute(
    owner,
    sql`update activations_searches set state = 'over', activation_id = null where id = ${id}`,
  );
  expect(await broken()).toEqual([expect.stringMatching(/ended without a number/)]);
  await execute(
    owner,
    sql`update activations_searches set state = 'searching', closed_at = null, step_kopecks = '{1399}' where id = ${id}`,
  );
  expect(await broken()).toEqual([
    expect.stringMatching(/within its highest limit/),
    expect.stringMatching(/holds no number/),
  ]);
});

test("an order above the quote of a search without a limit is found, also when the quote is gone", async () => {
  const { id } = await givenFound();
  const before = await broken();
  const quote = (quoted: number | null) =>
    execute(
      owner,
      sql`update activations_searches set step_seconds = '{}', step_kopecks = '{}', quoted_kopecks = ${quoted},
            quoted_most_kopecks = ${quoted} where id = ${id}`,
    );
  const found = async () => (await broken()).filter((name) => !before.includes(name));
  await quote(1_400);
  expect(await found()).toEqual([]);
  for (const quoted of [1_399, null]) {
    await quote(quoted);
    expect(await found()).toEqual([expect.stringMatching(/above its quote/)]);
  }
});

test("a search that nobody will look at, one without a turn and one that waits for no price are found by name", async () => {
  const userId = await givenCustomer(db, 100);
  const limit = { steps: [{ afterSeconds: 0, maxPriceKopecks: 1_400 }], seconds: 60, attemptsMax: 30 };
  const sale = { userId, serviceId: 52, countryId: 7, operator: "any", channel: "site" } as const;
  const id = await withTransaction(db, (tx) =>
    openSearch(tx, { ...sale, ...limit, keyId: null, replacing: null }),
  );
  const before = await broken();
  const found = async (search: string, turn = "turns = turns") => {
    await execute(owner, { text: `update activations_searches set ${search} where id = $1`, values: [id] });
    await execute(owner, {
      text: `update activations_search_turns set ${turn} where user_id = $1`,
      values: [userId],
    });
    return (await broken()).filter((name) => !before.includes(name));
  };
  expect(await found("next_at = ends_at")).toEqual([]);
  expect(await found("next_at = ends_at + interval '2 minutes'")).toEqual([
    expect.stringMatching(/by its end at the latest/),
  ]);
  const money = "next_at = ends_at, waiting_for = 'money', lowest_kopecks =";
  expect(await found(`${money} 1400`)).toEqual([]);
  for (const price of ["1401", "null"])
    expect(await found(`${money} ${price}`)).toEqual([expect.stringMatching(/waits for money/)]);
  expect(await found("waiting_for = null", "busy_until = app_now() + interval '1 hour'")).toEqual([
    expect.stringMatching(/kept from its next attempt/),
  ]);
  await execute(owner, {
    text: "delete from activations_search_turns where user_id = $1",
    values: [userId],
  });
  expect(await found("created_at = app_now() - interval '11 minutes'")).toEqual([
    expect.stringMatching(/has its turn/),
  ]);
});
