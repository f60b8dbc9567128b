import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { listPastOrders } from "#features/activations/history.reads.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const DAYS = 9;

let users: [UserId, UserId];
/** The first user's orders, one a day. */
const ids: number[] = [];
const times: Date[] = [];
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenOffer(db, { count: 40 });
  users = [await givenUser(db, 100_000), await givenUser(db, 100_000)];
  const buy = (userId: UserId, day: number) =>
    buyActivation(db, purchase({ userId, idempotencyKey: `day-${day}` }));
  for (let day = 0; day < DAYS; day += 1) {
    const [mine, other] = [await buy(users[0], day), await buy(users[1], day)];
    // A gap in the ids, as purchases that came to nothing leave them.
    await rows(db, sql`select nextval('activations_id_seq') from generate_series(1, ${day * 7})`);
    for (const { id } of [mine, other]) await expireActivation(db, { id, state: "waiting" });
    const { at } = await one<{ at: Date }>(
      db,
      sql`select requested_at as at from activations where id = ${mine.id}`,
    );
    ids.push(mine.id);
    times.push(at);
    await moveClock(owner, "1 day");
  }
});

const all = { offset: 0, limit: 100 };
const shifted = (day: number, seconds: number) => new Date((times[day] as Date).getTime() + seconds * 1_000);
const past = async (from: Date, to: Date, page = all) =>
  (await listPastOrders(db, { userId: users[0] }, { from, to, ...page })).map(({ id }) => id);

it("the history finds the orders of every period, newest first, and nobody else's", async () => {
  for (let first = 0; first < DAYS; first += 1) {
    for (let last = first; last < DAYS; last += 1) {
      const expected = ids.slice(first, last + 1).reverse();
      expect(await past(shifted(first, 0), shifted(last, 1))).toEqual(expected);
      expect(await past(shifted(first, -80_000), shifted(last, 80_000)), "with days around").toEqual(
        expected,
      );
    }
  }
  expect(await past(shifted(2, 5), shifted(3, -5))).toEqual([]);
  expect(await past(new Date(0), shifted(0, -5))).toEqual([]);
  expect(await past(shifted(DAYS - 1, 5), shifted(DAYS - 1, 1_000_000))).toEqual([]);
  expect(await past(new Date(0), shifted(DAYS - 1, 1_000_000), { offset: 2, limit: 3 })).toEqual(
    ids.slice(DAYS - 5, DAYS - 2).reverse(),
  );
});

it("the history finds the first order of a time among the gaps", async () => {
  for (let day = 0; day < DAYS; day += 1) {
    const found = await one(db, sql`select activations_first_id_at(${times[day]}) as id`);
    expect(found).toEqual({ id: ids[day] });
  }
  const none = await one(db, sql`select activations_first_id_at(${shifted(DAYS - 1, 5_000)}) as id`);
  expect(none).toEqual({ id: null });
});
