import { expect, test } from "vitest";
import type { Failure } from "#lib/tooling/verify/records.ts";
import { failureLines, flickerLines, timeLines } from "#lib/tooling/verify/summary.ts";

const failure = (index: number, message = "expected 1 to be 2"): Failure => ({
  ...{ runner: "tests", file: `features/f${index}.test.ts`, title: `guarantee ${index} holds`, message },
});
const manyLines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");

test.each([1, 2, 7, 29, 30, 300])("%i failures with long messages take at most 60 lines", (count) => {
  const failures = Array.from({ length: count }, (_, index) => failure(index, manyLines));
  const lines = failureLines(failures);
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(lines[0]).toBe(`What failed (${count}):`);
  for (const { file, title } of failures.slice(0, 29)) expect(lines).toContain(`  ${file} > ${title}`);
  if (count > 29) expect(lines.at(-1)).toBe(`  and ${count - 29} more, which stand above`);
});

test("a failure is shown with the beginning of its message, a step without a file by its name", () => {
  expect(failureLines([{ title: "types", message: "tsc: exit code 2\n\na.ts: error" }])).toEqual([
    "What failed (1):",
    "  types",
    "      tsc: exit code 2",
    "      a.ts: error",
  ]);
});

test("flickers are named with both durations, and whether they are let through", () => {
  const flicker = (file: string) => ({
    ...{ runner: "tests" as const, file, hasPassed: true, firstMs: 2_000, againMs: 1_000 },
  });
  const some = (count: number) =>
    flickerLines({ failures: [], flickers: ["a", "b", "c"].slice(0, count).map(flicker) });
  expect(some(0)).toEqual([]);
  expect(some(2)[0]).toContain("let through, find the race");
  expect(some(2)[1]).toBe("  a  2.0 s, then 1.0 s");
  expect(some(3)[0]).toContain("more than 2 are not let through");
});

test("the time of every step and the ten slowest of each kind are printed, slowest first", () => {
  const durations = Array.from({ length: 12 }, (_, index) => ({
    ...{
      runner: "journeys" as const,
      file: "x.e2e.ts",
      name: `journey ${index}`,
      milliseconds: index * 1_000,
    },
  }));
  const counts = { passed: 12, failed: 0, skipped: 0 };
  const lines = timeLines([
    { name: "journeys", state: "passed", milliseconds: 61_000, counts, durations, failures: [] },
    { name: "bench", state: "not run", milliseconds: 0, counts, durations: [], failures: [] },
  ]);
  expect(lines.slice(0, 2)).toEqual(["Where the time went:", "   61.0 s  journeys"]);
  expect(lines.slice(3, 5)).toEqual(["The slowest journeys:", "   11.0 s  journey 11"]);
  expect(lines).toHaveLength(14);
});

test("a failed comparison names what it found, so that the last lines of a run say what to mend", () => {
  const offenders = ["messages/es.json: a text of forty characters and more (write: one and other)"];
  expect(() => expect(offenders, "Write the other word.").toEqual([])).toThrow("(write: one and other)");
});
