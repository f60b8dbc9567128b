import { expect, test, vi } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { findLines, listSources } from "#lib/tooling/source-files.ts";

test("a child gets the program path, its parent's shifted clock and its settings, and nothing else", () => {
  vi.stubEnv("PATH", "/bin");
  vi.stubEnv("LD_PRELOAD", "/tmp/clock.so");
  vi.stubEnv("DATABASE_URL", "postgres://elsewhere");
  vi.stubEnv("NODE_OPTIONS", "--import=/tmp/date.ts");
  vi.stubEnv("CLOCK_SHIFT_SECONDS", undefined);
  vi.stubEnv("DATE_SHIFT_MS", undefined);
  expect(childEnvironment({ NODE_ENV: "test" })).toEqual({ PATH: "/bin", NODE_ENV: "test" });
  vi.stubEnv("CLOCK_SHIFT_SECONDS", "60");
  expect(childEnvironment({ NODE_ENV: "test" })).toEqual({
    PATH: "/bin",
    CLOCK_SHIFT_SECONDS: "60",
    LD_PRELOAD: "/tmp/clock.so",
    NODE_ENV: "test",
  });
  vi.stubEnv("CLOCK_SHIFT_SECONDS", undefined);
  vi.stubEnv("DATE_SHIFT_MS", "60000");
  expect(childEnvironment({})).toEqual({
    PATH: "/bin",
    DATE_SHIFT_MS: "60000",
    NODE_OPTIONS: "--import=/tmp/date.ts",
  });
});

test("nobody writes a child's environment by hand", () => {
  const byHand = /\bPATH: process\.env\.PATH\b|\bPATH\b[^=]*\} = process\.env/;
  const sources = listSources().filter(({ path }) => !path.startsWith("lib/tooling/child-environment"));
  const offenders = sources.flatMap((source) => findLines(source, byHand));
  expect(
    offenders,
    "Use childEnvironment (lib/tooling/child-environment.ts): the child would not live on its parent's day.",
  ).toEqual([]);
});
