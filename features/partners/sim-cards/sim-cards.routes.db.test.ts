import sql from "sql-template-tag";
import { beforeEach, describe, expect, it } from "vitest";
import {
  db,
  givenKey,
  givenSellingPartner,
  givenStranger,
  read,
  report,
  type TestPartner,
  write,
} from "#features/partners/partner-cabinet.factory.ts";
import { rows } from "#lib/db/query.ts";

let serial = 0;
let partner: TestPartner;
let key = "";
const number = (at: number) => 628110000000 + serial * 1_000 + at;
const online = (at: number, more = {}) => ({ number: number(at), country: "indonesia", ...more });
const whole = (...numbers: object[]) => report(key, "NUMBERS_ONLINE", { numbers });
const stock = async () =>
  (
    await rows<{ number: number }>(
      db,
      sql`select s.number from supply_stock s join supply_offers o on o.id = s.offer_id
          where o.supplier_id = ${partner.supplierId} order by 1`,
    )
  ).map((unit) => unit.number);
const states = async (query = "") =>
  Object.fromEntries(
    (await read(partner, `numbers${query}`)).body.items.map((card: { number: number; state: string }) => [
      card.number,
      card.state,
    ]),
  );
const off = (...at: number[]) => write(partner, "numbers/off-sale", { numbers: at.map(number) });
const on = (...at: number[]) => write(partner, "numbers/on-sale", { numbers: at.map(number) });

beforeEach(async () => {
  serial += 1;
  partner = await givenSellingPartner();
  key = await givenKey(partner);
});

describe("a number that its partner takes off sale", () => {
  it("stays off when the program reports it again, and comes back at once when the partner puts it on sale", async () => {
    await whole(online(1), online(2));
    expect((await off(1)).body).toEqual({ changedCount: 1 });
    expect(await stock()).toEqual([number(2), number(2)]);
    const again = await whole(online(1), online(2), online(3));
    expect(again.body).toMatchObject({ online: 3, putOnSale: 2, refused: [] });
    expect((await report(key, "NUMBERS_CHANGED", { numbers: [online(1)] })).body).toMatchObject({
      putOnSale: 0,
    });
    expect(await states()).toEqual({ [number(1)]: "held", [number(2)]: "on-sale", [number(3)]: "on-sale" });
    expect((await on(1)).body).toEqual({ changedCount: 1 });
    expect(await stock()).toEqual([1, 1, 2, 2, 3, 3].map(number));
  });

  it("comes back for the services of the last report alone", async () => {
    await whole(online(1));
    await off(1);
    await whole(online(1, { services: ["tg"] }));
    await on(1);
    expect(await stock()).toEqual([number(1)]);
  });

  it("comes back with the next report when the program has lost it meanwhile", async () => {
    await whole(online(1));
    await off(1);
    await whole();
    await on(1);
    expect(await states()).toEqual({ [number(1)]: "offline" });
    await whole(online(1));
    expect(await states()).toEqual({ [number(1)]: "on-sale" });
  });

  it("stays off when it was off line and comes on line", async () => {
    await whole(online(1));
    await whole();
    await off(1);
    await whole(online(1));
    expect(await stock()).toEqual([]);
    await on(1);
    expect(await stock()).toEqual([number(1), number(1)]);
  });

  it("is rented to nobody either while it is off sale", async () => {
    const forRent = () =>
      rows<{ online: boolean }>(
        db,
        sql`select online from supply_rent_numbers where supplier_id = ${partner.supplierId}`,
      );
    await whole(online(1, { rent: true }));
    expect((await off(1)).body).toEqual({ changedCount: 1 });
    expect((await whole(online(1, { rent: true }))).body).toMatchObject({ online: 1, putOnSale: 0 });
    expect(await forRent()).toEqual([{ online: false }]);
    expect((await on(1)).body).toEqual({ changedCount: 1 });
    expect(await forRent()).toEqual([{ online: true }]);
  });

  it("is taken off once: the same key repeats the answer, another body with it is refused", async () => {
    await whole(online(1), online(2));
    const repeat = () => write(partner, "numbers/off-sale", { numbers: [number(1)] }, "the-same-key");
    expect((await repeat()).body).toEqual({ changedCount: 1 });
    await on(1);
    const second = await repeat();
    expect([second.body, second.headers.get("idempotency-replayed")]).toEqual([{ changedCount: 1 }, "true"]);
    expect(await states()).toMatchObject({ [number(1)]: "on-sale" });
    const other = await write(partner, "numbers/off-sale", { numbers: [number(2)] }, "the-same-key");
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });
});

describe("another partner's numbers", () => {
  it("are not in the list, and are 404 by either step, which then changes none of one's own", async () => {
    await whole(online(1));
    const other = await givenSellingPartner();
    const otherKey = await givenKey(other);
    await report(otherKey, "NUMBERS_ONLINE", { numbers: [online(2)] });
    expect((await read(other, "numbers")).body.items).toHaveLength(1);
    for (const step of ["off-sale", "on-sale"]) {
      const answer = await write(other, `numbers/${step}`, { numbers: [number(2), number(1)] });
      expect([answer.status, answer.body.error.code]).toEqual([404, "NOT_FOUND"]);
    }
    expect((await read(other, "numbers")).body.items[0].state).toBe("on-sale");
    expect(await states()).toEqual({ [number(1)]: "on-sale" });
  });

  it("stay theirs when a file names them", async () => {
    await whole(online(1));
    const other = await givenSellingPartner();
    const taken = await write(other, "numbers/import", { text: `${number(1)},indonesia` });
    expect(taken.body).toMatchObject({
      takenCount: 0,
      refused: [{ line: 1, problem: "NUMBER_TAKEN", text: `${number(1)},indonesia` }],
    });
  });
});

