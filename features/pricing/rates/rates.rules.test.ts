import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BankRates,
  judgeReading,
  type KeptRate,
  microOf,
  type Reading,
  rateText,
  readingOf,
} from "#features/pricing/rates/rates.rules.ts";

const rates = (day: string, pairs: Record<string, string>): BankRates => ({
  day,
  micro: new Map(Object.entries(pairs).map(([currency, text]) => [currency, microOf(text) ?? 0n])),
});

describe("numbers of the banks", () => {
  test.each([
    ["81,1234", 81_123_400n],
    ["81.5", 81_500_000n],
    ["1", 1_000_000n],
    ["0,00000123", 1n],
    ["81,12345678", 81_123_456n],
  ])("%s is read to the millionth", (text, micro) => expect(microOf(text)).toBe(micro));

  test.each(["", "0", "0,0000001", "-1", "1e3", "81,,1", "81.1.1", "1 000,5", "NaN", "٣", "1".repeat(20)])(
    "the text '%s' is no rate",
    (text) => expect(microOf(text)).toBeNull(),
  );

  test("what is written is read back as it was", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999n }), (micro) => {
        expect(microOf(rateText(micro))).toBe(micro);
      }),
    );
  });
});

describe("a reading", () => {
  const cbr = rates("2026-11-21", { USD: "81,50", EUR: "94,54" });

  test("is the Bank of Russia's dollar, alone or with the other bank agreeing", () => {
    expect(readingOf(cbr, null)).toEqual({
      reading: { source: "cbr", day: "2026-11-21", microRubPerUsd: 81_500_000n },
      agrees: true,
    });
    expect(readingOf(cbr, rates("2026-11-20", { USD: "1.16" }))).toMatchObject({
      reading: { source: "cbr+ecb" },
      agrees: true,
    });
    expect(readingOf(cbr, rates("2026-11-20", { USD: "1.05" }))).toMatchObject({ agrees: false });
  });

  test("is the euro through the other bank's dollar where no dollar is named; without both there is none", () => {
    const euroOnly = rates("2026-11-21", { EUR: "94,54" });
    expect(readingOf(euroOnly, rates("2026-11-20", { USD: "1.16" }))?.reading).toEqual({
      source: "ecb+cbr",
      day: "2026-11-21",
      microRubPerUsd: 81_500_000n,
    });
    expect(readingOf(euroOnly, null)).toBeNull();
    expect(readingOf(rates("2026-11-21", {}), rates("2026-11-20", { USD: "1.16" }))).toBeNull();
  });
});

describe("what is believed", () => {
  const today = "2026-11-21";
  const kept: KeptRate = { day: "2026-11-20", microRubPerUsd: 80_000_000n, source: "cbr" };
  const reading = (microRubPerUsd: bigint, day = today): Reading => ({ source: "cbr", day, microRubPerUsd });

  test.each([
    ["15 % up in a day", reading(92_000_000n), "good"],
    ["a millionth more", reading(92_000_001n), "jump"],
    ["15 % down in a day", reading(68_000_000n), "good"],
    ["a millionth less", reading(67_999_999n), "jump"],
    ["30 % in two days", reading(104_000_000n, "2026-11-22"), "good"],
    ["the same day again", reading(80_500_000n, "2026-11-20"), "same"],
    ["an earlier day", reading(80_000_000n, "2026-11-12"), "same"],
    ["a day of long ago", reading(80_000_000n, "2026-11-01"), "old"],
    ["tomorrow", reading(80_000_000n, "2026-11-22"), "good"],
    ["next month", reading(80_000_000n, "2026-12-21"), "early"],
    ["nine roubles", reading(9_000_000n), "range"],
    ["two thousand roubles", reading(2_000_000_000n), "range"],
  ])("a reading is judged by the rate that is kept: %s", (_, read, verdict) =>
    expect(judgeReading(read, true, kept, today)).toBe(verdict),
  );

  test("banks that contradict each other are not believed", () => {
    expect(judgeReading(reading(81_000_000n), false, kept, today)).toBe("disagrees");
  });

  test("the first reading has only a made-up rate before it, whose day and height say nothing", () => {
    const seed: KeptRate = { day: "2026-11-30", microRubPerUsd: 81_500_000n, source: "seed" };
    expect(judgeReading(reading(120_000_000n), true, seed, today)).toBe("good");
    expect(judgeReading(reading(5_000_000n), true, seed, today)).toBe("range");
  });

  test("a rate of the staff holds for its day", () => {
    const staff: KeptRate = { day: today, microRubPerUsd: 85_000_000n, source: "staff" };
    expect(judgeReading(reading(81_000_000n), true, staff, today)).toBe("same");
    expect(judgeReading(reading(81_000_000n, "2026-11-22"), true, staff, today)).toBe("good");
  });
});
