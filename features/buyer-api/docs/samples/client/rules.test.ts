import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ts } from "@ts-morph/common";
import { afterAll, describe, expect, it } from "vitest";
import { clientSamples, firstCode } from "#features/buyer-api/docs/samples/client/rules.ts";

const TYPES = "features/buyer-api/rest/client/data/schema.gen.ts";
/** Below node_modules, where the program finds what it imports. */
const folder = path.resolve("node_modules", ".cache", `client-sample-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What TypeScript says of a program beside the client's types. */
function problemsOf(code: string): string[] {
  mkdirSync(folder, { recursive: true });
  copyFileSync(TYPES, path.join(folder, "sms-den.ts"));
  const file = path.join(folder, "first-code.ts");
  writeFileSync(file, code);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}

describe("the program with the generated client", () => {
  it("fits the client's types, and would not with a wrong name or a missing key", {
    timeout: 120_000,
  }, () => {
    const code = firstCode("https://smsden.example");
    expect(problemsOf(code)).toEqual([]);
    expect(problemsOf(code.replace("maxPriceKopecks", "maxPrice"))).not.toEqual([]);
    expect(problemsOf(code.replace("params: { header: once() },", ""))).not.toEqual([]);
  });

  it("names the installation's own address", () => {
    const text = clientSamples("https://smsden.example")
      .map(({ code }) => code)
      .join("\n");
    expect(text).toContain("https://smsden.example/api/v1/openapi.json");
    expect(text).toContain('baseUrl: "https://smsden.example"');
  });
});
