import { expect, test } from "vitest";
import { PAY_FIRST, paysFirst } from "#features/payments/guests.rules.ts";
import { abFlags } from "#lib/cookies.ts";

const paysWith = (cookies: Record<string, string>, isRunning: boolean) =>
  paysFirst((name) => cookies[name], isRunning);

test("a guest whom a link of the staff has marked pays first, whether the experiment runs or not", () => {
  for (const isRunning of [true, false]) {
    expect(paysWith({ "payment-test": "1" }, isRunning)).toBe(true);
    expect(paysWith({ "payment-test": "1", [PAY_FIRST]: "false" }, isRunning)).toBe(true);
    expect(paysWith({}, isRunning)).toBe(false);
  }
});

test("a guest who was tossed for it pays first only while the operator runs the experiment", () => {
  expect(abFlags).toContain(PAY_FIRST);
  expect(paysWith({ [PAY_FIRST]: "true" }, true)).toBe(true);
  expect(paysWith({ [PAY_FIRST]: "true" }, false)).toBe(false);
  expect(paysWith({ [PAY_FIRST]: "false" }, true)).toBe(false);
});
