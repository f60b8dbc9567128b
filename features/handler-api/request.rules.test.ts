import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isForeignOrGuess,
  queryOf,
  readCommand,
  readCount,
  readCountry,
  readMaxPrice,
  readOperators,
  readOrderNumber,
  readParameters,
} from "#features/handler-api/request.rules.ts";

const of = (query: string) => readParameters(query);

describe("readParameters", () => {
  it.each<[string, string, Record<string, string>]>([
    ["a=1&service=tg", "", { service: "tg" }],
    ["%20service%20=%20tg%09", "", { service: "tg" }],
    ["service=tg&service=wa", "", { service: "wa" }],
    ["service=tg&country=6", "country=7", { service: "tg", country: "7" }],
    ["service=tg&service=", "", { service: "tg" }],
    ["service=undefined&country=null&operator=None&orderId=NaN&lang=", "", {}],
    ["maxPrice=NaN", "", { maxPrice: "NaN" }],
    ["maxPrice=undefined", "", {}],
    ["__proto__=1&constructor=2&service[]=x&%ff=%fe", "", {}],
  ])("reads the query '%s' and the body '%s'", (query, body, expected) => {
    expect(Object.fromEntries(readParameters(query, body))).toEqual(expected);
  });

  it("reads whatever bytes come, and answers no empty or padded name or value", () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((list) => String.fromCharCode(...list));
    const pair = fc.tuple(fc.string(), fc.string()).map(([name, value]) => `${name}=${value}&a=%20b%09`);
    fc.assert(
      fc.property(fc.oneof(bytes, fc.string(), pair), (text) => {
        for (const word of [...readParameters(text, text)].flat())
          expect(word).toBe(word.trim() || "nothing");
      }),
    );
  });
});

describe("readMaxPrice", () => {
  it.each<[string, number | null]>([
    ["maxPrice=12.5", 1_250],
    ["maxPrice=12.50", 1_250],
    ["maxPrice=12", 1_200],
    ["maxPrice=12.509", 1_250],
    ["maxPrice=13.750000000000002", 1_375],
    ["maxPrice=19.989999999999998", 1_999],
    ["maxPrice=0.29999999999999998", 30],
    ["maxPrice=1250&from=front", 1_250],
    ["maxPrice=1254.9999999999998&from=front", 1_255],
    ["maxPrice=12.5&from=front", 12],
    ["maxPrice=12.5&from=other", 1_250],
    ["maxPrice=0", 0],
    ["maxPrice=-5", 0],
    ["maxPrice=5,0", 0],
    ["maxPrice=1e3", 0],
    ["maxPrice=0x10", 0],
    ["maxPrice=.5", 0],
    ["maxPrice=9999999999999999", 0],
    ["maxPrice=NaN", 0],
    ["", null],
  ])("the query '%s' asks for at most %s kopecks", (query, expected) => {
    expect(readMaxPrice(of(query))).toBe(expected);
  });

  it("is never above what was written, but for the dust of a binary fraction", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (price) => {
        const text = String(price);
        const limit = readMaxPrice(new Map([["maxPrice", text]]));
        expect(limit).not.toBeNull();
        expect(limit as number).toBeLessThanOrEqual(price * 100 + 1e-6 * Math.max(1, price));
      }),
    );
  });
});

describe("readOperators", () => {
  it.each<[string, string | null]>([
    ["", "any"],
    ["operator=any", "any"],
    ["operator=b,a", "a,b"],
    ["operator=a,a, b", "a,b"],
    ["operator=a,any", "any"],
    ["operator=a,", null],
    ["operator=A", null],
    ["operator=a;b", null],
    [`operator=${Array.from({ length: 21 }, (_, at) => `o${at}`).join(",")}`, null],
  ])("the query '%s' asks for the operators '%s'", (query, expected) => {
    expect(readOperators(of(query))).toBe(expected);
  });
});

it("order numbers, countries, commands and counts are read from their parameters", () => {
  expect(
    ["id=5", "activationId=5", "id=05", "id=1e3", "id=0", "id=9999999999999999", "x=1"].map((query) =>
      readOrderNumber(of(query)),
    ),
  ).toEqual([5, 5, null, null, null, null, null]);
  expect(
    ["", "country=0", "country=6", "country=any", "country=-1"].map((query) => readCountry(of(query), 95)),
  ).toEqual([95, 0, 6, null, null]);
  expect(
    ["1", "3", "6", "8", "-1", "2", "08", "1.0"].map((status) => readCommand(of(`status=${status}`))),
  ).toEqual(["ready", "more", "finish", "cancel", "cancel", null, null, null]);
  expect(
    ["limit=5", "limit=500", "limit=x", "limit=-1", ""].map((query) =>
      readCount(of(query), "limit", 100, 100),
    ),
  ).toEqual([5, 100, 100, 100, 100]);
});

it("the query is taken out of an address", () => {
  expect(["http://a/b?c=d", "http://a/b", "http://a/b?c=d#e", "http://a/b?c=d?e"].map(queryOf)).toEqual([
    "c=d",
    "",
    "c=d",
    "c=d?e",
  ]);
});

it("a foreign page and a guess of the browser are told from a bot", () => {
  const judge = (headers: Record<string, string>) => isForeignOrGuess(new Headers(headers));
  expect(
    [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }].map((headers) =>
      judge(headers as Record<string, string>),
    ),
  ).toEqual([false, false, false]);
  expect(judge({ "sec-fetch-site": "cross-site" })).toBe(true);
  expect(judge({ "sec-purpose": "prefetch;anonymous-client-ip" })).toBe(true);
});
