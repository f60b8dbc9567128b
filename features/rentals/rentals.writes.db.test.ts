import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { type RentInput, rentNumber } from "#features/rentals/purchase/purchase.writes.ts";
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
  deliverCallToRentals,
  deliverSmsToRentals,
  finishRental,
  forgetOldRentals,
  listDueRentals,
  passTime,
} from "#features/rentals/rentals.writes.ts";
import { forgetOldSms, receiveSms } from "#features/supply/intake/intake.writes.ts";
import { forgetOldCalls, receiveCall } from "#features/supply/rent/rent.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

afterAll(async () => {
  await forgetOldSms(db, 10_000);
  await forgetOldCalls(db, 10_000);
});

let lastKey = 0;
function input(part: Partial<RentInput> & { userId: number }): RentInput {
  lastKey += 1;
  return {
    serviceCode: "tg",
    countryId: 6,
    operator: "any",
    hours: 4,
    maxPriceKopecks: null,
    channel: "site",
    idempotencyKey: `rent-key-${lastKey}`,
    ...part,
  };
}

/** Countries that no other test of this file rents in. */
const freshCountries = [
  4, 7, 10, 15, 16, 22, 33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187, 8, 13, 19, 21,
];
function freshCountry(): number {
  return freshCountries.pop() as number;
}

/** A rental of 4 hours for 560 kopecks (a rouble an hour, 40 % margin) on a number of its own. */
async function given(part: Partial<RentInput> = {}, balanceKopecks = 10_000) {
  const countryId = 6;
  const offer = await givenRentOffer(db, { countryId, count: 1, services: [52, 20, 46, null] });
  const userId = await givenUser(db, balanceKopecks);
  // Only the new number can be had.
  await execute(
    owner,
    sql`update supply_rent_numbers set online = false where supplier_id <> ${offer.supplierId}`,
  );
  const rented = await rentNumber(db, input({ userId, countryId, ...part }));
  return { ...offer, userId, id: rented.id, number: Number(rented.number) };
}

let lastSmsId = 0n;
/** Answers how many rentals took the SMS. */
async function push(on: { supplierId: number; number: number }, text: string, sender = "Telegram") {
  lastSmsId += 1n;
  let taken = 0;
  const sms = { supplierId: on.supplierId, smsId: lastSmsId, phone: on.number, sender, text };
  await receiveSms(db, sms, async (tx, forDb, one) => {
    taken = await deliverSmsToRentals(tx, forDb, one);
    return taken;
  });
  return taken;
}

async function ring(on: { supplierId: number; number: number }, caller = "4930123456") {
  lastSmsId += 1n;
  let taken = 0;
  const call = {
    supplierId: on.supplierId,
    callId: lastSmsId,
    phone: on.number,
    caller,
    calledAt: new Date(),
  };
  await receiveCall(db, call, async (tx, forDb, one) => {
    taken = await deliverCallToRentals(tx, forDb, one);
    return taken;
  });
  return taken;
}

async function stateOf(id: number): Promise<{ state: RentalState; phase: string | null }> {
  return one(
    db,
    sql`select r.state, t.phase from rentals r left join ledger_transfers t on t.pending_id = r.hold_id where r.id = ${id}`,
  );
}

async function letTimePass(): Promise<void> {
  for (const id of await listDueRentals(db, 1_000)) await passTime(db, id);
}

async function outcomes<T>(tasks: Promise<T>[]): Promise<{ done: T[]; codes: string[] }> {
  const settled = await Promise.allSettled(tasks);
  return {
    done: settled.filter((result) => result.status === "fulfilled").map((result) => result.value),
    codes: settled
      .filter((result) => result.status === "rejected")
      .map(
        (result) =>
          (result.reason as { code?: string }).code ?? String((result as PromiseRejectedResult).reason),
      ),
  };
}

