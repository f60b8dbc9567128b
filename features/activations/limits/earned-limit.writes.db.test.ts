import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { cancelActivation, deliverSms, reportActivation } from "#features/activations/activations.writes.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import { listBans, readAccountLimits } from "#features/activations/limits/limits.reads.ts";
import { useRule } from "#features/activations/limits/limits.rules.ts";
import { liftBans, reckonOldStandings, reckonStanding } from "#features/activations/limits/limits.writes.ts";
import {
  buy,
  buyMany,
  db,
  expireDue,
  FIRST,
  givenBuyer,
  newSmsId,
  owner,
  placement,
  push,
  staffBan,
} from "#features/activations/limits/limits-writes.factory.ts";
import { placeOrder } from "#features/activations/purchase/place-order.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const lift = (userId: number) =>
  withTransaction(db, async (tx) => {
    await execute(
      tx,
      sql`insert into identity_audit (actor_id, action, subject) values (8, 'buyer.lift-ban', ${`user:${userId}`})`,
    );
    return liftBans(tx, { userId, note: "settled", staffId: 8 });
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
            smsId: newSmsId(),
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
  const refundUntilBanned = async (userId: UserId) => {
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
      await refundUntilBanned(userId);
      expect(await minutesOf(userId)).toBe(minutes);
      await moveClock(owner, `${minutes} minutes`);
      await cancelMany(userId, 1);
      expect(await untilOf(userId)).toBeNull();
    }
    await moveClock(owner, "8 days");
    await refundUntilBanned(userId);
    expect(await minutesOf(userId)).toBe(30);
  });

  it("do not ban who gets codes from them, nor who reports them", async () => {
    const served = await givenBuyer();
    for (const { number } of await buyMany(served, 3)) await push(number);
    await refundUntilBanned(served);
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
