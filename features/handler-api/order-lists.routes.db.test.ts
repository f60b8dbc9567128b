import { gunzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ApiBuyer } from "#features/activations/buyers.factory.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  ask,
  buy,
  buyer,
  db,
  givenBuyer,
  givenShop,
  owner,
  push,
  say,
} from "#features/handler-api/handler-api-routes.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, grantWholesale } from "#features/pricing/pricing.writes.ts";
import { execute } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";

describe("getActiveActivations", () => {
  it("lists open orders newest first with the protocol's types, pages them, and says NO_ACTIVATIONS", async () => {
    const own = await givenBuyer();
    expect(await say(own, { action: "getActiveActivations" })).toBe("NO_ACTIVATIONS");
    const shop = await givenShop();
    const first = await buy(own, shop.country);
    const second = await buy(own, shop.country);
    await push(first.id, "Telegram code 12345");
    const list = JSON.parse(await say(own, { action: "getActiveActivations" }));
    expect(list).toMatchObject({
      status: "success",
      activeActivations: [
        { activationId: second.id, activationStatus: "4", smsCode: null, smsText: null },
        {
          activationId: first.id,
          serviceCode: "tg",
          phoneNumber: first.number,
          activationCost: "12.50",
          activationStatus: "2",
          smsCode: ["12345"],
          smsText: "Telegram code 12345",
          discount: "0.00",
          repeated: "0",
          countryCode: String(shop.country),
          currency: 643,
        },
      ],
    });
    expect(list.data).toEqual(list.activeActivations);
    const page = JSON.parse(await say(own, { action: "getActiveActivations", start: 1, limit: 1 }));
    expect(page.activeActivations).toHaveLength(1);
    expect(page.activeActivations[0].activationId).toBe(first.id);
    expect(await say(own, { action: "getActiveActivations", start: 5 })).toBe("NO_ACTIVATIONS");
  });
});

/** As Go's encoding/json fills a struct and C# a class: null keeps a text empty, any other kind fails the whole list. */
const declared = z.array(
  z.object({
    activationId: z.string(),
    serviceCode: z.string(),
    phoneNumber: z.string(),
    activationCost: z.string(),
    activationStatus: z.string(),
    smsCode: z.string().nullable(),
    smsText: z.string().nullable(),
    activationTime: z.string(),
    discount: z.string(),
    repeated: z.string(),
    countryCode: z.string(),
    countryName: z.string(),
    canGetAnotherSms: z.string(),
  }),
);

describe("open orders as programs declare them", () => {
  const names = [
    ["getActiveActivations", "activeActivations"],
    ["getListOfActiveActivations", "activeActivations"],
    ["getCurrentActivations", "array"],
    ["getCurrentActivationsDataTables", "array"],
  ] as const;

  it.each(names)(
    "%s has one kind of member everywhere with types=strict, the newest code as text",
    async (action, name) => {
      const own = await givenBuyer();
      const shop = await givenShop({ count: 9 });
      const { id } = await buy(own, shop.country);
      const read = async (types: object) => JSON.parse(await say(own, { action, ...types }));
      for (const waiting of [await read({}), await read({ types: "strict" })]) {
        expect(declared.safeParse(waiting[name]).error).toBeUndefined();
        expect(waiting.data).toEqual(waiting[name]);
      }
      await push(id, "Telegram code 11111");
      await push(id, "Telegram code 22222");
      for (const types of ["strict", "classic"]) {
        const list = await read({ types });
        expect(declared.safeParse(list[name]).error).toBeUndefined();
        expect(list[name][0].smsCode).toBe("22222");
      }
      expect((await read({}))[name][0].smsCode).toEqual(["11111", "22222"]);
    },
  );
});