describe("renting", () => {
  it("holds the price, gives a number at once and leases it", async () => {
    const { userId, id, number } = await given();
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 560 });
    expect(await stateOf(id)).toEqual({ state: "active", phase: null });
    const lease = await one(
      db,
      sql`select number, service_id, extract(epoch from until - started_at)::int as seconds from supply_rent_leases where rental_id = ${id}`,
    );
    expect(lease).toEqual({ number, service_id: 52, seconds: 4 * 3_600 });
    expect(await findRentalDetails(db, userId, id, "en")).toMatchObject({
      tab: "active",
      number: String(number),
      money: "held",
      hours: 4,
      service: { code: "tg" },
      extendableHours: 668,
    });
  });

  it("gives the only number to exactly one of 20 buyers", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 1 });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => givenUser(db, 1_000)));
    const { done, codes } = await outcomes(
      buyers.map((userId, at) =>
        rentNumber(db, input({ userId, countryId, serviceCode: at % 2 ? "tg" : "full" })),
      ),
    );
    expect(done).toHaveLength(1);
    expect(codes).toEqual(Array(19).fill("NO_NUMBERS"));
  });

  it("rents exactly 30 numbers to 100 buyers, each once", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 30 });
    const buyers = await Promise.all(Array.from({ length: 100 }, () => givenUser(db, 1_000)));
    const { done, codes } = await outcomes(
      buyers.map((userId) => rentNumber(db, input({ userId, countryId, serviceCode: "full" }))),
    );
    expect(codes).toEqual(Array(70).fill("NO_NUMBERS"));
    expect(new Set(done.map(({ number }) => number)).size).toBe(30);
  });

  it("lets rentals of different services share a number, never two of one, never one beside a whole number", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 1, services: [52, 20, null] });
    const userId = await givenUser(db, 10_000);
    const codes = ["tg", "wa", "tg", "full"];
    const rented: string[] = [];
    for (const serviceCode of codes)
      rented.push(
        await rentNumber(db, input({ userId, countryId, serviceCode })).then(
          ({ number }) => number,
          (error: { code: string }) => error.code,
        ),
      );
    const services = await one<{ wa: number }>(
      db,
      sql`select id as wa from catalogue_services where code = 'wa'`,
    );
    expect(services.wa).toBeTypeOf("number");
    expect(rented[2]).toBe("NO_NUMBERS");
    expect(rented[3]).toBe("NO_NUMBERS");
  });

  it("makes exactly 3 of 10 parallel rentals with money for 3", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 20 });
    const userId = await givenUser(db, 560 * 3);
    const { done, codes } = await outcomes(
      Array.from({ length: 10 }, () => rentNumber(db, input({ userId, countryId }))),
    );
    expect(done).toHaveLength(3);
    expect(codes).toEqual(Array(7).fill("NO_BALANCE"));
  });

  it("answers 20 parallel calls with one key with one rental; the key with another input is refused", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 20 });
    const userId = await givenUser(db, 10_000);
    const same = input({ userId, countryId });
    const { done } = await outcomes(Array.from({ length: 20 }, () => rentNumber(db, same)));
    expect(new Set(done.map(({ id }) => id)).size).toBe(1);
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(rentNumber(db, { ...same, hours: 5 })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });

  it("never costs more than the buyer's maximum, and takes the cheapest partner", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 1, hourCostKopecks: 300 });
    await givenRentOffer(db, { countryId, count: 1, hourCostKopecks: 100 });
    const userId = await givenUser(db, 10_000);
    const limit = (rub: number) => input({ userId, countryId, maxPriceKopecks: kopecks(rub) });
    await expect(rentNumber(db, limit(559))).rejects.toMatchObject({
      code: "WRONG_MAX_PRICE",
      details: { minPriceKopecks: 560 },
    });
    await rentNumber(db, limit(560));
    await expect(rentNumber(db, limit(560))).rejects.toMatchObject({ details: { minPriceKopecks: 1_680 } });
  });

  it("rents at the agreed price, and at wholesale for accounts of that tier", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 3 });
    const [agreed, wholesale] = [await givenUser(db, 1_000), await givenUser(db, 1_000)];
    await agreeRentHour(db, { userId: agreed, serviceId: 52, countryId, hourKopecks: kopecks(111) });
    await execute(
      db,
      sql`insert into pricing_wholesale_accounts (user_id, reason) values (${wholesale}, 'grant')`,
    );
    await rentNumber(db, input({ userId: agreed, countryId }));
    await rentNumber(db, input({ userId: wholesale, countryId }));
    expect((await getBalance(db, agreed)).heldKopecks).toBe(444);
    expect((await getBalance(db, wholesale)).heldKopecks).toBe(500);
  });

  it.each([
    [{ hours: 3 }, "INVALID_TIME"],
    [{ hours: 673 }, "INVALID_TIME"],
    [{ hours: 4.5 }, "INVALID_TIME"],
    [{ countryId: 0 }, "RUSSIAN_NUMBERS_UNAVAILABLE"],
    [{ countryId: 222 }, "RUSSIAN_NUMBERS_UNAVAILABLE"],
    [{ serviceCode: "nosuch" }, "SERVICE_NOT_FOUND"],
    [{ countryId: 99_999 }, "COUNTRY_NOT_FOUND"],
    [{ operator: "nosuch" }, "OPERATOR_NOT_FOUND"],
    [{ serviceCode: "wb" }, "NO_NUMBERS"],
  ])("the input %j is refused with %s and holds no money", async (part, code) => {
    const userId = await givenUser(db, 10_000);
    await expect(rentNumber(db, input({ userId, ...part }))).rejects.toMatchObject({ code });
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, postedKopecks: 10_000 });
  });

  it("stops at a kill switch for rent, and only then", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 2 });
    const userId = await givenUser(db, 10_000);
    const rented = await rentNumber(db, input({ userId, countryId }));
    const block = { serviceId: null, countryId, supplierId: null, mode: "rent", channel: null } as const;
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...block,
        effect: "deny",
        reasonCode: "KILL_SWITCH",
        reasonText: "test",
        actor: "test",
      }),
    );
    forgetPolicy(db);
    await expect(rentNumber(db, input({ userId, countryId }))).rejects.toMatchObject({
      code: "SALES_STOPPED",
    });
    await expect(
      extendRental(db, {
        userId,
        rentalId: rented.id,
        hours: 4,
        maxPriceKopecks: null,
        channel: "site",
        idempotencyKey: "k-stop",
      }),
    ).rejects.toMatchObject({ code: "SALES_STOPPED" });
    await cancelRental(db, userId, rented.id);
  });
});

