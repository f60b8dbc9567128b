import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { clientSamples, firstCode } from "#features/api-docs/samples/client.rules.ts";

const TYPES = "features/rest-api/data/schema.gen.ts";
/** Below node_modules, where the program finds what it imports. */
const folder = path.resolve("node_modules", ".cache", `client-sample-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS =
  "--ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions";

/** What TypeScript says of programs beside the client's types, by the program's place. */
function problemsOf(programs: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true });
  copyFileSync(TYPES, path.join(folder, "sms-den.ts"));
  const files = programs.map((_, at) => `program-${at}.ts`);
  for (const [at, code] of programs.entries()) writeFileSync(path.join(folder, `program-${at}.ts`), code);
  const tsc = path.resolve("node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, ...OPTIONS.split(" "), ...files], {
    cwd: folder,
    encoding: "utf8",
  });
  return files.map((file) => stdout.split("\n").find((line) => line.startsWith(file)) ?? "");
}

describe("the program with the generated client", () => {
  it("fits the client's types, and would not with a wrong name or a missing key", {
    timeout: 120_000,
  }, () => {
    const code = firstCode("https://smsden.example");
    const wrongName = code.replace("service:", "serviceCode:");
    const withoutKey = code.replace("params: { header: once() },", "");
    expect(problemsOf([code, wrongName, withoutKey])).toEqual([
      "",
      expect.stringContaining("serviceCode"),
      expect.stringContaining("error TS"),
    ]);
  });

  it("names the installation's own address", () => {
    const text = clientSamples("https://smsden.example")
      .map(({ code }) => code)
      .join("\n");
    expect(text).toContain("https://smsden.example/api/v1/openapi.json");
    expect(text).toContain('baseUrl: "https://smsden.example"');
  });
});
