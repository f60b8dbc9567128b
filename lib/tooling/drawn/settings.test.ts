import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import { readSettings, settingsFiles } from "#lib/tooling/drawn/settings.ts";

describe("settings", () => {
  const names = readSettings().flatMap(({ settings }) => settings.map(({ name }) => name));

  test("every setting that the product reads is described", () => {
    // Those without a value and a default are missing in `env`, never the other way round.
    expect(
      Object.keys(env).filter((name) => !names.includes(name)),
      "Put a comment that describes the setting above it in lib/env.ts, below one of its headings.",
    ).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(60);
  });

  test.each(settingsFiles())("$file says what lib/env.ts says (npm run settings)", ({ file, content }) => {
    expect(readFileSync(file, "utf8").trim(), "npm run settings draws it anew.").toBe(content.trim());
  });
});