describe("what comes in", () => {
  it("the first SMS takes the money and pays the partner's part; more are free", async () => {
    const rental = await given();
    expect(await push(rental, "Telegram code: 12345")).toBe(1);
    expect(await push(rental, "Telegram code: 54321")).toBe(1);
    expect(await stateOf(rental.id)).toEqual({ state: "received", phase: "post" });
    expect(await getBalance(db, rental.userId)).toMatchObject({ postedKopecks: 9_440, heldKopecks: 0 });
    const share = await one(
      db,
      sql`select amount_kopecks from ledger_transfers where reference = ${`rental:${rental.id}:share`}`,
    );
    expect(share).toEqual({ amount_kopecks: 400 });
    expect(await findRentalDetails(db, rental.userId, rental.id, "en")).toMatchObject({
      tab: "received",
      messagesCount: 2,
      messages: [{ code: "54321", sender: "Telegram", text: "Telegram code: 54321" }, { code: "12345" }],
    });
  });

  it("a whole number gets everything, one of a service what its service signs", async () => {
    const whole = await given({ serviceCode: "full" });
    expect(await push(whole, "Your Uber code is 1234", "Uber")).toBe(1);
    expect(await push(whole, "Hello from a friend", "4915112345")).toBe(1);
    const single = await given();
    expect(await push(single, "Your Uber code is 1234", "Uber")).toBe(0);
    expect(await push(single, "Telegram code 11111")).toBe(1);
  });

  it("a call takes the money as an SMS does, and is shown", async () => {
    const rental = await given();
    expect(await ring(rental)).toBe(1);
    expect(await stateOf(rental.id)).toEqual({ state: "received", phase: "post" });
    expect(await findRentalDetails(db, rental.userId, rental.id, "en")).toMatchObject({
      calls: [{ caller: "4930123456" }],
      callsCount: 1,
    });
  });

  it("an SMS at the very end is not taken any more, one before it is", async () => {
    const rental = await given();
    await execute(owner, sql`update rentals set expires_at = app_now() where id = ${rental.id}`);
    expect(await push(rental, "Telegram code 22222")).toBe(0);
    await execute(
      owner,
      sql`update rentals set expires_at = issued_at + interval '4 hours' where id = ${rental.id}`,
    );
    expect(await push(rental, "Telegram code 22222")).toBe(1);
  });
});

describe("cancelling", () => {
  it("gives everything back within 20 minutes, twice the same; the number rests for a day", async () => {
    const rental = await given();
    await cancelRental(db, rental.userId, rental.id);
    await cancelRental(db, rental.userId, rental.id);
    expect(await stateOf(rental.id)).toEqual({ state: "canceled", phase: "void" });
    expect(await getBalance(db, rental.userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 0 });
    const again = input({ userId: rental.userId });
    await expect(rentNumber(db, again)).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await expect(rentNumber(db, { ...again, serviceCode: "full" })).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    const other = await rentNumber(db, { ...again, serviceCode: "ot" });
    expect(Number(other.number)).toBe(rental.number);
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
      sql`update rentals set cancel_until = app_now() + interval '1 second' where id = ${late.id}`,
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
    const held = await rentNumber(db, input({ userId: poor }));
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
    await expect(rentNumber(db, input({ userId }))).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await moveClock(owner, "25 hours");
    const again = await rentNumber(db, input({ userId }));
    expect(Number(again.number)).toBe(silent.number);
    await expect(rentNumber(db, input({ userId }))).rejects.toMatchObject({ code: "NO_NUMBERS" });
    const other = await rentNumber(db, input({ userId, serviceCode: "ot" }));
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
