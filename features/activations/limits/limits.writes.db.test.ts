import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import {
  cancelActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import {
  buyMany,
  COUNTRY,
  db,
  expireDue,
  FIRST,
  givenBuyer,
  owner,
  placement,
  push,
  staffBan,
} from "#features/activations/limits/limits-writes.factory.ts";
import {
  buyStatement,
  type Placement,
  placeOrder,
} from "#features/activations/purchase/place-order.writes.ts";
import { buyAgain } from "#features/activations/reorder/reorder.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const openOf = async (userId: number) =>
  (
    await one<{ open: number }>(
      db,
      sql`select open_orders as open from ledger_accounts where user_id = ${userId}`,
    )
  ).open;

const choices = {
  minPriceKopecks: null,
  supplierIds: null,
  exceptSupplierIds: [],
  exceptPrefixes: ["99999"],
};
const COLUMNS = "outcome, activation_id, min_price_kopecks, offer_id, stock_id, number, state";
/** The three ways into the database, as they are called there. */
const ways: Record<string, (input: Placement) => Promise<{ outcome: string }>> = {
  one: (input) => one(db, buyStatement(input, { offerIds: [], stockIds: [] })),
  chosen: (input) => placeOrder(db, { ...input, choices }),
  batch: (input) =>
    one(db, {
      text: `select ${COLUMNS} from activations_buy(array[$1::bigint], array[$2::text], array['hash'], array[52], array[$3::int],
        array['any'], array[null::bigint], array['api'], array[20], '{}', '{}', '{}')`,
      values: [input.userId, input.idempotencyKey, input.countryId],
    }),
};
const NOTHING = {
  activation_id: null,
  min_price_kopecks: null,
  offer_id: null,
  stock_id: null,
  number: null,
  state: null,
};

it("the database's first limit is the table's", async () => {
  expect(await one(db, sql`select activations_open_max_default() as max`)).toEqual({ max: FIRST });
});

it("what is left of many accounts is what is left of each", async () => {
  const [full, banned, granted, fresh] = await Promise.all([1, 2, 3, 4].map(() => givenBuyer()));
  await buyMany(full!, FIRST);
  await staffBan(banned!);
  await givenOpenMax(db, granted!, 50);
  await buyMany(granted!, 3);
  const users = [granted, full, 77_777_777, banned, fresh];
  const many = await one<{ rooms: number[] }>(
    db,
    sql`select activations_open_slots_left_many(${users}::bigint[]) as rooms`,
  );
  expect(many.rooms).toEqual([47, 0, FIRST, -1, FIRST]);
  const each = await one<{ rooms: number[] }>(
    db,
    sql`select array_agg(activations_open_slots_left(u.id) order by u.ord) as rooms from unnest(${users}::bigint[]) with ordinality u(id, ord)`,
  );
  expect(each.rooms).toEqual(many.rooms);
});

describe.each(Object.entries(ways))("bought by the function for %s", (_way, place) => {
  it("the order after the last one that fits is refused, and nothing else happens", async () => {
    const userId = await givenBuyer();
    for (let at = 0; at < FIRST; at += 1) expect((await place(placement(userId))).outcome).toBe("waiting");
    const wallet = await one(db, sql`select * from ledger_accounts where user_id = ${userId}`);
    expect(await place(placement(userId))).toMatchObject({ outcome: "limit", ...NOTHING });
    // A limit is told before there is anything to buy, or not.
    expect(await place(placement(userId, { countryId: 9 }))).toMatchObject({ outcome: "limit", ...NOTHING });
    expect(await one(db, sql`select * from ledger_accounts where user_id = ${userId}`)).toEqual(wallet);
  });

  it("a repeated call gets its order although the account is full, or banned", async () => {
    const userId = await givenBuyer();
    const first = placement(userId);
    await place(first);
    await givenOpenMax(db, userId, null);
    for (let at = 1; at < FIRST; at += 1) await place(placement(userId));
    expect((await place(first)).outcome).toBe("replayed");
    await staffBan(userId);
    expect((await place(first)).outcome).toBe("replayed");
    expect(await place(placement(userId))).toMatchObject({ outcome: "banned", ...NOTHING });
  });

  it("a ban holds also for who has nothing open, and no wallet", async () => {
    const userId = await givenUser(db, 0);
    await staffBan(userId);
    expect(await place(placement(userId))).toMatchObject({ outcome: "banned", ...NOTHING });
  });
});

describe("many at once", () => {
  it("64 parallel calls of one account buy exactly what fits, however they are placed", async () => {
    const userId = await givenBuyer();
    const placed = await Promise.all(Array.from({ length: 64 }, () => placeOrder(db, placement(userId))));
    const outcomes = placed.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "waiting")).toHaveLength(FIRST);
    expect(outcomes.filter((outcome) => outcome === "limit")).toHaveLength(64 - FIRST);
    expect(await openOf(userId)).toBe(FIRST);
  });

  it("no buyer gets more than the limit when half of the purchases come by the other functions and some are cancelled meanwhile", async () => {
    const userId = await givenBuyer();
    const orders = await buyMany(userId, 4);
    const kinds = Object.values(ways);
    await Promise.all([
      ...Array.from({ length: 48 }, (_, at) => kinds[at % 3]!(placement(userId))),
      ...Array.from({ length: 16 }, () => placeOrder(db, placement(userId))),
      ...orders.map(({ id }) => cancelActivation(db, userId, id)),
    ]);
    const { open } = await one<{ open: number }>(
      db,
      sql`select count(*)::int as open from activations where user_id = ${userId} and state = 'waiting'`,
    );
    expect(open).toBeLessThanOrEqual(FIRST);
    expect(open).toBeGreaterThanOrEqual(FIRST - 4);
    expect(await openOf(userId)).toBe(open);
  });

  it("in one batch, what fails leaves its room to those behind it", async () => {
    const userId = await givenBuyer();
    await buyMany(userId, FIRST - 2);
    const rest = await givenOffer(db, { countryId: 9, count: 1, priceKopecks: 100, costKopecks: 50 });
    // Two fit. Of the three for an offer with one number, the first gets it; the others find it empty, so one for the full offer fits.
    const found = await db.query<{ ord: number; outcome: string }>({
      text: `select ord, outcome from activations_buy(array_fill($1::bigint, array[6]), array['a','b','c','d','e','f'],
        array_fill('h'::text, array[6]), array_fill(52, array[6]), array[9, 9, 9, ${COUNTRY}, ${COUNTRY}, ${COUNTRY}],
        array_fill('any'::text, array[6]), array_fill(null::bigint, array[6]), array_fill('api'::text, array[6]),
        array_fill(20, array[6]), '{}', '{}', '{}') order by ord`,
      values: [userId],
    });
    const outcomes = found.rows.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === "waiting")).toHaveLength(2);
    expect(outcomes[0]).toBe("waiting");
    expect(outcomes[5]).toBe("limit");
    expect(await openOf(userId)).toBe(FIRST);
    expect(rest.numbers).toHaveLength(1);
  });
});

