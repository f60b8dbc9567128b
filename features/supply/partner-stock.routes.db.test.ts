import { gzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { setPaused } from "#features/supply/operation/operate-suppliers.writes.ts";
import { setCosts } from "#features/supply/operation/supplier-costs.writes.ts";
import { setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { enqueueFinish, switchSupplier } from "#features/supply/supply.writes.ts";
import {
  db,
  givenSupplier,
  INDONESIA,
  post,
  product,
  rang,
  send,
  TELEGRAM,
  WHATSAPP,
} from "#features/supply/supply-routes.factory.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const GOOGLE = 4;
/** Both have the dial code 1. */
const [USA, CANADA] = [187, 36];

describe("own stock reported by a partner", () => {
  let serial = 0;
  const number = (at: number) => 628110000000 + serial * 1_000 + at;
  const online = (at: number, more = {}) => ({ number: number(at), country: "indonesia", ...more });
  const stock = () =>
    rows<{ number: number; service_id: number }>(
      db,
      sql`select s.number, o.service_id from supply_stock s join supply_offers o on o.id = s.offer_id
          where o.supplier_id = ${supplierId} order by 1, 2`,
    );
  const claim = (serviceId: number) =>
    rows<{ offer_id: number; number: number }>(
      db,
      sql`select * from supply_claim_stock(array(select id from supply_offers
            where supplier_id = ${supplierId} and service_id = ${serviceId}), array[1], array[0::bigint])`,
    );
  let supplierId = 0;
  let key = "";
  const whole = (numbers: unknown[]) => post("numbers", { action: "NUMBERS_ONLINE", key, numbers });
  const changed = (numbers: unknown[], removed: number[] = []) =>
    post("numbers", { action: "NUMBERS_CHANGED", key, numbers, removed });

  beforeEach(async () => {
    serial += 1;
    key = `own-${serial}`;
    supplierId = await givenSupplier("own", key);
  });

  it("goes on sale for every service with a price, or for those named", async () => {
    expect(
      (await whole([online(1), online(2, { services: ["tg"], operator: "telkomsel", portId: "p7" })])).body,
    ).toEqual({
      status: "SUCCESS",
      online: 2,
      putOnSale: 3,
      takenOff: 0,
      refused: [],
    });
    expect(await stock()).toEqual([
      { number: number(1), service_id: WHATSAPP },
      { number: number(1), service_id: TELEGRAM },
      { number: number(2), service_id: TELEGRAM },
    ]);
    const offers = await rows(
      db,
      sql`select operator, service_id, claimed_count from supply_offers where supplier_id = ${supplierId} order by 1, 2`,
    );
    expect(offers).toEqual([
      { operator: "any", service_id: WHATSAPP, claimed_count: 1 },
      { operator: "any", service_id: TELEGRAM, claimed_count: 1 },
      { operator: "telkomsel", service_id: TELEGRAM, claimed_count: 1 },
    ]);
  });

  const forRent = () =>
    rows<{ number: number; online: boolean }>(
      db,
      sql`select number, online from supply_rent_numbers where supplier_id = ${supplierId} order by number`,
    );

  it("is for rent when it is reported so, apart from sale; it comes and goes with the list", async () => {
    const first = await whole([online(1), online(2, { rent: true, services: ["tg"] })]);
    expect(first.body).toMatchObject({ online: 2, putOnSale: 3, refused: [] });
    expect((await stock()).map((unit) => unit.number)).toEqual([number(1), number(1)]);
    expect(await forRent()).toEqual([{ number: number(2), online: true }]);
    expect((await whole([online(1)])).body).toMatchObject({ online: 1, takenOff: 1 });
    expect(await forRent()).toEqual([{ number: number(2), online: false }]);
    expect((await changed([online(2, { rent: true })])).body).toMatchObject({ putOnSale: 1 });
    expect((await changed([], [number(2)])).body).toMatchObject({ takenOff: 1 });
  });

  it("stays what it was first reported as: for single SMS or for rent", async () => {
    await whole([online(1), online(2, { rent: true })]);
    const swapped = await whole([online(1, { rent: true }), online(2)]);
    expect(swapped.body.refused).toEqual([
      { number: number(2), error: "NUMBER_TAKEN" },
      { number: number(1), error: "NUMBER_TAKEN" },
    ]);
    expect((await stock()).map((unit) => unit.number)).not.toContain(number(2));
  });

  it("tells of a call once, however often it is pushed", async () => {
    const call = { action: "PUSH_CALL", key, callId: serial, phone: number(2), phoneFrom: "49301234" };
    for (const at of ["2026-11-21T12:00:00Z", "2026-11-21T12:00:00Z"])
      expect((await post("call", { ...call, at })).body).toEqual({ status: "SUCCESS" });
    expect(rang).toHaveLength(1);
    expect(rang[0]).toMatchObject({ caller: "49301234", calledAt: new Date("2026-11-21T12:00:00Z") });
    expect((await post("call", { ...call, callId: "1" })).body).toMatchObject({ error: "BAD_REQUEST" });
  });

  it("tells of each call, once, that comes under an id that was used before: a counter has begun anew", async () => {
    const call = { action: "PUSH_CALL", key, callId: serial, phone: number(2), phoneFrom: "49301234" };
    const others = [
      { ...call, phoneFrom: "49305678" },
      { ...call, phone: number(3) },
    ];
    for (const one of [call, ...others, ...others, call])
      expect((await post("call", one)).body).toEqual({ status: "SUCCESS" });
    expect(rang.map(({ phone, caller }) => [phone, caller])).toEqual([
      [number(2), "49301234"],
      [number(2), "49305678"],
      [number(3), "49301234"],
    ]);
  });

  it("hears in CHECK_WORK what is rented", async () => {
    const until = new Date("2026-12-01T00:00:00Z");
    product.rented = [
      { reference: 7, number: number(2), serviceId: null, countryId: INDONESIA, until },
      { reference: 8, number: number(3), serviceId: TELEGRAM, countryId: INDONESIA, until },
    ];
    expect((await post("check-work", { action: "CHECK_WORK", key })).body).toMatchObject({
      rented: [
        { rentalId: 7, number: number(2), service: "full", country: "indonesia", until: until.toISOString() },
        { rentalId: 8, service: "tg" },
      ],
    });
  });

  it("does not change when the same report comes again", async () => {
    await whole([online(1), online(2)]);
    expect((await whole([online(1), online(2)])).body).toMatchObject({
      online: 2,
      putOnSale: 0,
      takenOff: 0,
    });
  });

  it("leaves sale when its number is gone from the list, and comes back with it", async () => {
    await whole([online(1), online(2)]);
    expect((await whole([online(2)])).body).toMatchObject({ online: 1, takenOff: 2 });
    expect((await stock()).map((unit) => unit.number)).toEqual([number(2), number(2)]);
    expect((await changed([online(1)])).body).toMatchObject({ online: 2, putOnSale: 2 });
    expect((await changed([], [number(1)])).body).toMatchObject({ online: 1, takenOff: 2 });
  });

  it("is sold by the operator and in the country that were reported last, and no longer by those of before", async () => {
    const american = 12_025_550_000 + serial;
    const report = (country: string, operator: string) =>
      whole([{ number: american, country, operator, services: ["tg"] }]);
    const places = async () =>
      (
        await rows<{ place: string }>(
          db,
          sql`select o.country_id || ' ' || o.operator as place from supply_stock s join supply_offers o on o.id = s.offer_id
              where o.supplier_id = ${supplierId} and s.number = ${american}`,
        )
      ).map(({ place }) => place);
    const prices = [USA, CANADA].map((countryId) => ({
      ...{ serviceId: TELEGRAM, countryId },
      costKopecks: kopecks(900),
    }));
    await withTransaction(db, (tx) => setSupplierPrices(tx, supplierId, prices));
    await report("usa", "any");
    expect(await places()).toEqual([`${USA} any`]);
    await report("usa", "verizon");
    expect(await places()).toEqual([`${USA} verizon`]);
    await report("canada", "bell");
    expect(await places()).toEqual([`${CANADA} bell`]);

    const [unit] = await claim(TELEGRAM);
    await report("canada", "rogers");
    expect(await places()).toEqual([]);
    await execute(db, sql`select supply_put_back(${unit?.offer_id}, ${unit?.number})`);
    expect(await places()).toEqual([`${CANADA} rogers`]);
    await whole([]);
    await report("usa", "verizon");
    expect(await places()).toEqual([`${USA} verizon`]);
    const counts = await rows(
      db,
      sql`select operator, claimed_count as count from supply_offers where supplier_id = ${supplierId} and claimed_count > 0`,
    );
    expect(counts).toEqual([{ operator: "verizon", count: 1 }]);
  });

  it("is rented in the country that was reported last", async () => {
    const american = 12_025_560_000 + serial;
    for (const country of ["usa", "canada"]) await whole([{ number: american, country, rent: true }]);
    const found = await rows(
      db,
      sql`select country_id as "countryId" from supply_rent_numbers where number = ${american}`,
    );
    expect(found).toEqual([{ countryId: CANADA }]);
  });

  it("is never sold twice for one service: a lent or used unit does not come back with a report", async () => {
    await whole([online(1)]);
    expect(await claim(TELEGRAM)).toHaveLength(1);
    for (const report of [[online(1)], [], [online(1)]]) await whole(report);
    expect(await stock()).toEqual([{ number: number(1), service_id: WHATSAPP }]);
  });

  it("is back on sale when an order gives it back, four times in all", async () => {
    await whole([online(1, { services: ["tg"] })]);
    for (let lending = 1; lending <= 4; lending += 1) {
      const [unit] = await claim(TELEGRAM);
      expect(unit?.number).toBe(number(1));
      await execute(db, sql`select supply_put_back(${unit?.offer_id}, ${unit?.number})`);
    }
    expect(await claim(TELEGRAM)).toEqual([]);
  });

  it("waits for its number when it is returned while the number is off line", async () => {
    await whole([online(1, { services: ["tg"] })]);
    const [unit] = await claim(TELEGRAM);
    await whole([]);
    await execute(db, sql`select supply_put_back(${unit?.offer_id}, ${unit?.number})`);
    expect(await stock()).toEqual([]);
    await whole([online(1, { services: ["tg"] })]);
    expect(await stock()).toEqual([{ number: number(1), service_id: TELEGRAM }]);
  });

  it("survives reports and sales at the same time without selling a unit twice", {
    timeout: 30_000,
  }, async () => {
    const numbers = Array.from({ length: 40 }, (_, at) => online(at, { services: ["tg"] }));
    await whole(numbers);
    const sold: number[] = [];
    const buyer = async () => {
      for (let time = 0; time < 8; time += 1)
        sold.push(...(await claim(TELEGRAM)).map((unit) => unit.number));
    };
    const reporter = async () => {
      for (let time = 0; time < 8; time += 1) await whole(time % 2 === 0 ? numbers.slice(0, 20) : numbers);
    };
    await Promise.all([buyer(), buyer(), buyer(), buyer(), buyer(), reporter()]);
    await whole(numbers);
    for (let rest = await claim(TELEGRAM); rest.length > 0; rest = await claim(TELEGRAM))
      sold.push(...rest.map((unit) => unit.number));
    expect(sold).toHaveLength(40);
    expect(new Set(sold).size).toBe(40);
  });

  it("refuses numbers one by one, and takes the others", async () => {
    const other = await givenSupplier("own", `${key}-other`);
    expect(other).toBeGreaterThan(0);
    await post("numbers", { action: "NUMBERS_CHANGED", key: `${key}-other`, numbers: [online(9)] });
    const answer = await changed([
      online(1),
      { number: number(2), country: "atlantis" },
      { number: 447700900123, country: "indonesia" },
      online(4, { services: ["tg", "zzzz"] }),
      online(9),
    ]);
    expect(answer.body).toMatchObject({
      status: "SUCCESS",
      online: 1,
      refused: [
        { number: number(2), error: "COUNTRY_UNKNOWN", word: "atlantis" },
        { number: 447700900123, error: "NUMBER_WRONG_COUNTRY" },
        { number: number(4), error: "SERVICE_UNKNOWN", word: "zzzz" },
        { number: number(9), error: "NUMBER_TAKEN" },
      ],
    });
    const words = (await listUnknownWords(db)).filter((word) => word.supplierId === supplierId);
    expect(words).toMatchObject([
      { kind: "country", word: "atlantis", stock: 1 },
      { kind: "service", word: "zzzz", stock: 1 },
    ]);
  });

  it("is refused from an agent, from a stranger and from a partner that is switched off", async () => {
    const report = { action: "NUMBERS_ONLINE", numbers: [] };
    expect((await post("numbers", { ...report, key: "agent-key" })).body.error).toBe("API_ACCESS_DISABLED");
    expect((await post("numbers", { ...report, key: "nobody" })).body.error).toBe("ERROR_WRONG_KEY");
    await withTransaction(db, (tx) => switchSupplier(tx, supplierId, false));
    expect((await whole([])).body.error).toBe("ACCOUNT_BLOCKED");
  });

  describe("in a list too long to be unpacked for strangers", () => {
    /** Enough numbers for 100 KB, of a country that does not exist: they are answered one by one, and stored nowhere. */
    const long = (count = 2_000) =>
      Array.from({ length: count }, () => ({ number: number(1), country: "nowhere-at-all" }));
    const pack = (body: unknown) => ({
      body: new Uint8Array(gzipSync(JSON.stringify(body))),
      headers: { "content-encoding": "gzip" },
    });
    const plain = (body: unknown) => ({ body: JSON.stringify(body) });

    it("is heard when its key stands before the list, packed or not, and at its end where it is not packed", async () => {
      const numbers = long();
      for (const sent of [
        plain({ action: "NUMBERS_ONLINE", key, numbers }),
        pack({ action: "NUMBERS_ONLINE", key, numbers }),
        plain({ action: "NUMBERS_ONLINE", numbers, key }),
      ])
        expect((await send("numbers", sent)).body).toMatchObject({
          status: "SUCCESS",
          refused: { length: 2_000 },
        });
    });

    it("is refused before it is unpacked when its key is unknown or does not come first", async () => {
      const numbers = long(20_000);
      expect(
        (await send("numbers", pack({ action: "NUMBERS_ONLINE", key: "nobody", numbers }))).body.error,
      ).toBe("ERROR_WRONG_KEY");
      expect((await send("numbers", pack({ action: "NUMBERS_ONLINE", numbers, key }))).body.error).toBe(
        "ERROR_NO_KEY",
      );
    });

    it("is refused when another key than the first one it shows is its own", async () => {
      const body = JSON.stringify({ action: "NUMBERS_ONLINE", key, numbers: long() });
      const doubled = `${body.slice(0, -1)},"key":"nobody"}`;
      expect((await send("numbers", { body: doubled })).body.error).toBe("ERROR_WRONG_KEY");
    });
  });

  it.each([
    { number: "628110000001", country: "indonesia" },
    { number: 628110000001 },
    { number: 1, country: "indonesia" },
    5,
    null,
  ])("refuses %j as a number", async (wrong) => {
    expect(await whole([wrong])).toMatchObject({ status: 400, body: { error: "BAD_REQUEST" } });
  });

  it("learns what is lent and what has ended, until it acknowledges", async () => {
    product.lent = [{ reference: 901, number: number(1), serviceId: TELEGRAM, countryId: INDONESIA }];
    await enqueueFinish(db, { supplierId, supplierRef: 900, outcome: 3, activationId: 900 });
    const work = { action: "CHECK_WORK", key };
    await whole([online(1)]);
    const { body } = await post("check-work", work);
    expect(body).toEqual({
      status: "SUCCESS",
      rented: [],
      lent: [{ activationId: 901, number: number(1), service: "tg", country: "indonesia" }],
      finished: [{ id: expect.any(Number), activationId: 900, status: 3 }],
    });
    expect((await post("check-work", work)).body.finished).toHaveLength(1);
    expect(
      (await post("check-work", { ...work, acknowledged: [body.finished[0].id] })).body.finished,
    ).toEqual([]);
    expect((await post("check-work", { ...work, acknowledged: ["1"] })).status).toBe(400);
  });

  it("is asked for its whole list until it tells it: at first, after a price was set, and when its sale goes on", async () => {
    const isAsked = async () =>
      (await post("check-work", { action: "CHECK_WORK", key })).body.reportNumbers === true;
    expect(await isAsked()).toBe(true);
    await changed([online(1)]);
    expect(await isAsked()).toBe(true);
    await whole([online(1)]);
    expect(await isAsked()).toBe(false);

    const supplier = { id: supplierId, code: key, kind: "own" as const, enabled: true };
    await withTransaction(db, (tx) =>
      setCosts(tx, supplier, "sms", [{ serviceId: GOOGLE, countryId: INDONESIA, costKopecks: kopecks(700) }]),
    );
    expect(await isAsked()).toBe(true);
    expect((await whole([online(1)])).body).toMatchObject({ putOnSale: 1 });
    expect(await isAsked()).toBe(false);
    await withTransaction(db, (tx) => setPaused(tx, supplier, false));
    expect(await isAsked()).toBe(true);
  });
});
