import { expect, test } from "vitest";
import { listSources } from "#lib/tooling/source-files.ts";

const HOME = "lib/testing/eventually.ts";

test("no test gives up after vitest's own second, whatever the machine does besides", () => {
  const impatient = listSources()
    .filter(({ path: file, text }) => file !== HOME && /\bvi\.(waitFor|waitUntil)\(/.test(text))
    .map(({ path: file }) => file);
  expect(impatient, `Wait by \`eventually\` (${HOME}).`).toEqual([]);
});
