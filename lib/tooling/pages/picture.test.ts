import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { messagesOf } from "#lib/i18n/messages.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { plainTexts } from "#lib/tooling/pages/plain-texts.ts";

const read = (file: string) => readFileSync(path.join(ROOT, file));

test("README shows the product in the reader's theme, and says in words what is to be seen", () => {
  const readme = read("README.md").toString();
  const picture = /<picture>(.+?)<\/picture>/s.exec(readme)?.[1] ?? "";
  expect(picture).toContain('<source media="(prefers-color-scheme: dark)" srcset="docs/picture-dark.png">');
  expect(picture).toMatch(/<img src="docs\/picture-light\.png" alt="[^"]{40,}"/);
});

test.each(["light", "dark"])("the picture of the %s theme is a PNG of 200 KB at most", (theme) => {
  const picture = read(`docs/picture-${theme}.png`);
  expect(picture.subarray(1, 4).toString()).toBe("PNG");
  expect(picture.length).toBeLessThan(200 * 1024);
});

test("every text on README's picture is one that the product still says", () => {
  const { texts } = JSON.parse(read("docs/picture.json").toString()) as { texts: string[] };
  const said = new Set(plainTexts(messagesOf("en")));
  expect(
    texts.filter((text) => !said.has(text)),
    "Take it anew with `npm run picture`.",
  ).toEqual([]);
  expect(texts.length).toBeGreaterThan(10);
});
