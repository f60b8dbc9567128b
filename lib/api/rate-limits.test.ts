import { describe, expect, it } from "vitest";
import { RateLimiter, type RatePolicy, rateHeaders } from "#lib/api/rate-limits.ts";

const calls: RatePolicy = { name: "calls", perSecond: 50, burst: 100 };
const purchases: RatePolicy = { name: "purchases", perSecond: 10, burst: 20 };

function clocked() {
  let ms = 1_000_000;
  const limiter = new RateLimiter({ nowMs: () => ms });
  return { limiter, pass: (moreMs: number) => (ms += moreMs) };
}

function countLetThrough(limiter: RateLimiter, tries: number, policies = [calls], subject = "key:1"): number {
  return Array.from({ length: tries }, () => limiter.take(subject, policies)).filter(
    ({ waitSeconds }) => waitSeconds === 0,
  ).length;
}

describe("the rate limiter", () => {
  it("lets a burst through at once and no call more", () => {
    const { limiter } = clocked();
    expect(countLetThrough(limiter, 500)).toBe(100);
  });

  it("gives back so many a second as the policy says, never more than the burst", () => {
    const { limiter, pass } = clocked();
    countLetThrough(limiter, 100);
    pass(1_000);
    expect(countLetThrough(limiter, 500)).toBe(50);
    pass(3_600_000);
    expect(countLetThrough(limiter, 500)).toBe(100);
  });

  it("lets 50 a second through over a minute in which ten times as many come", () => {
    const { limiter, pass } = clocked();
    let through = 0;
    for (let tick = 0; tick < 6_000; tick += 1) {
      through += countLetThrough(limiter, 5);
      pass(10);
    }
    expect(through).toBeGreaterThanOrEqual(100 + 60 * 50 - 2);
    expect(through).toBeLessThanOrEqual(100 + 60 * 50);
  });

  it("counts every caller for itself", () => {
    const { limiter } = clocked();
    countLetThrough(limiter, 100);
    expect(countLetThrough(limiter, 10, [calls], "key:2")).toBe(10);
  });

  it("takes nothing out of one policy when another one refuses", () => {
    const { limiter } = clocked();
    expect(countLetThrough(limiter, 60, [calls, purchases])).toBe(20);
    expect(countLetThrough(limiter, 500)).toBe(80);
  });

  it("says how long to wait, and after so long it lets through", () => {
    const { limiter, pass } = clocked();
    countLetThrough(limiter, 20, [purchases]);
    const { waitSeconds } = limiter.take("key:1", [purchases]);
    expect(waitSeconds).toBe(1);
    pass(waitSeconds * 1_000);
    expect(limiter.take("key:1", [purchases]).waitSeconds).toBe(0);
  });

  it("tells policies and what is left as the fields of the draft", () => {
    const { limiter } = clocked();
    limiter.take("key:1", [calls]);
    expect(rateHeaders(limiter.take("key:1", [calls, purchases]).states)).toEqual({
      "ratelimit-policy": '"calls";q=100;w=2, "purchases";q=20;w=2',
      ratelimit: '"calls";r=98;t=1, "purchases";r=19;t=1',
    });
  });

  it("counts without refusing when it is not enforced", () => {
    const limiter = new RateLimiter({ isEnforced: false });
    expect(countLetThrough(limiter, 500)).toBe(500);
  });
});
