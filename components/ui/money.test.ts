import { expect, test } from "vitest";
import { dollarsText } from "#components/ui/money.tsx";

test.each([
  [8_150, "$1,00"],
  [1, "$0,01"],
  [0, "$0,00"],
  [-8_150, "-$1,00"],
  [-1, "-$0,01"],
])("%i kopecks are told as %s, whether they are owned or owed", (kopecks, text) => {
  expect(dollarsText(kopecks, 81.5)).toBe(text);
});
