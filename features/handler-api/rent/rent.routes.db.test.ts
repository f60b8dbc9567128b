import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { givenOpenMax } from "#features/activations/limits/limits.factory.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import { forgetOffers as forgetLists } from "#features/handler-api/lists/lists.routes.ts";
import { type RentWord, rentWords } from "#features/handler-api/rent/rent.rules.ts";
import {
  appOn,
  balanceOf,
  db,
  given,
  letPass,
  owner,
  push,
  type Rent,
  refusal,
  rent,
  rentAnswer,
  said,
  say,
  url,
} from "#features/handler-api/rent/rent-routes.factory.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale } from "#features/policy/policy.writes.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { KeyScope } from "#lib/api/actor.ts";
import { createDb } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";

describe("what can be rented", () => {
  it("getRentServicesAndCountries tells countries, operators, and services at the caller's prices", async () => {
    const { buyer, country, supplierId } = await given(2);
    await givenRentOffer(db, { countryId: country, supplierId, operator: "telkomsel", count: 1 });
    const ask = { country, rent_time: 24 };
    // 12 hours at 140 and 12 at 70 % of it.
    const cost = (12 * 140 + 12 * 98) / 100;
    const told = `{"cost":${cost},"quant":3,"quantity":3,"price":${cost},"retail_price":${cost}}`;
    const text = await say(buyer, "getRentServicesAndCountries", ask);
    const answer = JSON.parse(text) as { countries: Record<string, number> };
    expect(Object.values(answer.countries)).toContain(country);
    expect(text.slice(text.indexOf('"operators"'))).toBe(
      `"operators":{"0":"any","1":"telkomsel"},"services":{"tg":${told},"full":${told}},"currency":643}`,
    );
    await agreeRentHour(db, {
      userId: buyer.userId,
      serviceId: 52,
      countryId: country,
      hourKopecks: kopecks(100),
    });
    expect(await say(buyer, "getRentServicesAndCountries", { country })).toContain(
      '"tg":{"cost":4,"quant":3,"quantity":3,"price":4,"retail_price":5.6}',
    );
    const byOperator = await say(buyer, "getRentServicesAndCountries", { country, operator: "telkomsel" });
    expect(byOperator).toContain('"quant":1');
  });

  it("says OUT_OF_STOCK where there is nothing, and INVALID_TIME outside 4 to 672 hours", async () => {
    const { buyer } = await given();
    expect(await say(buyer, "getRentServicesAndCountries", { country: 190 })).toBe(refusal("OUT_OF_STOCK"));
    expect(await say(buyer, "getRentServicesAndCountries", { country: 0 })).toBe(refusal("OUT_OF_STOCK"));
    for (const rent_time of [3, 673, "x", -4])
      expect(await say(buyer, "getRentServicesAndCountries", { rent_time })).toBe(refusal("INVALID_TIME"));
  });
});

