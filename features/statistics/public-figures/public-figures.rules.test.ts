import { expect, test } from "vitest";
import { publicSample, toPublicFigures } from "#features/statistics/public-figures/public-figures.rules.ts";

test.each([
  [publicSample - 1, publicSample - 1, null, 14],
  [publicSample, 99, 49, null],
  [publicSample, 199, 99, 14],
  [100_000, 99_999, 99, 14],
  [publicSample, 0, 0, null],
  [0, 0, null, null],
])(
  "of %d numbers of which %d got a code, %s percent and a median of %s are told",
  (purchases, successes, percent, median) => {
    const counted = { purchases, successes, medianSeconds: 14, lowestKopecks: 840 };
    expect(toPublicFigures(counted)).toEqual({
      deliveryPercent: percent,
      medianSeconds: median,
      lowestKopecks: 840,
    });
  },
);
