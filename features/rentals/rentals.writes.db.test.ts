import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale } from "#features/policy/policy.writes.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { findRentalDetails } from "#features/rentals/rentals.reads.ts";
import { cancelRental } from "#features/rentals/rentals.writes.ts";
import { db, given, outcomes, owner, push, ring, stateOf } from "#features/rentals/rentals-writes.factory.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Countries that no other test of this file rents in. */
const freshCountries = [
  4, 7, 10, 15, 16, 22, 33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187, 8, 13, 19, 21,
];
function freshCountry(): number {
  return freshCountries.pop() as number;
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
        rentNumber(db, rentInput({ userId, countryId, serviceCode: at % 2 ? "tg" : "full" })),
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
      buyers.map((userId) => rentNumber(db, rentInput({ userId, countryId, serviceCode: "full" }))),
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
        await rentNumber(db, rentInput({ userId, countryId, serviceCode })).then(
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
      Array.from({ length: 10 }, () => rentNumber(db, rentInput({ userId, countryId }))),
    );
    expect(done).toHaveLength(3);
    expect(codes).toEqual(Array(7).fill("NO_BALANCE"));
  });

  it("answers 20 parallel calls with one key with one rental; the key with another input is refused", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 20 });
    const userId = await givenUser(db, 10_000);
    const same = rentInput({ userId, countryId });
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
    const limit = (rub: number) => rentInput({ userId, countryId, maxPriceKopecks: kopecks(rub) });
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
    await rentNumber(db, rentInput({ userId: agreed, countryId }));
    await rentNumber(db, rentInput({ userId: wholesale, countryId }));
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
    await expect(rentNumber(db, rentInput({ userId, ...part }))).rejects.toMatchObject({ code });
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, postedKopecks: 10_000 });
  });

  it("stops at a kill switch for rent, and only then; what was had before is answered again under its key", async () => {
    const countryId = freshCountry();
    await givenRentOffer(db, { countryId, count: 2 });
    const userId = await givenUser(db, 10_000);
    const early = rentInput({ userId, countryId });
    const rented = await rentNumber(db, early);
    const terms = { rentalId: rented.id, hours: 4, maxPriceKopecks: null, channel: "site" } as const;
    const extend = (idempotencyKey: string, hours = 4) =>
      extendRental(db, { ...terms, userId, hours, idempotencyKey });
    const extended = await extend("k-early");
    const other = await rentNumber(db, rentInput({ userId, countryId }));
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
    await expect(rentNumber(db, rentInput({ userId, countryId }))).rejects.toMatchObject({
      code: "SALES_STOPPED",
    });
    await expect(extend("k-stop")).rejects.toMatchObject({ code: "SALES_STOPPED" });
    const { expiresAt } = extended;
    expect(await rentNumber(db, early)).toEqual({ ...rented, expiresAt, replayed: true });
    expect(await extend("k-early")).toEqual({ ...extended, replayed: true });
    // One after the other: a refusal that comes before anybody waits for it ends the whole run.
    for (const repeat of [() => rentNumber(db, { ...early, hours: 5 }), () => extend("k-early", 5)])
      await expect(repeat()).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
    await cancelRental(db, userId, other.id);
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
