import { expect, test } from "vitest";
import type { Ladder } from "#features/loyalty/programme.rules.ts";
import { cashbackOf } from "#features/loyalty/weeks/weeks.rules.ts";
import { welcomeGoingBack } from "#features/loyalty/welcome/welcome.rules.ts";
import { shareGoing } from "#features/referrals/referrals.rules.ts";
import { addKopecks, type Kopecks, kopecks, shareOf } from "#lib/money/kopecks.ts";

/** Amounts of every size up to a billion roubles, the same in every run (a linear congruence, no float). */
function* randomAmounts(count: number): Generator<Kopecks> {
  let state = 20_261_121n;
  for (let index = 0; index < count; index += 1) {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) & 0xffff_ffff_ffff_ffffn;
    // As many small amounts as large ones: that is where rounding shows.
    const bits = 1n + ((state >> 58n) % 37n);
    yield kopecks(1n + ((state >> 20n) & ((1n << bits) - 1n)));
  }
}

const MILLION = 1_000_000;
/** Referral, welcome, the steps of cashback, and odd ones. */
const BASIS_POINTS = [500, 1_000, 100, 200, 300, 1, 9_999, 3_333, 4_999];

test("a million amounts: share and rest are the whole to the kopeck, and the share is off by less than a kopeck", () => {
  let whole = 0n;
  let given = 0n;
  let index = 0;
  let wrong = 0;
  for (const amount of randomAmounts(MILLION)) {
    const basisPoints = BASIS_POINTS[index++ % BASIS_POINTS.length] as number;
    const share = shareOf(amount, basisPoints);
    const rest = kopecks(amount - share);
    whole += BigInt(amount);
    given += BigInt(share) + BigInt(rest);
    const missing = BigInt(amount) * BigInt(basisPoints) - BigInt(share) * 10_000n;
    if (share < 0 || rest < 0 || share + rest !== amount || missing < 0n || missing >= 10_000n) wrong += 1;
  }
  expect(wrong).toBe(0);
  expect(given).toBe(whole);
});

test("a million purchases: supplier, referrer and house share the price without a kopeck lost or made", () => {
  const sums = { price: 0n, supplier: 0n, referrer: 0n, house: 0n };
  for (const price of randomAmounts(MILLION)) {
    const supplier = shareOf(price, 7_143);
    const referrer = shareOf(price, 500);
    const house = kopecks(price - supplier - referrer);
    if (house < 0) throw new Error(`the house pays for ${price}`);
    sums.price += BigInt(price);
    sums.supplier += BigInt(supplier);
    sums.referrer += BigInt(referrer);
    sums.house += BigInt(house);
  }
  expect(sums.supplier + sums.referrer + sums.house).toBe(sums.price);
});

test("a kopeck a million times brings nobody a share, and ten million kopecks in one piece bring the exact one (attack 78)", () => {
  const one = shareOf(kopecks(1), 500);
  expect(one * MILLION).toBe(0);
  expect(shareOf(kopecks(10 * MILLION), 500)).toBe(500_000);
});

test("a share that is refunded in pieces is gone to the kopeck, however it is cut", () => {
  let wrong = 0;
  const pieces = randomAmounts(MILLION);
  for (const turnover of randomAmounts(100_000)) {
    const amount = shareOf(turnover, 500);
    let returned = 0;
    let reversed: Kopecks = kopecks(0);
    for (let cut = 0; cut < 8 && returned < turnover; cut += 1) {
      const piece = cut === 7 ? turnover : ((pieces.next().value ?? 1) as number);
      returned = Math.min(turnover, returned + piece);
      const now = shareGoing(amount, turnover, kopecks(returned));
      // Never less than before, never more than there is, and never more stays than the share of what is left.
      if (now < reversed || now > amount || amount - now > shareOf(kopecks(turnover - returned), 500))
        wrong += 1;
      reversed = now;
    }
    if (reversed !== amount) wrong += 1;
  }
  expect(wrong).toBe(0);
});

test("a bonus goes back with its top-up to the kopeck, and no cut of a week's top-ups brings more cashback than the whole", () => {
  const ladder: Ladder = [
    { fromKopecks: kopecks(100_000), cashbackBp: 100 },
    { fromKopecks: kopecks(300_000), cashbackBp: 200 },
    { fromKopecks: kopecks(1_000_000), cashbackBp: 300 },
  ];
  let wrong = 0;
  for (const amount of randomAmounts(100_000)) {
    const bonusKopecks = shareOf(amount, 1_000);
    const welcome = { baseKopecks: amount, fromKopecks: kopecks(1), bonusKopecks };
    if (welcomeGoingBack(welcome, kopecks(0)) !== bonusKopecks || welcomeGoingBack(welcome, amount) !== 0)
      wrong += 1;
    const part = shareOf(amount, 3_333);
    const parts = [part, kopecks(amount - part)];
    const inParts = addKopecks(...parts.map((one) => cashbackOf(ladder, one, null)));
    if (inParts > cashbackOf(ladder, amount, null)) wrong += 1;
  }
  expect(wrong).toBe(0);
});