describe("lists", () => {
  it("getPrices says in physicalCount what attempts prove of the count, as soon as they do", async () => {
    const shop = await givenShop({ priceKopecks: 1_250, count: 3 });
    const list = async () =>
      JSON.parse(await say(buyer, { action: "getPrices", service: "tg", country: shop.country }));
    expect((await list())[shop.country].tg).toMatchObject({ count: 3, physicalCount: 3 });
    await execute(
      owner,
      sql`update pricing_offers set proven_count = 1, updated_at = app_now() where country_id = ${shop.country} and service_id = 52`,
    );
    forgetOffers(db);
    expect((await list())[shop.country].tg).toMatchObject({ count: 3, physicalCount: 1 });
  });

  it("getPrices answers country, service, cost, count and physicalCount by the caller's tier", async () => {
    const shop = await givenShop({ priceKopecks: 1_250, wholesaleKopecks: 1_100, count: 3 });
    const priceOf = async (own: ApiBuyer, parameters: Sent) =>
      say(own, { action: "getPrices", ...parameters });
    const filter = { service: "tg", country: shop.country };
    const text = (cost: number) => `{"${shop.country}":{"tg":{"cost":${cost},"count":3,"physicalCount":3}}}`;
    expect(await priceOf(buyer, filter)).toBe(text(12.5));
    const wholesale = await givenBuyer();
    await grantWholesale(db, wholesale.userId);
    expect(await priceOf(wholesale, filter)).toBe(text(11));
    const friend = await givenBuyer();
    await agreePersonalPrice(db, {
      userId: friend.userId,
      serviceId: 52,
      countryId: shop.country,
      priceKopecks: kopecks(1_099),
    });
    expect(await priceOf(friend, filter)).toBe(text(10.99));
    for (const [own, cost] of [
      [wholesale, 11],
      [friend, 10.99],
    ] as const) {
      const all = JSON.parse(await priceOf(own, {}));
      expect(all[shop.country].tg).toEqual({ cost, count: 3, physicalCount: 3 });
      expect(await say(own, { action: "getNumber", ...filter, maxPrice: cost })).toMatch(/^ACCESS_NUMBER/);
    }
    expect(await priceOf(buyer, { service: "wa", country: shop.country })).toBe("{}");
    expect(await priceOf(buyer, { country: 0 })).toBe("{}");
    expect(await priceOf(buyer, { service: "nosuch" })).toBe("BAD_SERVICE");
    expect(await priceOf(buyer, { country: "x" })).toBe("BAD_COUNTRY");
    expect(await priceOf(buyer, { country: 99_999 })).toBe("BAD_COUNTRY");
  });

  it("getPrices of everything is kept: the same bytes to everybody of a tier, 304 to who has them", async () => {
    const first = await ask(buyer, { action: "getPrices" });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect(first.headers.get("access-control-allow-origin")).toBeNull();
    const again = await ask(buyer, { action: "getPrices" }, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("a list goes out packed to who takes that, with a mark of its own", async () => {
    const plain = await (await ask(buyer, { action: "getCountries" })).text();
    const headers = { "accept-encoding": "gzip, deflate" };
    const response = await ask(buyer, { action: "getCountries" }, { headers });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(plain);
    const etag = response.headers.get("etag") ?? "";
    const again = await ask(
      buyer,
      { action: "getCountries" },
      { headers: { ...headers, "if-none-match": etag } },
    );
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  it("getCountries needs no key, is keyed by id, leaves Russia out, and may be kept by anybody", async () => {
    const response = await ask(null, { action: "getCountries" });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const countries = (await response.json()) as Record<string, { id: number }>;
    expect(countries["6"]).toEqual({
      id: 6,
      rus: "Индонезия",
      eng: "Indonesia",
      chn: "印度尼西亚",
      visible: 1,
      retry: 1,
      rent: 0,
      multiService: expect.any(Number),
    });
    expect(Object.entries(countries).every(([key, { id }]) => key === String(id))).toBe(true);
    expect(countries["0"]).toBeUndefined();
    expect(countries["222"]).toBeUndefined();
    const etag = response.headers.get("etag") ?? "";
    const again = await ask(null, { action: "getCountries" }, { headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect((await ask({ ...buyer, key: "wrong" }, { action: "getCountries" })).status).toBe(200);
  });

  it("getServicesList answers names in the language asked for, and those with a price in a country", async () => {
    const shop = await givenShop();
    expect(await say(buyer, { action: "getServicesList", country: shop.country })).toBe(
      '{"status":"success","services":[{"code":"tg","name":"Telegram"}]}',
    );
    const all = JSON.parse(await say(buyer, { action: "getServicesList", lang: "ru" }));
    expect(all.services.length).toBeGreaterThan(200);
    expect(all.services[0]).toEqual({ code: expect.any(String), name: expect.any(String) });
    expect(await say(buyer, { action: "getServicesList", country: "x" })).toBe("BAD_COUNTRY");
    expect(await say(buyer, { action: "getServicesList", lang: "klingon" })).toBe(
      await say(buyer, { action: "getServicesList" }),
    );
  });

  it("getOperators answers tokens by country", async () => {
    const one6 = JSON.parse(await say(buyer, { action: "getOperators", country: 6 }));
    expect(Object.keys(one6.countryOperators)).toEqual(["6"]);
    expect(one6.countryOperators["6"]).toContain("telkomsel");
    const all = JSON.parse(await say(buyer, { action: "getOperators" }));
    expect(Object.keys(all.countryOperators).length).toBeGreaterThan(10);
    for (const country of ["0", "222", "99999", "x"]) {
      expect(await say(buyer, { action: "getOperators", country })).toBe("OPERATORS_NOT_FOUND");
    }
  });

  it("getNumbersStatus answers codes with the mark of forwarding and text, plain ones on request, by operator too", async () => {
    const countryId = 6;
    const operator = "smartfren";
    await givenOffer(db, { countryId, operator, count: 4, serviceId: 52 });
    forgetOffers(db);
    const status = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: countryId, operator }));
    expect(status.tg_0).toBe("4");
    expect(Object.keys(status).every((code) => /^[a-z0-9]+_0$/.test(code))).toBe(true);
    const any = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: countryId }));
    expect(Number(any.tg_0)).toBeGreaterThanOrEqual(4);
    expect(await say(buyer, { action: "getNumbersStatus", country: countryId, operator: "nosuch" })).toBe(
      "BAD_OPERATOR",
    );
    const plain = JSON.parse(
      await say(buyer, { action: "getNumbersStatus", country: countryId, types: "plain" }),
    );
    expect(any).toEqual(
      Object.fromEntries(Object.entries(plain).map(([code, count]) => [`${code}_0`, String(count)])),
    );
    const classic = { action: "getNumbersStatus", country: countryId, types: "classic" };
    expect(JSON.parse(await say(buyer, classic))).toEqual(any);
    expect(await say(buyer, { action: "getNumbersStatus", country: "x" })).toBe("BAD_COUNTRY");
    const russia = JSON.parse(await say(buyer, { action: "getNumbersStatus", country: 0 }));
    expect(Object.values(russia).every((count) => count === "0")).toBe(true);
  });
});
