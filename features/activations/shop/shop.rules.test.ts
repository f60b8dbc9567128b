import { expect, test } from "vitest";
import { failureOf, judgePurchase, nextRaise } from "#features/activations/shop/shop.rules.ts";

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
  expect(nextRaise(0, 20)).toBe(20);
  expect(nextRaise(20, 20)).toBe(0);
  expect(nextRaise(20, 50)).toBe(50);
});
