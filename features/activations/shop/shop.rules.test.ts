import { expect, test } from "vitest";
import { failureOf, judgePurchase, ladderOf, nextChoice } from "#features/activations/shop/shop.rules.ts";

test("an answer that does not say whether the purchase happened is asked for again, never bought anew", () => {
  expect(failureOf({ status: 0, code: "NETWORK" })).toBe("unknown");
  expect(failureOf({ status: 502, code: "SERVER_ERROR" })).toBe("unknown");
  expect(failureOf({ status: 503, code: "UNAVAILABLE" })).toBe("unknown");
  expect(failureOf({ status: 409, code: "PURCHASE_IN_FLIGHT" })).toBe("unknown");
  expect(judgePurchase({ status: 409, code: "PURCHASE_IN_FLIGHT" })).toBe("unknown");
  expect(judgePurchase({ status: 503, code: "SALES_STOPPED" })).toBe("definite");
});

test("refusals are told apart by their code", () => {
  expect(failureOf({ status: 409, code: "NO_NUMBERS" })).toBe("no-numbers");
  expect(failureOf({ status: 409, code: "CHANNELS_LIMIT" })).toBe("no-numbers");
  expect(failureOf({ status: 402, code: "NO_BALANCE" })).toBe("no-balance");
  expect(failureOf({ status: 401, code: "UNAUTHORIZED" })).toBe("signed-out");
  expect(failureOf({ status: 503, code: "SALES_STOPPED" })).toBe("refused");
  expect(failureOf({ status: 409, code: "WRONG_MAX_PRICE" })).toBe("refused");
});

test("choosing the chosen raise again takes it back", () => {
  expect(nextChoice(0, 20)).toBe(20);
  expect(nextChoice(20, 20)).toBe(0);
  expect(nextChoice(20, 50)).toBe(50);
});

test("the ladder of a search begins at the shown price and ends at the chosen raise, within its time", () => {
  const at = (afterSeconds: number, maxPriceKopecks: number) => ({ afterSeconds, maxPriceKopecks });
  const stepByStep = { raisePercent: 50, stepByStep: true, seconds: 60 };
  expect(ladderOf(1_000, stepByStep)).toEqual({
    maxPriceKopecks: 1_000,
    raises: [at(15, 1_100), at(30, 1_200), at(45, 1_500)],
  });
  expect(ladderOf(1_000, { ...stepByStep, stepByStep: false })).toEqual({
    maxPriceKopecks: 1_500,
    raises: [],
  });
  expect(ladderOf(1_000, { ...stepByStep, raisePercent: 0 })).toEqual({ maxPriceKopecks: 1_000, raises: [] });
  // Of three kopecks ten and twenty percent are none.
  expect(ladderOf(3, stepByStep).raises).toEqual([at(45, 4)]);
});
