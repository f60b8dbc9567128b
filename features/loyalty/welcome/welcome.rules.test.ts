import fc from "fast-check";
import { expect, test } from "vitest";
import { welcomeGoingBack, welcomeOf } from "#features/loyalty/welcome/welcome.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const terms = { welcomeFromKopecks: kopecks(100_000), welcomeBp: 1_000, welcomeCapKopecks: null };

test.each([
  [99_999, 0],
  [100_000, 10_000],
  [100_009, 10_000],
  [100_010, 10_001],
])("a first top-up of %d kopecks brings %d", (amount, bonus) => {
  expect(welcomeOf(terms, kopecks(amount))).toBe(bonus);
});

test("the most that is configured is the most there is", () => {
  expect(welcomeOf({ ...terms, welcomeCapKopecks: kopecks(50_000) }, kopecks(10_000_000))).toBe(50_000);
});

test("what goes back grows with what is reversed, is all of it below the bound, and never more than the bonus", () => {
  const amount = fc.integer({ min: 100_000, max: 100_000_000 });
  fc.assert(
    fc.property(amount, fc.nat(), fc.nat(), (baseKopecks, one, other) => {
      const granted = {
        baseKopecks: kopecks(baseKopecks),
        fromKopecks: kopecks(100_000),
        bonusKopecks: welcomeOf(terms, kopecks(baseKopecks)),
      };
      const [less, more] = [one, other].map((part) => part % (baseKopecks + 1)).sort((a, b) => a - b) as [
        number,
        number,
      ];
      const goingBack = welcomeGoingBack(granted, kopecks(less));
      expect(goingBack).toBeGreaterThanOrEqual(welcomeGoingBack(granted, kopecks(more)));
      expect(goingBack).toBeLessThanOrEqual(granted.bonusKopecks);
      if (less < 100_000) expect(goingBack).toBe(granted.bonusKopecks);
      expect(welcomeGoingBack(granted, kopecks(baseKopecks))).toBe(0);
    }),
  );
});
