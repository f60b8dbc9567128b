import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import {
  couponCharacters,
  couponCodeOf,
  couponCsv,
  couponDrawn,
  couponMinimumFen,
  printedCouponCode,
  readCouponCode,
} from "#features/payments/coupons/coupons.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const newCode = () => couponCodeOf(Array.from({ length: couponDrawn }, () => randomInt(couponCharacters)));
const codes = Array.from({ length: 50 }, newCode);
const alphabet = [..."23456789ABCDEFGHJKMNPQRSTUVWXYZ"];

test("a code is read in whatever way it is typed", () => {
  for (const code of codes) {
    const printed = printedCouponCode(code);
    expect(printed).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
    const wide = [...code].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join("");
    for (const typed of [code, printed, code.toLowerCase(), ` ${printed.replaceAll("-", " – ")}\t`, wide]) {
      expect(readCouponCode(typed)).toBe(code);
    }
  }
});

test("every single wrong character is noticed", () => {
  for (const code of codes.slice(0, 10)) {
    for (let place = 0; place < code.length; place += 1) {
      for (const other of alphabet.filter((character) => character !== code[place])) {
        expect(readCouponCode(code.slice(0, place) + other + code.slice(place + 1))).toBeNull();
      }
    }
  }
});

test("two different characters that changed places are noticed", () => {
  for (const code of codes) {
    for (let place = 1; place < code.length; place += 1) {
      if (code[place] === code[place - 1]) continue;
      const swapped = code.slice(0, place - 1) + code[place] + code[place - 1] + code.slice(place + 1);
      expect(readCouponCode(swapped)).toBeNull();
    }
  }
});

test.each([
  "",
  "ABCD",
  "0000-0000-0000-0000",
  "OIL1-OIL1-OIL1-OIL1",
  "कूपन",
  "A".repeat(100),
  "2222-2222-2222-222",
])("'%s' is not the code of a coupon", (text) => expect(readCouponCode(text)).toBeNull());

test("long nonsense is refused quickly", () => {
  const before = performance.now();
  for (const text of ["-".repeat(50_000), `${"A ".repeat(25_000)}`, "\u{10ffff}".repeat(12_000)]) {
    expect(readCouponCode(text)).toBeNull();
  }
  expect(performance.now() - before).toBeLessThan(500);
});

test("the smallest price depends on the language", () => {
  const minimums = { others: 10, byLocale: { cn: 20 } };
  expect(couponMinimumFen(minimums, "en")).toBe(1_000);
  expect(couponMinimumFen(minimums, "cn")).toBe(2_000);
});

test("the file has a mark for spreadsheets, a head and a line for each code", () => {
  const csv = couponCsv({
    method: "alipay",
    amountKopecks: kopecks(25_050),
    priceFen: 2_050,
    expiresAt: new Date("2027-02-01T00:00:00Z"),
    codes: ["23456789ABCDEFGH"],
  });
  expect(csv).toBe(
    "\uFEFFcode,method,amount_rub,price_cny,expires_at\r\n2345-6789-ABCD-EFGH,alipay,250.50,20.50,2027-02-01T00:00:00.000Z\r\n",
  );
});