describe("url of getRentNumber", () => {
  const webhook = (userId: number, address: string, events: string[], isOn = true) =>
    execute(
      db,
      sql`insert into notifications_webhooks (user_id, name, url, host, events, sealed_secret, disabled_at, disabled_reason)
          values (${userId}, 'own', ${address}, 'bots.example', ${events}, 'sealed', ${isOn ? null : new Date()}, ${isOn ? null : "owner"})`,
    );

  it.each([
    "https://bots.example/sms",
    "http://127.0.0.1/",
    "http://169.254.169.254/latest",
    "https://thief.example/",
    "no address",
    "javascript:alert(1)",
  ])("is refused where no webhook of the account is told, and nothing is charged: %s", async (address) => {
    const { buyer, country } = await given();
    const before = await balanceOf(buyer);
    await webhook(buyer.userId, "https://bots.example/sms", ["rental.sms_received"], false);
    await webhook(buyer.userId, "https://bots.example/sms", ["activation.sms_received"]);
    const stranger = await givenApiBuyer(db, 0);
    await webhook(stranger.userId, "https://bots.example/sms", ["rental.sms_received"]);
    const sent = { service: "tg", country, url: address };
    expect(await say(buyer, "getRentNumber", sent)).toBe(refusal("BAD_DATA"));
    expect(await balanceOf(buyer)).toBe(before);
  });

  it.each(["rental.sms_received", "rental.sms"])(
    "is taken where a webhook of the account is told of its SMS as %s, which then tells of this rent",
    async (name) => {
      const { buyer, country } = await given();
      await webhook(buyer.userId, "https://bots.example/sms?x=1", [name]);
      const { id } = await rent(buyer, country, { url: "https://bots.example/sms?x=1" });
      await push(id, "Telegram code 04711");
      await fanOut(db);
      const told = await one<{ n: number }>(
        db,
        sql`select count(*)::int as n from notifications_webhook_deliveries d join notifications_webhooks w on w.id = d.webhook_id
          where w.user_id = ${buyer.userId} and d.type = ${name} and d.object_id = ${id}`,
      );
      expect(told).toEqual({ n: 1 });
    },
  );
});

describe("where numbers can be rented", () => {
  it("is told without a country too, though the default country has none, and by getCountries", async () => {
    const { buyer, country } = await given();
    const answer = JSON.parse(await say(buyer, "getRentServicesAndCountries")) as {
      countries: Record<string, number>;
      services: object;
    };
    expect(Object.values(answer.countries)).toContain(country);
    expect(answer.services).toEqual({});
    for (const any of ["any", "*"])
      expect(await say(buyer, "getRentServicesAndCountries", { country: any })).toBe(
        JSON.stringify({ ...answer }),
      );
    forgetLists(db);
    const flags = JSON.parse(await say(buyer, "getCountries")) as Record<
      string,
      { id: number; rent: number }
    >;
    const rentable = Object.values(flags).filter(({ rent: flag }) => flag === 1);
    expect(rentable.map(({ id }) => id).sort()).toEqual(Object.values(answer.countries).sort());
  });
});

