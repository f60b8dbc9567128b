import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { snippetOf } from "#features/api-docs/tester/snippets.rules.ts";
import { addressOf, type TesterRequest } from "#features/api-docs/tester/tester.rules.ts";
import { givenServer } from "#lib/testing/http-server.ts";

const run = promisify(execFile);

/** Everything that means something to a shell, to a program's text, to an address or to JSON. */
const NASTY = [
  "it's",
  'say "hi"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant as it stands
  "$HOME ${x} $(id) `id`",
  "back\\slash \\n \\u0041 \\",
  "two\nlines\r\n\tand a tab",
  "100% &a=b#c?d+e/f;g",
  "Индия 中文 हिन्दी 𝕏🙂 \u202e \u2028",
  "%s {0} {{x}} <b>@file -X --next",
  "'''\"\"\"",
  "{$a} \\$b [x]{y} ~!*()",
  "\u0001\u007f",
  "__proto__",
];
const values = Object.fromEntries(NASTY.map((text, index) => [`p${index}`, text]));

const query: TesterRequest = {
  verb: "GET",
  path: `/stubs/${encodeURIComponent("o'ne $x`")}`,
  query: [["action", "getNumber"], ...Object.entries(values)],
  headers: [],
};
const write: TesterRequest = {
  verb: "POST",
  path: "/api/v1/activations",
  query: [],
  headers: [["Idempotency-Key", "a'b\"c$d`e\\f"]],
  body: {
    ...values,
    nested: { list: [1, 2.5, true, false, null, "x'y"], empty: {}, none: [] },
    ["__proto__"]: "own",
    "1": { "0": "a", "1": "b" },
    "odd-name's": "$v",
  },
};
const bare: TesterRequest = { verb: "DELETE", path: "/api/v1/webhooks/7", query: [], headers: [] };
const KEY = "sd_live_'\"$`\\key";

type Seen = { method: string; url: string; headers: Record<string, unknown>; body: unknown };
let seen: Seen | null = null;
const server = await givenServer((request, response) => {
  seen = {
    method: response.req.method ?? "",
    url: request.path,
    headers: request.headers,
    body: request.body,
  };
  response.end("ok");
});
const origin = server.url.replace("/agent", "");

const programs = {
  curl: (code: string) => run("bash", ["-c", code]),
  javascript: (code: string) => run(process.execPath, ["--input-type=module", "-e", code]),
  python: (code: string) => run("python3", ["-c", code]),
  php: (code: string) => run("php", ["-r", code.replace("<?php\n", "")]),
} as const;

/** Is there something on this machine that can run the language? */
function canRun(command: string, ...parameters: string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const runnable = {
  curl: canRun("curl", "--version") && canRun("bash", "--version"),
  javascript: true,
  python: canRun("python3", "-c", "import requests"),
  php: canRun("php", "-r", "exit(extension_loaded('curl') ? 0 : 1);"),
} as const;

for (const language of ["curl", "javascript", "python", "php"] as const) {
  describe.skipIf(!runnable[language])(`the example in ${language}, run`, () => {
    test.each([
      ["a reading call", query],
      ["a write with a body", write],
      ["a call without either", bare],
    ])("%s sends exactly what the form holds, whatever that is", async (_name, request) => {
      seen = null;
      const { stdout } = await programs[language](snippetOf(language, { request, origin, key: KEY }));
      expect(stdout).toMatch(language === "curl" ? /^ok$/ : /^200 ok\s*$/);
      const got = seen as unknown as Seen;
      expect(got.method).toBe(request.verb);
      const url = new URL(got.url, origin);
      expect(url.pathname).toBe(new URL(addressOf(request, origin)).pathname);
      expect([...url.searchParams]).toEqual(request.query);
      expect(got.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(got.headers["idempotency-key"]).toBe(request.headers[0]?.[1]);
      expect(got.body).toEqual(request.body ?? null);
      if (request.body) expect(got.headers["content-type"]).toBe("application/json");
    });
  });
}

describe("the example in PHP", () => {
  /** Reads a text as PHP's manual says: two escapes in single quotes, more in double ones. */
  function readPhp(literal: string): string {
    if (literal.startsWith("'")) return literal.slice(1, -1).replaceAll(/\\(['\\])/g, "$1");
    const names: Record<string, string> = { n: "\n", r: "\r", t: "\t" };
    return literal
      .slice(1, -1)
      .replaceAll(/\\(?:x([0-9a-f]{2})|(.))/gs, (_all, hex: string | undefined, one: string) =>
        hex === undefined ? (names[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
      );
  }

  test("spells every value so that PHP reads it back, and lets no variable stand in it", () => {
    const code = snippetOf("php", { request: query, origin, key: null });
    const literals = [...code.matchAll(/^ {4}'p\d+' => ([^\n]*),\n/gm)].map(
      ([, literal]) => literal as string,
    );
    expect(literals.map(readPhp)).toEqual(NASTY);
    for (const literal of literals.filter((one) => one.startsWith('"')))
      expect(literal.slice(1, -1).replaceAll(/\\./g, "")).not.toMatch(/["$]/);
  });

  test("keeps objects objects, also empty ones and those with numbers for names", () => {
    const code = snippetOf("php", {
      request: { ...bare, body: { empty: {}, list: [], counted: { "0": "a" }, plain: { a: true } } },
      origin,
      key: null,
    });
    expect(code).toContain("'empty' => new stdClass(),");
    expect(code).toContain("'list' => [],");
    expect(code).toContain("'counted' => (object) [");
    expect(code).toContain("'plain' => [");
  });
});

test("an example without a key has no header for one", () => {
  for (const language of ["curl", "javascript", "python", "php"] as const)
    expect(snippetOf(language, { request: query, origin, key: null })).not.toMatch(/authorization/i);
});
