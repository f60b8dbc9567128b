import sql from "sql-template-tag";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
  forgetOldMessages,
  listDueActivations,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { givenApiBuyer, givenUser } from "#features/activations/buyers.factory.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import { listBans, readAccountLimits } from "#features/activations/limits/limits.reads.ts";
import { openLevels, useRule } from "#features/activations/limits/limits.rules.ts";
import {
  banBuyer,
  liftBans,
  reckonOldStandings,
  reckonStanding,
} from "#features/activations/limits/limits.writes.ts";
import {
  type Placement,
  placeOrder,
  placeOrderInTx,
} from "#features/activations/purchase/place-order.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { buyAgain } from "#features/activations/reorder/reorder.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const COUNTRY = 6;
const FIRST = openLevels[0]!.openMax;
let offer: Offer;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: COUNTRY, count: 2_000, priceKopecks: 100, costKopecks: 50 });
});

const expireDue = async () => {
  for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
};
// The clock is moved here: nothing may stay behind its deadline.
afterEach(async () => {
  await expireDue();
  await forgetOldMessages(db, 1_000);
  await forgetOldSms(db, 1_000);
});

/** Money, and nothing earned yet. */
async function givenBuyer(balanceKopecks = 100_000): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  await givenOpenMax(db, userId, null);
  return userId;
}

const placement = (userId: number, input: Partial<Placement> = {}): Placement => ({
  userId,
  idempotencyKey: crypto.randomUUID(),
  serviceId: 52,
  countryId: COUNTRY,
  operator: "any",
  maxPriceKopecks: null,
  channel: "api",
  excludedSuppliers: [],
  inputHash: "hash",
  ...input,
});
const buy = (userId: UserId, idempotencyKey: string = crypto.randomUUID()) =>
  buyActivation(db, { ...placement(userId), userId, idempotencyKey });
const buyMany = async (userId: UserId, count: number) => {
  const bought = [];
  for (let at = 0; at < count; at += 1) bought.push(await buy(userId));
  return bought;
};
let lastSms = 0;
const push = (number: string) =>
  receiveSms(
    db,
    {
      supplierId: offer.supplierId,
      smsId: BigInt(++lastSms),
      phone: Number(number),
      sender: "Telegram",
      text: "Your code 12345",
    },
    deliverSms,
  );
const openOf = async (userId: number) =>
  (
    await one<{ open: number }>(
      db,
      sql`select open_orders as open from ledger_accounts where user_id = ${userId}`,
    )
  ).open;
