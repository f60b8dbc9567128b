import { expect, test } from "vitest";
import { pricesOfTier } from "#features/pricing/pricing.rules.ts";

const tiers = { retailKopecks: 1_100, wholesaleKopecks: 900 };

test("each tier has its own price, with the other one beside it", () => {
  expect(pricesOfTier(tiers, false)).toEqual({ kopecks: 1_100, otherTierKopecks: 900 });
  expect(pricesOfTier(tiers, true)).toEqual({ kopecks: 900, otherTierKopecks: 1_100 });
});

test("no price stands beside one that both tiers pay alike", () => {
  const alike = { ...tiers, wholesaleKopecks: 1_100 };
  for (const isWholesale of [false, true])
    expect(pricesOfTier(alike, isWholesale)).toEqual({ kopecks: 1_100, otherTierKopecks: null });
});