describe("getRentNumber", () => {
  it("rents for 4 hours, or for as long as is said; ids are numbers, the number is text", async () => {
    const { buyer, country, numbers } = await given(2);
    const short = await rent(buyer, country);
    expect(numbers.map(String)).toContain(short.number);
    const long = await rent(buyer, country, { rent_time: 672 });
    expect(Date.parse(`${long.endDate}Z`) - Date.parse(`${short.endDate}Z`)).toBeGreaterThan(667 * 3_600_000);
    expect(long.endDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  });

  it("answers an orderId that comes again with the same rent, another input with ORDER_ALREADY_EXISTS", async () => {
    const { buyer, country } = await given(3);
    const first = await rent(buyer, country, { orderId: "my-1" });
    expect(await rent(buyer, country, { orderId: "my-1" })).toEqual(first);
    expect(await say(buyer, "getRentNumber", { service: "tg", country, rent_time: 5, orderId: "my-1" })).toBe(
      refusal("ORDER_ALREADY_EXISTS"),
    );
  });

  it.each<[string, Sent, RentWord]>([
    ["no service", { country: 190 }, "BAD_SERVICE"],
    ["an unknown service", { service: "nosuch" }, "BAD_SERVICE"],
    ["Russia", { service: "tg", country: 0 }, "NO_NUMBERS"],
    ["Russia by its other id", { service: "tg", country: 222 }, "NO_NUMBERS"],
    ["an empty country", { service: "tg", country: 190 }, "NO_NUMBERS"],
    ["an unknown country", { service: "tg", country: 9_999 }, "NO_NUMBERS"],
    ["no country's id", { service: "tg", country: "de" }, "NO_NUMBERS"],
    ["an unknown operator", { service: "tg", operator: "nosuch" }, "NO_NUMBERS"],
    ["too short", { service: "tg", rent_time: 3 }, "INVALID_TIME"],
    ["too long", { service: "tg", rent_time: 673 }, "INVALID_TIME"],
  ])("refuses %s with a word of the protocol", async (_name, sent, word) => {
    const buyer = await givenApiBuyer(db, 100_000);
    expect(await say(buyer, "getRentNumber", sent)).toBe(refusal(word));
  });

  it("refuses without money, above the caller's maximum, while sales are stopped, and what may not be sold", async () => {
    const { buyer, country } = await given(1, 559);
    expect(await say(buyer, "getRentNumber", { service: "tg", country })).toBe(refusal("NO_BALANCE"));
    const rich = await givenApiBuyer(db, 100_000);
    expect(await say(rich, "getRentNumber", { service: "tg", country, maxPrice: "5.59" })).toBe(
      refusal("NO_NUMBERS"),
    );
    const block = {
      countryId: country,
      supplierId: null,
      mode: "rent",
      channel: null,
      effect: "deny",
    } as const;
    const why = { reasonText: "test", actor: "test" };
    await withTransaction(db, (tx) => blockSale(tx, { ...block, ...why, serviceId: 52, reasonCode: "BANK" }));
    forgetPolicy(db);
    expect(await say(rich, "getRentNumber", { service: "tg", country })).toBe(refusal("BAD_SERVICE"));
    await withTransaction(db, (tx) =>
      blockSale(tx, { ...block, ...why, serviceId: null, reasonCode: "KILL_SWITCH" }),
    );
    forgetPolicy(db);
    expect(await say(rich, "getRentNumber", { service: "full", country })).toBe(refusal("NO_NUMBERS"));
  });

  it("keys need the right to rent; a sandbox key rents nothing real", async () => {
    const { buyer, country } = await given();
    const keyOf = (kind: "live" | "sandbox", scopes: KeyScope[]) =>
      withTransaction(db, (tx) => createKey(tx, buyer.userId, kind, keyInput({ scopes })));
    expect(await say(await keyOf("live", ["read", "buy"]), "getRentNumber", { service: "tg", country })).toBe(
      "NOT_AVAILABLE",
    );
    const sandbox = await keyOf("sandbox", ["read", "rent"]);
    expect(await say(sandbox, "getRentNumber", { service: "tg", country })).toContain("success");
    expect(await say(await keyOf("live", ["read"]), "getRentList")).toBe(refusal("NO_NUMBERS"));
    expect(await say(await keyOf("live", ["rent"]), "getRentNumber", { service: "tg", country })).toContain(
      "success",
    );
  });

  it("answers SERVER_ERROR in JSON when the database is away, BAD_KEY and BAD_ACTION as text", async () => {
    const { buyer, country } = await given();
    await say(buyer, "getBalance");
    expect(await say({ key: "0".repeat(32) }, "getRentNumber")).toBe("BAD_KEY");
    expect(await say(buyer, "getRentNumbers")).toBe("BAD_ACTION");
    const other = createDb(url, { max: 2, applicationName: "test away" });
    const away = appOn(other);
    await say(buyer, "getRentList", {}, away);
    await other.close();
    const { log } = await import("#lib/log.ts");
    const level = log.level;
    log.level = "silent";
    expect(await say(buyer, "getRentNumber", { service: "tg", country }, away)).toBe(refusal("SERVER_ERROR"));
    log.level = level;
  });
});

describe("a rent's life", () => {
  it("getRentStatus: waits, shows SMS newest first by pages, and ends with a word", async () => {
    const { buyer, country } = await given(2);
    const { id } = await rent(buyer, country);
    expect(await say(buyer, "getRentStatus", { id })).toBe(refusal("STATUS_WAIT_CODE"));
    await push(id, "Telegram code 11111");
    await push(id, "Telegram code 22222");
    const date = "....-..-..T..:..:..";
    const one = (code: string) =>
      `{"phoneFrom":"Telegram","text":"Telegram code ${code}","service":"tg","date":"${date}"}`;
    expect(await say(buyer, "getRentStatus", { id })).toMatch(
      new RegExp(
        `^${`{"status":"success","quantity":"2","values":{"0":${one("22222")},"1":${one("11111")}}}`.replaceAll("{", "\\{")}$`,
      ),
    );
    const second = JSON.parse(await say(buyer, "getRentStatus", { id, page: 2, size: 1 }));
    expect(second).toMatchObject({ quantity: "2", values: { "0": { text: "Telegram code 11111" } } });
    expect(await say(buyer, "setRentStatus", { id, status: 2 })).toBe(refusal("CANT_CANCEL"));
    expect(await say(buyer, "setRentStatus", { id, status: 1 })).toBe('{"status":"success"}');
    expect(await say(buyer, "setRentStatus", { id, status: 1 })).toBe(refusal("ALREADY_FINISH"));
    expect(await say(buyer, "setRentStatus", { id, status: 2 })).toBe(refusal("ALREADY_FINISH"));
    expect(await say(buyer, "getRentStatus", { id })).toBe(refusal("STATUS_FINISH"));
    expect(await say(buyer, "continueRentNumber", { id })).toBe(refusal("RENT_DIE"));
    expect(await say(buyer, "continueRentInfo", { id, hours: 4 })).toBe(refusal("RENT_DIE"));
  });

  it("setRentStatus 2 gives the money back for 20 minutes", async () => {
    const { buyer, country } = await given(2);
    const [first, second] = [await rent(buyer, country), await rent(buyer, country)];
    expect(await say(buyer, "getBalance")).toBe("ACCESS_BALANCE:988.80");
    expect(await say(buyer, "setRentStatus", { id: first.id, status: 2 })).toBe('{"status":"success"}');
    expect(await say(buyer, "getBalance")).toBe("ACCESS_BALANCE:994.40");
    expect(await say(buyer, "setRentStatus", { id: first.id, status: 2 })).toBe(refusal("ALREADY_CANCEL"));
    expect(await say(buyer, "setRentStatus", { id: first.id, status: 1 })).toBe(refusal("ALREADY_CANCEL"));
    expect(await say(buyer, "getRentStatus", { id: first.id })).toBe(refusal("STATUS_CANCEL"));
    await letPass("20 minutes");
    expect(await say(buyer, "setRentStatus", { id: second.id, status: 2 })).toBe(refusal("CANT_CANCEL"));
  });

  it("opens no rent beyond what the account may have open, nor while it may not buy", async () => {
    const { buyer, country } = await given(2);
    await givenOpenMax(db, buyer.userId, 1);
    await execute(
      owner,
      sql`update activations_standings set earned_max = 1 where user_id = ${buyer.userId}`,
    );
    const { id } = await rent(buyer, country);
    const more = { service: "tg", country };
    expect(await say(buyer, "getRentNumber", more)).toBe(refusal("CHANNELS_LIMIT"));
    expect(await say(buyer, "continueRentNumber", { id })).toContain("success");
    // Its price is taken with the extension: it cannot come back any more, and the rent counts no longer.
    await rent(buyer, country);
    await execute(
      owner,
      sql`insert into activations_bans (user_id, reason, ends_at, note)
          values (${buyer.userId}, 'unused', app_now() + interval '1 hour', 'test')`,
    );
    expect(await say(buyer, "getRentNumber", more)).toBe(refusal("ACCOUNT_INACTIVE"));
    await execute(
      owner,
      sql`update activations_standings set earned_max = 10 where user_id = ${buyer.userId}`,
    );
  });

  it("getRentList names running rents by text ids, newest first; none is NO_NUMBERS", async () => {
    const { buyer, country } = await given(2);
    expect(await say(buyer, "getRentList")).toBe(refusal("NO_NUMBERS"));
    const [first, second] = [await rent(buyer, country), await rent(buyer, country)];
    const entry = ({ id, number }: Rent) => `{"id":"${id}","phone":"${number}"}`;
    expect(await say(buyer, "getRentList")).toBe(
      `{"status":"success","values":{"0":${entry(second)},"1":${entry(first)}}}`,
    );
    expect(await say(buyer, "getRentList", { length: 1, page: 2 })).toBe(
      `{"status":"success","values":{"0":${entry(first)}}}`,
    );
  });

  it("is extended with its price asked for before, and its history after", async () => {
    const { buyer, country } = await given(1, 3_000);
    const { id, number, endDate } = await rent(buyer, country);
    const price = (8 * 140 + 4 * 98) / 100;
    expect(await say(buyer, "continueRentInfo", { id, hours: 12 })).toBe(
      `{"status":"success","price":${price},"currency":643,"hours":12}`,
    );
    expect(await say(buyer, "getContinueRentPriceNumber", { id, rent_time: 12 })).toBe(
      `{"status":"success","price":${price},"currency":643}`,
    );
    const later = new Date(Date.parse(`${endDate}Z`) + 12 * 3_600_000).toISOString().slice(0, 19);
    const extended = rentAnswer({ id, endDate: later, number });
    for (let time = 0; time < 2; time += 1)
      expect(await say(buyer, "continueRentNumber", { id, rent_time: 12, orderId: "more" })).toBe(extended);
    expect(await say(buyer, "continueRentInfo", { id, hours: 4, needHistory: "true" })).toMatch(
      new RegExp(
        `^\\{"status":"success","price":3.92,"currency":643,"hours":4,"history":\\{"0":\\{"createDate":"....-..-..T..:..:..","price":${price},"hours":12\\}\\}\\}$`,
      ),
    );
    expect(await say(buyer, "continueRentNumber", { id, rent_time: 72 })).toBe(refusal("NO_BALANCE"));
    expect(await say(buyer, "continueRentNumber", { id, rent_time: 672 })).toBe(
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":656}}',
    );
    expect(await say(buyer, "continueRentInfo", { id, hours: 657 })).toBe(
      '{"status":"error","message":"MAX_HOURS_EXCEED","info":{"max":656}}',
    );
    await letPass("17 hours");
    expect(await say(buyer, "continueRentNumber", { id })).toBe(refusal("RENT_DIE"));
    expect(await say(buyer, "getRentStatus", { id })).toBe(refusal("STATUS_FINISH"));
  });

  it.each([
    "getRentStatus",
    "setRentStatus",
    "continueRentNumber",
    "continueRentInfo",
    "getContinueRentPriceNumber",
  ])(
    "%s: NO_ID_RENT without an id, INVALID_PHONE for another's and for none, INVALID_TIME and INCORECT_STATUS",
    async (action) => {
      const buyer = await givenApiBuyer(db, 10_000);
      const whole = { rent_time: 4, hours: 4, status: 1 };
      for (const id of ["", "undefined", "abc", "0", "-1"])
        expect(await say(buyer, action, { ...whole, id })).toBe(refusal("NO_ID_RENT"));
      expect(await say(buyer, action, { ...whole, id: 999_999 })).toBe(refusal("INVALID_PHONE"));
      if (action === "setRentStatus") {
        for (const status of ["", 3, "x", -1, "constructor"])
          expect(await say(buyer, action, { id: 999_999, status })).toBe(refusal("INCORECT_STATUS"));
      } else if (action !== "getRentStatus") {
        for (const time of [3, 673, "x"])
          expect(await say(buyer, action, { id: 999_999, rent_time: time, hours: time })).toBe(
            refusal("INVALID_TIME"),
          );
      }
    },
  );
});

afterAll(() => {
  // Every word of the family is produced by some test above.
  expect(rentWords.filter((word) => !said.has(word))).toEqual([]);
});
