import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { PROOFS, readRequest } from "#lib/tooling/proofs/proofs.ts";

test("every proof leads to a file that is there", () => {
  for (const proof of Object.values(PROOFS)) {
    const file = "test" in proof ? proof.test : proof.program;
    expect(existsSync(path.join(ROOT, file)), `lib/tooling/proofs/proofs.ts: ${file} is missing`).toBe(true);
  }
});

test("npm run prove without words runs every proof", () => {
  expect(readRequest([])).toEqual({ proofs: Object.entries(PROOFS), settings: {} });
});

test("options of a named proof become its settings: numbers, and words where it takes them", () => {
  expect(readRequest(["crash", "--minutes", "30", "--seed", "7"]).settings).toEqual({
    CRASH_MINUTES: "30",
    CRASH_SEED: "7",
  });
  expect(readRequest(["calendar", "--day", "leap-day", "--only", "app/api"])).toMatchObject({
    name: "calendar",
    settings: { CALENDAR_DAY: "leap-day", CALENDAR_ONLY: "app/api" },
  });
});

test("an option that takes nothing leaves the next word to the next option", () => {
  expect(readRequest(["pages", "--lighthouse", "--times", "1"]).settings).toEqual({
    PAGES_LIGHTHOUSE: "yes",
    PAGES_TIMES: "1",
  });
});

test.each([
  [["none-such"], "There is no such proof. There are: crash, model"],
  [["--seed", "7"], "Options belong to one proof"],
  [["crash", "--seed", "x"], "crash takes --minutes with a number, --seed with a number."],
  [["crash", "--day", "1"], "crash takes --minutes with a number, --seed with a number."],
  [["calendar", "--day"], "calendar takes --day with a word, --only with a word."],
  [["new", "--seed", "7"], "new takes no options."],
  [["pages", "--lighthouse", "yes"], "pages takes --times with a number, --lighthouse, --only with a word."],
])("prove refuses %j and says what there is", (words, message) => {
  expect(() => readRequest(words)).toThrow(message);
});
