import { describe, expect, test } from "vitest";
import { docsPages, findDocsPage } from "#features/api-docs/api-docs.rules.ts";
import { listDocs, readDocs, remedyFor } from "#features/api-docs/markdown/docs-shelf.reads.ts";
import { assistantSamples } from "#features/api-docs/samples/assistant-samples.rules.ts";
import { locales } from "#lib/i18n/locales.ts";

describe.each(locales)("the documentation as Markdown in %s", (locale) => {
  test("every page has its title, its words filled in, and links that lead to the site", () => {
    for (const { path } of docsPages) {
      const text = readDocs(`docs://${path === "" ? "/" : path}`, locale) ?? "";
      expect(text, path).toMatch(/^# \S/);
      expect(text.length, path).toBeGreaterThan(40);
      // Between backticks it is a word of the protocol.
      expect(text, path).not.toMatch(/(?<!`)undefined|\]\(\//);
    }
  });

  test("every page of the navigation is listed once, under an address that leads to it", () => {
    const entries = listDocs(locale);
    expect(new Set(entries.map(({ uri }) => uri)).size).toBe(entries.length);
    for (const { uri, title, description } of entries) {
      expect(readDocs(uri, locale), uri).toContain("\n");
      for (const text of [title, description]) expect(text, uri).not.toMatch(/`|\]\(|\{\w+\}/);
    }
  });
});

test("what is drawn on a page stands in its Markdown: states, scripts, calls, tools and code", () => {
  const read = (uri: string) => readDocs(uri, "en");
  expect(read("docs:///activations")).toContain("- `waiting`: ");
  expect(read("docs:///sandbox")).toContain("- `tg`: A code after 2 seconds.");
  expect(read("docs:///rest")).toContain("- `POST /api/v1/activations`: ");
  expect(read("docs:///assistants")).toContain("- `buy_number`: ");
  expect(read("docs:///assistants")).toContain("claude mcp add --transport http");
  expect(read("docs:///rest/activations")).toMatch(/- `service`: \(.*\) Code of a service/);
});

test("the set-up of every common program names the door's address and carries the key", () => {
  const samples = assistantSamples("https://smsden.test/mcp");
  expect(samples.map(({ caption = "" }) => caption.split(" · ")[0])).toEqual([
    ...["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex", "Gemini CLI", "MCP Inspector"],
  ]);
  const shown = readDocs("docs:///assistants", "en");
  for (const { caption = "", code } of samples) {
    expect(code, caption).toContain("https://smsden.test/mcp");
    expect(code, caption).toContain("YOUR_KEY");
    expect(shown, caption).toContain(caption);
    if (caption.endsWith(".json")) expect(() => JSON.parse(code), caption).not.toThrow();
  }
});

test("an address that is no page is answered by nothing", () => {
  expect(findDocsPage(["nothing"])).toBeNull();
  for (const uri of ["docs:///nothing", "docs://nothing", "file:///etc/passwd", "", "docs:///../errors"])
    expect(readDocs(uri, "en"), uri).toBeNull();
});

test("what to do about a code is said without marks, and there is something to do about any", () => {
  expect(remedyFor("WRONG_MAX_PRICE", "en")).not.toMatch(/[`[\]{}]/);
  expect(remedyFor("SCOPE_MISSING", "en")).toMatch(/settings \(https?:\/\/\S+\/profile\/settings\/api\)/);
  expect(remedyFor("NO_SUCH_CODE", "en")).toBe(remedyFor("VALIDATION", "en"));
});
