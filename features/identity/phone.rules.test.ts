import { describe, expect, test } from "vitest";
import { parsePhone } from "#features/identity/phone.rules.ts";

describe("a phone number of one's own", () => {
  test.each([
    ["+14155552671", "+14155552671"],
    [" +1 (415) 555-2671 ", "+14155552671"],
    ["+62 812-3456-7890", "+6281234567890"],
    ["＋86 138 0013 8000", "+8613800138000"],
  ])("%s is kept as %s, however it was typed", (typed, kept) => {
    expect(parsePhone(typed)).toBe(kept);
  });

  test.each(["", "4155552671", "0049 30 901820", "+123", "+999123456789", "+1 111 111 1111", "@anna"])(
    "%j is no number with its country code",
    (typed) => {
      expect(parsePhone(typed)).toBeNull();
    },
  );
});
