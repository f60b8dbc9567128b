import { expect, test } from "vitest";
import { safeReturnPath } from "#features/identity/identity.rules.ts";
import { type Choice, parseChoice, pathWithChoice } from "#features/pricing/choice/choice.rules.ts";

const bought: Choice = { serviceCode: "tg", countryId: 6, priceKopecks: 840, term: null };

test.each([
  [bought, "/telegram?choice=tg.6.840"],
  [{ ...bought, term: { amount: 2, unit: "days" } }, "/telegram?type=rent&choice=tg.6.840.2days"],
  [{ ...bought, term: { amount: 4, unit: "hours" } }, "/telegram?type=rent&choice=tg.6.840.4hours"],
] as const)("%j travels as %s, and may be returned to", (choice, path) => {
  expect(pathWithChoice("/telegram", choice)).toBe(path);
  expect(parseChoice(new URL(path, "http://a.test").search)).toEqual(choice);
  expect(safeReturnPath(path)).toBe(path);
});

test("an older address that ends with the tier holds the same choice", () => {
  expect(parseChoice("?choice=tg.6.840.wholesale")).toEqual(bought);
});

test.each([
  "",
  "?choice=",
  "?choice=tg",
  "?choice=tg.6",
  "?choice=tg.6.-840",
  "?choice=tg.6.8.40",
  "?choice=<b>.6.840",
  "?choice=tg.6.840.9weeks",
  "?choice=tg.6.99999999999",
  "?choice=tg.6.840%0A",
])("the address '%s' holds no choice", (search) => {
  expect(parseChoice(search)).toBeNull();
});
