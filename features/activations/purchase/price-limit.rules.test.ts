import { expect, it } from "vitest";
import { chooseLimit } from "#features/activations/purchase/price-limit.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const sale = { serviceId: 52, countryId: 6 };
const key = (priceCapKopecks: number | null, set?: number) => {
  const maxPrices: Record<string, number> = set === undefined ? {} : { "52:6": set };
  return { priceCapKopecks, maxPrices };
};

it.each([
  ["a price that the buyer named is the limit", 900, key(null, 500), 900, true],
  ["without one it is what the key's program has set for this sale", null, key(null, 500), 500, true],
  ["without either there is none but what was last listed", null, key(null), null, false],
  ["the key's cap lowers a price that was named", 900, key(700), 700, true],
  ["the key's cap lowers what its program has set", null, key(300, 500), 300, true],
  ["the key's cap alone names no price", null, key(700), 700, false],
  ["a buyer without a key has no other limit", null, null, null, false],
] as const)(
  "the limit of a purchase is chosen by one rule: %s",
  (_title, named, by, maxPriceKopecks, namesLimit) => {
    const limit = chooseLimit({ ...sale, maxPriceKopecks: named === null ? null : kopecks(named), key: by });
    expect(limit).toEqual({ maxPriceKopecks, namesLimit });
  },
);

it("a limit that the key's program has set for another country is no limit here", () => {
  const elsewhere = { priceCapKopecks: null, maxPrices: { "52:7": 500 } };
  expect(chooseLimit({ ...sale, maxPriceKopecks: null, key: elsewhere }).namesLimit).toBe(false);
});
