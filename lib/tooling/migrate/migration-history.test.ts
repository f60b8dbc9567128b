import { expect, test } from "vitest";
import { extendHistory } from "#lib/tooling/migrate/migration-history.ts";

const text = "# Comment\n\n20260101_landed 1\n20260102_mine 2\n20260103_gone 3\n";

test("a file that is not committed yet may change and go: its line follows", () => {
  const files = ["20260101_landed 1", "20260102_mine 22", "20260104_new 4"];
  expect(extendHistory(text, files, ["20260101_landed 1"])).toBe(
    "# Comment\n\n20260101_landed 1\n20260102_mine 22\n20260104_new 4\n",
  );
});

test("the line of a committed file stays as it is, so that a change of that file is found", () => {
  const files = ["20260101_landed 9", "20260102_mine 2"];
  expect(extendHistory(text, files, ["20260101_landed 1", "20260103_gone 3"])).toBe(text);
});
