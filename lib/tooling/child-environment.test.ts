import { expect, test, vi } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";

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