const staffBan = async (userId: number, minutes = 60) => {
  const staffId = 7;
  await withTransaction(db, async (tx) => {
    await banBuyer(tx, { userId, minutes, note: "asked to", staffId });
    await execute(
      tx,
      sql`insert into identity_audit (actor_id, action, subject) values (${staffId}, 'buyer.ban', ${`user:${userId}`})`,
    );
  });
};
const lift = (userId: number) =>
  withTransaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into identity_audit (actor_id, action, subject) values (8, 'buyer.lift-ban', ${`user:${userId}`})`,
    );
    return liftBans(tx, { userId, note: "settled", staffId: 8 });
  });

const choices = {
  minPriceKopecks: null,
  supplierIds: null,
  exceptSupplierIds: [],
  exceptPrefixes: ["99999"],
};
const COLUMNS = "outcome, activation_id, min_price_kopecks, offer_id, stock_id, number, state";
/** The three ways into the database, as they are called there. */
const ways: Record<string, (input: Placement) => Promise<{ outcome: string }>> = {
  one: (input) => placeOrderInTx(db as never, input),
  chosen: (input) => placeOrderInTx(db as never, { ...input, choices }),
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
    expect(await place(placement(userId))).toEqual({ outcome: "limit", ...NOTHING });
    // A limit is told before there is anything to buy, or not.
    expect(await place(placement(userId, { countryId: 9 }))).toEqual({ outcome: "limit", ...NOTHING });
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
    expect(await place(placement(userId))).toEqual({ outcome: "banned", ...NOTHING });
  });

  it("a ban holds also for who has nothing open, and no wallet", async () => {
    const userId = await givenUser(db, 0);
    await staffBan(userId);
    expect(await place(placement(userId))).toEqual({ outcome: "banned", ...NOTHING });
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

describe("the limit an account has earned", () => {
  const givenHistory = async (
    userId: number,
    { codes, silent, price }: { codes: number; silent: number; price: number },
  ) => {
    await execute(
      owner,
      sql`update identity_users set created_at = app_now() - interval '8 days' where id = ${userId}`,
    );
    await givenOpenMax(db, userId, 100_000);
    const own = await givenOffer(db, {
      countryId: 10,
      count: codes + silent,
      priceKopecks: price,
      costKopecks: 50,
    });
    const orders = await Promise.all(
      Array.from({ length: codes + silent }, () => placeOrder(db, placement(userId, { countryId: 10 }))),
    );
    for (const [at, { number, activation_id: id }] of orders.entries()) {
      if (at >= codes) await cancelActivation(db, userId, id!);
      else
        await receiveSms(
          db,
          {
            supplierId: own.supplierId,
            smsId: BigInt(++lastSms),
            phone: Number(number),
            sender: "Telegram",
            text: "Your code 12345",
          },
          deliverSms,
        );
    }
    await givenOpenMax(db, userId, null);
  };

  it("counts from the next purchase that meets the old one, at most once in ten minutes", async () => {
    const userId = await givenBuyer(2_000_000);
    await buyMany(userId, FIRST);
    await expect(buy(userId)).rejects.toMatchObject({ code: "CHANNELS_LIMIT" });
    await givenHistory(userId, { codes: 20, silent: 10, price: 30_000 });
    // 8 days, 6,000 roubles, two of three delivered: the fourth step. It was reckoned a moment ago.
    await expect(buy(userId)).rejects.toMatchObject({ code: "CHANNELS_LIMIT" });
    await moveClock(owner, "11 minutes");
    await buyMany(userId, 5);
    expect(await readAccountLimits(db, userId)).toMatchObject({
      openMax: 100,
      openOrders: FIRST + 5,
      grantedMax: null,
      finishedCount: 30,
      deliveredCount: 20,
      deliveredPercent: 66,
      turnoverKopecks: 600_000,
      ageDays: 8,
      bannedUntil: null,
    });
  });

  it("is reckoned again by the sweep after a day, and sinks when it is not earned any more", async () => {
    const userId = await givenBuyer();
    await execute(
      owner,
      sql`update activations_standings set earned_max = 500, reckoned_at = app_now() - interval '25 hours' where user_id = ${userId}`,
    );
    expect(await reckonOldStandings(db, 50)).toBeGreaterThan(0);
    expect((await readAccountLimits(db, userId)).openMax).toBe(FIRST);
    expect(await reckonStanding(db, userId)).toBe(false);
  });
});

describe("numbers taken and not used", () => {
  const cancelMany = async (userId: UserId, count: number) => {
    for (const { id } of await buyMany(userId, count)) await cancelActivation(db, userId, id);
  };
  const giveBackUntilBanned = async (userId: UserId) => {
    for (let at = 0; at < useRule.unusedMin; at += 10) await cancelMany(userId, 10);
  };
  const untilOf = async (userId: UserId) => (await readAccountLimits(db, userId)).bannedUntil;
  const minutesOf = async (userId: UserId) => {
    const [ban] = await listBans(db, userId, 1);
    return ban ? (ban.endsAt.getTime() - ban.startsAt.getTime()) / 60_000 : null;
  };

  it("are counted: the last one that is allowed is not, the next one bans for half an hour", async () => {
    const userId = await givenBuyer();
    const before = useRule.unusedMin - 1;
    for (let left = before; left > 0; left -= 10) await cancelMany(userId, Math.min(10, left));
    expect(await untilOf(userId)).toBeNull();
    await cancelMany(userId, 1);
    const until = await untilOf(userId);
    await expect(buy(userId)).rejects.toMatchObject({ code: "BANNED", details: { until } });
    expect(await minutesOf(userId)).toBe(30);
    expect(await readAccountLimits(db, userId)).toMatchObject({ banReason: "unused" });
  });

  it("end with the ban: what was before it does not ban again, a second time is longer, a third a day", async () => {
    const userId = await givenBuyer();
    for (const minutes of [30, 120, 1_440, 1_440]) {
      await giveBackUntilBanned(userId);
      expect(await minutesOf(userId)).toBe(minutes);
      await moveClock(owner, `${minutes} minutes`);
      await cancelMany(userId, 1);
      expect(await untilOf(userId)).toBeNull();
    }
    await moveClock(owner, "8 days");
    await giveBackUntilBanned(userId);
    expect(await minutesOf(userId)).toBe(30);
  });

  it("do not ban who gets codes from them, nor who reports them", async () => {
    const served = await givenBuyer();
    for (const { number } of await buyMany(served, 3)) await push(number);
    await giveBackUntilBanned(served);
    await cancelMany(served, 5);
    expect(await untilOf(served)).toBeNull();
    const reporter = await givenBuyer();
    for (let at = 0; at < useRule.unusedMin + 5; at += 5)
      for (const { id } of await buyMany(reporter, 5)) await reportActivation(db, reporter, id);
    expect(await untilOf(reporter)).toBeNull();
  });

  it("count when they expire as well", async () => {
    const userId = await givenBuyer();
    await givenOpenMax(db, userId, 100);
    await buyMany(userId, useRule.unusedMin);
    await moveClock(owner, "20 minutes 1 second");
    await expireDue();
    await expect(buy(userId)).rejects.toMatchObject({ code: "BANNED" });
  });

  it("ban once, however many end at the same moment", async () => {
    const userId = await givenBuyer();
    await givenOpenMax(db, userId, 100);
    const orders = await buyMany(userId, useRule.unusedMin + 20);
    await Promise.all(orders.map(({ id }) => cancelActivation(db, userId, id)));
    expect(await listBans(db, userId, 10)).toHaveLength(1);
  });
});

describe("the staff", () => {
  it("ban by hand and lift; a lifted ban neither holds nor makes the next one longer", async () => {
    const userId = await givenBuyer();
    await staffBan(userId, 90);
    await expect(buy(userId)).rejects.toMatchObject({ code: "BANNED" });
    expect(await lift(userId)).toBe(1);
    expect(await lift(userId)).toBe(0);
    await buy(userId);
    expect(await listBans(db, userId, 5)).toMatchObject([
      { reason: "staff", madeBy: 7, liftedBy: 8, liftNote: "settled", note: "asked to" },
    ]);
  });

  it("a ban by hand ends by the database's clock", async () => {
    const userId = await givenBuyer();
    await staffBan(userId, 90);
    await moveClock(owner, "89 minutes");
    await expect(buy(userId)).rejects.toMatchObject({ code: "BANNED" });
    await moveClock(owner, "1 minute 1 second");
    await buy(userId);
  });
});
