import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { findRentalDetails } from "#features/rentals/rentals.reads.ts";
import {
  nextState,
  type RentalEvent,
  type RentalState,
  rentalEvents,
  rentalStates,
} from "#features/rentals/rentals.rules.ts";
import {
  cancelRental,
  finishRental,
  forgetOldRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { db, given, outcomes, owner, push, ring, stateOf } from "#features/rentals/rentals-writes.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

async function letTimePass(): Promise<void> {
  for (const id of await listDueRentals(db, 1_000)) await passTime(db, id);
}

describe("cancelling", () => {
  it("gives everything back within 20 minutes, twice the same; the number rests for as long", async () => {
    const rental = await given();
    await cancelRental(db, rental.userId, rental.id);
    await cancelRental(db, rental.userId, rental.id);
    expect(await stateOf(rental.id)).toEqual({ state: "canceled", phase: "void" });
    expect(await getBalance(db, rental.userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 0 });
    const again = rentInput({ userId: rental.userId });
    await expect(rentNumber(db, again)).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await expect(rentNumber(db, { ...again, serviceCode: "full" })).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    const other = await rentNumber(db, { ...again, serviceCode: "ot" });
    expect(Number(other.number)).toBe(rental.number);
    await moveClock(owner, "19 minutes");
    const later = () => rentNumber(db, rentInput({ userId: rental.userId }));
    await expect(later()).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await moveClock(owner, "1 minute");
    expect(Number((await later()).number)).toBe(rental.number);
  });

  it("frees no place of the account before the number has rested, so that nobody empties the stock by it", async () => {
    const countryId = 16;
    const openMax = 12;
    await givenRentOffer(db, { countryId, count: openMax + 2 });
    const userId = await givenUser(db, 10_000);
    await givenOpenMax(db, userId, openMax);
    const input = () => rentInput({ userId, countryId });
    const rentAndCancel = async () => cancelRental(db, userId, (await rentNumber(db, input())).id);
    for (let each = 0; each < openMax; each += 1) await rentAndCancel();
    await expect(rentAndCancel()).rejects.toMatchObject({ code: "CHANNELS_LIMIT" });
    const neighbour = await givenUser(db, 10_000);
    await rentNumber(db, rentInput({ userId: neighbour, countryId }));
    await moveClock(owner, "20 minutes");
    await rentAndCancel();
  });

  it("is refused to strangers, after an SMS and after 20 minutes to the moment", async () => {
    const rental = await given();
    await expect(cancelRental(db, rental.userId + 1, rental.id)).rejects.toMatchObject({
      code: "RENTAL_NOT_FOUND",
    });
    const late = await given();
    await execute(owner, sql`update rentals set cancel_until = app_now() where id = ${late.id}`);
    await expect(cancelRental(db, late.userId, late.id)).rejects.toMatchObject({ code: "CANNOT_CANCEL" });
    await execute(
      owner,
      sql`update rentals set cancel_until = app_now() + interval '1 minute' where id = ${late.id}`,
    );
    await cancelRental(db, late.userId, late.id);
    const read = await given();
    await push(read, "Telegram code 1");
    await expect(cancelRental(db, read.userId, read.id)).rejects.toMatchObject({ code: "CANNOT_CANCEL" });
  });

  it("against an SMS exactly one wins, 25 times", async () => {
    for (let round = 0; round < 25; round += 1) {
      const rental = await given();
      const [cancelled, taken] = await Promise.all([
        cancelRental(db, rental.userId, rental.id).then(
          () => true,
          () => false,
        ),
        push(rental, "Telegram code 33333"),
      ]);
      expect([cancelled, taken]).toEqual(taken === 1 ? [false, 1] : [true, 0]);
      expect(await stateOf(rental.id)).toEqual(
        cancelled ? { state: "canceled", phase: "void" } : { state: "received", phase: "post" },
      );
    }
  });
});

describe("every state and event", () => {
  async function inState(state: RentalState) {
    const rental = await given();
    if (state === "received") await push(rental, "Telegram code 1");
    if (state === "canceled") await cancelRental(db, rental.userId, rental.id);
    if (state === "expired") await finishRental(db, rental.userId, rental.id);
    return rental;
  }
  type Given = Awaited<ReturnType<typeof given>>;
  const steps: Readonly<Partial<Record<RentalEvent, (rental: Given) => Promise<unknown>>>> = {
    receive_sms: (rental) => push(rental, "Telegram code 44444"),
    receive_call: (rental) => ring(rental),
    cancel: (rental) => cancelRental(db, rental.userId, rental.id),
    finish: (rental) => finishRental(db, rental.userId, rental.id),
    extend: ({ userId, id }) =>
      extendRental(db, {
        userId,
        rentalId: id,
        hours: 4,
        maxPriceKopecks: null,
        channel: "site",
        idempotencyKey: `x-${id}`,
      }),
    end: async ({ id }) => {
      await execute(
        owner,
        sql`with now as materialized (select app_now() as at), moved as (
              update rentals set expires_at = now.at, due_at = now.at, issued_at = now.at - make_interval(hours => hours)
              from now where id = ${id} returning id, expires_at)
            update supply_rent_leases l set until = moved.expires_at from moved where l.rental_id = moved.id`,
      );
      await passTime(db, id);
    },
  };
  const reachable = rentalStates.filter((state) => state !== "requested");
  const pairs = reachable.flatMap((state) =>
    rentalEvents.filter((event) => event in steps).map((event) => [state, event] as const),
  );
  it.each(pairs)("a rental that is %s meets %s by the state table", async (state, event) => {
    const rental = await inState(state);
    const before = await stateOf(rental.id);
    await steps[event]?.(rental).catch(() => undefined);
    const after = await stateOf(rental.id);
    expect(after.state).toBe(nextState(state, event) ?? state);
    if (before.phase !== null) expect(after.phase).toBe(before.phase);
  });

  it("own numbers are never left waiting for a partner's answer", () => {
    expect(nextState("requested", "assign_number")).toBe("active");
    for (const event of rentalEvents)
      expect([nextState("expired", event), nextState("canceled", event)]).toEqual([null, null]);
  });
});

describe("extending", () => {
  const more = (rental: { userId: number; id: number }, hours: number, key: string) =>
    extendRental(db, {
      userId: rental.userId,
      rentalId: rental.id,
      hours,
      maxPriceKopecks: null,
      channel: "site",
      idempotencyKey: key,
    });

  it("costs what the hours behind those it has cost, takes what was held, and moves the end", async () => {
    const rental = await given();
    // 4 + 12 hours: 8 at the full price of 140, then 4 at 70 % of it.
    const extended = await more(rental, 12, "e-1");
    expect(extended).toMatchObject({ priceKopecks: 8 * 140 + 4 * 98, replayed: false });
    expect(await stateOf(rental.id)).toEqual({ state: "active", phase: "post" });
    expect(await getBalance(db, rental.userId)).toMatchObject({
      postedKopecks: 10_000 - 560 - extended.priceKopecks,
      heldKopecks: 0,
    });
    await expect(cancelRental(db, rental.userId, rental.id)).rejects.toMatchObject({ code: "CANNOT_CANCEL" });
    expect(await findRentalDetails(db, rental.userId, rental.id, "en")).toMatchObject({
      hours: 16,
      extensions: [{ hours: 12, priceKopecks: extended.priceKopecks }],
    });
  });

  it("20 parallel calls with one key extend once", async () => {
    const rental = await given();
    const { done } = await outcomes(Array.from({ length: 20 }, () => more(rental, 5, `same-${rental.id}`)));
    expect(done).toHaveLength(20);
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect((await findRentalDetails(db, rental.userId, rental.id, "en"))?.hours).toBe(9);
    await expect(more(rental, 6, `same-${rental.id}`)).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });

  it("reaches four weeks from now at most, and tells how many hours fit", async () => {
    const rental = await given({ hours: 100 }, 100_000);
    await expect(more(rental, 573, "l-1")).rejects.toMatchObject({
      code: "MAX_HOURS_EXCEEDED",
      details: { maxHours: 572 },
    });
    await more(rental, 572, "l-2");
    await expect(more(rental, 4, "l-3")).rejects.toMatchObject({ code: "MAX_HOURS_EXCEEDED" });
  });

  it("is refused when there is no money for it, to strangers, and after the end", async () => {
    const rental = await given({ hours: 4 });
    await expect(more({ ...rental, userId: rental.userId + 1 }, 4, "s-1")).rejects.toMatchObject({
      code: "RENTAL_NOT_FOUND",
    });
    const poor = await givenUser(db, 560);
    await execute(
      owner,
      sql`update supply_rent_numbers set online = true where supplier_id = ${rental.supplierId}`,
    );
    const other = await givenRentOffer(db, { countryId: 6, count: 1, supplierId: rental.supplierId });
    const held = await rentNumber(db, rentInput({ userId: poor }));
    expect(other.numbers.map(String)).toContain(held.number);
    await expect(more({ userId: poor, id: held.id }, 4, "p-1")).rejects.toMatchObject({ code: "NO_BALANCE" });
    await finishRental(db, poor, held.id);
    await expect(more({ userId: poor, id: held.id }, 4, "p-2")).rejects.toMatchObject({
      code: "RENTAL_OVER",
    });
  });
});

describe("time", () => {
  it("takes the money after 20 minutes without anything, and ends at the end, extended or not", async () => {
    const rental = await given();
    await moveClock(owner, "19 minutes 50 seconds");
    await letTimePass();
    expect(await stateOf(rental.id)).toEqual({ state: "active", phase: null });
    await moveClock(owner, "11 seconds");
    await letTimePass();
    await letTimePass();
    expect(await stateOf(rental.id)).toEqual({ state: "active", phase: "post" });
    await moveClock(owner, "3 hours 40 minutes");
    await letTimePass();
    expect(await stateOf(rental.id)).toEqual({ state: "expired", phase: "post" });
    await expect(
      extendRental(db, {
        userId: rental.userId,
        rentalId: rental.id,
        hours: 4,
        maxPriceKopecks: null,
        channel: "site",
        idempotencyKey: "after",
      }),
    ).rejects.toMatchObject({ code: "RENTAL_OVER" });
  });

  it("an extension against the end: either it goes on or it has ended, 15 times", async () => {
    for (let round = 0; round < 15; round += 1) {
      const rental = await given();
      const shift = await one<{ at: Date }>(
        db,
        sql`select expires_at as at from rentals where id = ${rental.id}`,
      );
      expect(shift.at).toBeInstanceOf(Date);
      await moveClock(owner, "4 hours -1 milliseconds");
      const [extended] = await Promise.all([
        extendRental(db, {
          userId: rental.userId,
          rentalId: rental.id,
          hours: 4,
          maxPriceKopecks: null,
          channel: "site",
          idempotencyKey: `r-${rental.id}`,
        }).then(
          () => true,
          () => false,
        ),
        letTimePass(),
      ]);
      await letTimePass();
      expect((await stateOf(rental.id)).state).toBe(extended ? "active" : "expired");
    }
  });

  it("a number that got an SMS is never rented for it again; a silent one is after a day of rest", async () => {
    const [silent, loud] = [await given(), await given()];
    await push(loud, "Telegram code 5");
    await moveClock(owner, "5 hours");
    await letTimePass();
    await execute(
      owner,
      sql`update supply_rent_numbers set online = number in (${silent.number}, ${loud.number})`,
    );
    const userId = await givenUser(db, 10_000);
    await expect(rentNumber(db, rentInput({ userId }))).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await moveClock(owner, "25 hours");
    const again = await rentNumber(db, rentInput({ userId }));
    expect(Number(again.number)).toBe(silent.number);
    await expect(rentNumber(db, rentInput({ userId }))).rejects.toMatchObject({ code: "NO_NUMBERS" });
    const other = await rentNumber(db, rentInput({ userId, serviceCode: "ot" }));
    expect([silent.number, loud.number]).toContain(Number(other.number));
  });

  it("messages are shown for a week after the end and then gone; their count stays", async () => {
    const rental = await given();
    await push(rental, "Telegram code 777");
    await ring(rental);
    await finishRental(db, rental.userId, rental.id);
    await moveClock(owner, "6 days 23 hours");
    await letTimePass();
    await forgetOldRentals(db, 1_000);
    expect((await findRentalDetails(db, rental.userId, rental.id, "en"))?.messages).toHaveLength(1);
    await moveClock(owner, "2 hours");
    await letTimePass();
    expect(await forgetOldRentals(db, 1_000)).toBeGreaterThan(0);
    expect(await findRentalDetails(db, rental.userId, rental.id, "en")).toMatchObject({
      messages: [],
      calls: [],
      messagesCount: 1,
      callsCount: 1,
      isForgotten: true,
    });
  });

  it("the database alone keeps a number from two leases of one service", async () => {
    const rental = await given();
    await expect(
      execute(
        owner,
        sql`insert into supply_rent_leases (number, service_id, rental_id, until) values (${rental.number}, 52, 1, app_now())`,
      ),
    ).rejects.toMatchObject({ code: "23505" });
    expect(
      await rows(db, sql`select 1 from supply_rent_leases where number = ${rental.number}`),
    ).toHaveLength(1);
  });
});