describe("the list", () => {
  it("is narrowed by text, country and state, and goes on page by page behind the last number", async () => {
    await whole(
      ...Array.from({ length: 52 }, (_, at) =>
        online(at + 1, { portId: `p${at + 1}`, operator: "telkomsel" }),
      ),
    );
    await off(3);
    const first = (await read(partner, "numbers")).body;
    expect([first.items.length, first.hasMore]).toEqual([50, true]);
    const rest = (await read(partner, `numbers?after=${first.items.at(-1).number}`)).body;
    expect([rest.items.map((card: { number: number }) => card.number), rest.hasMore]).toEqual([
      [number(51), number(52)],
      false,
    ]);
    expect(await states("?state=held")).toEqual({ [number(3)]: "held" });
    expect(await states("?search=P52")).toEqual({ [number(52)]: "on-sale" });
    expect(await states("?search=%25")).toEqual({});
    expect(await states("?country=russia")).toEqual({});
    expect((await read(partner, "numbers?country=nowhere-at-all")).body).toEqual({
      items: [],
      hasMore: false,
    });
    expect(first.items[0]).toMatchObject({
      country: "indonesia",
      operator: "telkomsel",
      port: "p1",
      onSaleCount: 2,
      servicesCount: 2,
      usedCount: 0,
    });
  });
});

describe("a file of numbers", () => {
  it("is taken line by line by the rules of a report, and says of each other line why not", async () => {
    const text = [
      "number;country;operator;port;services;rent",
      `+${number(1)};indonesia;telkomsel;p1;tg wa;no`,
      `${number(2)};;;;tg;`,
      `${number(3)};atlantis;;;;`,
      "79001234567;indonesia;;;;",
      `${number(4)};indonesia;;;nonsense;`,
      `${number(1)};indonesia;;;;`,
      "7.9E+10;indonesia;;;;",
      `${number(5)};indonesia;a b;;;`,
      `${number(6)};indonesia;;;;maybe`,
      `${number(7)};indonesia;;;;yes`,
    ].join("\r\n");
    const { body } = await write(partner, "numbers/import", { text, country: "indonesia" });
    expect(
      body.refused.map(({ line, problem }: { line: number; problem: string }) => [line, problem]),
    ).toEqual([
      [4, "COUNTRY_UNKNOWN"],
      [5, "NUMBER_WRONG_COUNTRY"],
      [6, "SERVICE_UNKNOWN"],
      [7, "NUMBER_TWICE"],
      [8, "NUMBER_WRONG"],
      [9, "OPERATOR_WRONG"],
      [10, "RENT_WRONG"],
    ]);
    expect(body).toMatchObject({ linesCount: 10, takenCount: 3, putOnSaleCount: 4 });
    expect(await stock()).toEqual([1, 1, 2].map(number));
    expect(await states()).toMatchObject({ [number(7)]: "on-sale" });
  });

  it("brings no number back on sale that the partner took off", async () => {
    await whole(online(1));
    await off(1);
    expect((await write(partner, "numbers/import", { text: `${number(1)},indonesia` })).body).toMatchObject({
      takenCount: 1,
      putOnSaleCount: 0,
    });
    expect(await stock()).toEqual([]);
  });

  it("with more lines than a call may have is refused whole", async () => {
    const text = Array.from({ length: 1_002 }, (_, at) => `${number(at)},indonesia`).join("\n");
    const answer = await write(partner, "numbers/import", { text });
    expect([answer.status, answer.body.error.code]).toEqual([400, "PARTNER_IMPORT_TOO_LONG"]);
    expect(await stock()).toEqual([]);
  });
});

describe("the cabinet", () => {
  it("counts what is on line, on sale and held, and names what is to be mended", async () => {
    const before = (await read(partner, "overview")).body;
    expect(before.problems.map(({ kind }: { kind: string }) => kind)).toEqual(["never-called", "no-numbers"]);
    await whole(online(1, { portId: "a" }), online(2, { portId: "b" }), online(3, { portId: "b" }));
    await off(3);
    const { body } = await read(partner, "overview");
    expect(body).toMatchObject({ state: "active", isSelling: true, problems: [], smsLastHourCount: 0 });
    expect(body.counts).toEqual({
      ...{ portsCount: 2, onLineCount: 3, onSaleCount: 2, lentCount: 0 },
      ...{ heldCount: 1, offlineCount: 0, usedUpCount: 0 },
    });
  });

  it("replaces the key with an overlap; the new one is shown once", async () => {
    const send = (shown: string) => report(shown, "NUMBERS_CHANGED", { numbers: [] });
    const made = await write(partner, "key", { overlapHours: 24 }, "the-key-of-it");
    expect([made.status, typeof made.body.key, typeof made.body.oldKeyUntil]).toEqual([
      200,
      "string",
      "string",
    ]);
    expect((await write(partner, "key", { overlapHours: 24 }, "the-key-of-it")).body.key).toBeNull();
    expect([(await send(key)).status, (await send(made.body.key)).status]).toEqual([200, 200]);
    const last = (await write(partner, "key", { overlapHours: 0 })).body;
    expect([last.oldKeyUntil, (await send(last.key)).status]).toEqual([null, 200]);
  });

  it("is not there for who is no partner, and not for a partner without a supplier", async () => {
    const stranger = await givenStranger();
    for (const path of ["overview", "numbers"]) {
      expect((await read(stranger, path)).status).toBe(404);
    }
    for (const path of ["numbers/off-sale", "numbers/import", "key"]) {
      expect((await write(stranger, path, {})).status).toBe(404);
    }
  });
});