describe("what counts as open", () => {
  it("an order until its first code or its end, and nothing after that", async () => {
    const userId = await givenBuyer();
    const orders = await buyMany(userId, 4);
    expect(await openOf(userId)).toBe(4);
    await push(orders[0]!.number);
    expect(await openOf(userId)).toBe(3);
    await finishActivation(db, userId, orders[0]!.id);
    await cancelActivation(db, userId, orders[1]!.id);
    await reportActivation(db, userId, orders[2]!.id);
    expect(await openOf(userId)).toBe(1);
    await moveClock(owner, "21 minutes");
    await expireDue();
    expect(await openOf(userId)).toBe(0);
  });

  it("a number that is had again needs room too", async () => {
    const userId = await givenBuyer();
    const [order] = await buyMany(userId, 1);
    await push(order!.number);
    await finishActivation(db, userId, order!.id);
    await buyMany(userId, FIRST);
    const input = { userId, orderId: order!.id, serviceId: 52, countryId: COUNTRY, channel: "api" as const };
    await expect(buyAgain(db, { ...input, idempotencyKey: crypto.randomUUID() })).rejects.toMatchObject({
      code: "CHANNELS_LIMIT",
      details: { openOrders: FIRST, openMax: FIRST },
    });
    await staffBan(userId);
    await expect(buyAgain(db, { ...input, idempotencyKey: crypto.randomUUID() })).rejects.toMatchObject({
      code: "BANNED",
    });
  });
});
