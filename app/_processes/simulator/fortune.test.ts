import { describe, expect, it } from "vitest";
import { drawFortune, drawMishap } from "#app/_processes/simulator/fortune.ts";

const offer = { country: "india", service: "wa" };
const draws = Array.from({ length: 20_000 }, (_, id) => drawFortune("life", offer, "test", id));
const share = (isSuch: (fortune: (typeof draws)[number]) => boolean) =>
  draws.filter(isSuch).length / draws.length;

describe("the fortune of an activation", () => {
  it("is like life: most codes in 3 to 20 s, some never, some twice, some too late", () => {
    expect(share(({ smsAfterMs }) => smsAfterMs.length === 0)).toBeCloseTo(0.12, 1);
    expect(share(({ smsAfterMs }) => smsAfterMs.length === 2)).toBeCloseTo(0.1, 1);
    expect(share(({ isLate }) => isLate)).toBeCloseTo(0.03, 2);
    const prompt = draws.filter(({ smsAfterMs, isLate }) => smsAfterMs.length > 0 && !isLate);
    const within = prompt.filter(({ smsAfterMs: [first = 0] }) => first >= 3_000 && first <= 20_000);
    expect(within.length / prompt.length).toBeGreaterThan(0.85);
    expect(
      draws.filter(({ isLate }) => isLate).every(({ smsAfterMs: [first = 0] }) => first > 20 * 60_000),
    ).toBe(true);
  });

  it("is the same for the same seed, and another for another", () => {
    expect(drawFortune("life", offer, "test", 5)).toEqual(draws[5]);
    expect(drawFortune("life", offer, "other", 5)).not.toEqual(draws[5]);
  });

  it("can be relied on in journeys: Telegram of Indonesia in 2 to 4 s, nothing from Kenya", () => {
    for (let id = 0; id < 500; id += 1) {
      const [first = 0, ...more] = drawFortune(
        "journey",
        { country: "indonesia", service: "tg" },
        "test",
        id,
      ).smsAfterMs;
      expect(first).toBeGreaterThanOrEqual(2_000);
      expect(first).toBeLessThanOrEqual(4_000);
      expect(more).toEqual([]);
      expect(drawFortune("journey", { country: "kenya", service: "tg" }, "test", id).smsAfterMs).toEqual([]);
    }
  });
});

describe("mishaps of the agents' servers", () => {
  it("are rare, of every kind, and absent from journeys", () => {
    const mishaps = Array.from({ length: 20_000 }, (_, call) => drawMishap("life", "test", call));
    for (const kind of ["error", "slow", "cut", "empty"]) expect(mishaps).toContain(kind);
    expect(mishaps.filter((kind) => kind !== "none").length / mishaps.length).toBeLessThan(0.06);
    for (let call = 0; call < 1_000; call += 1) expect(drawMishap("journey", "test", call)).toBe("none");
  });
});
