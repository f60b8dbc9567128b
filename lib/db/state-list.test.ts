import { expect, test } from "vitest";
import { stateList } from "#lib/db/state-list.ts";

test("states are told to SQL as literals, and nothing but plain words is taken for a state", () => {
  expect(stateList(["requested", "charged_back"])).toBe("'requested', 'charged_back'");
  for (const wrong of [[], ["it's"], ["open", ""], ["a b"]])
    expect(() => stateList(wrong)).toThrow(RangeError);
});
