import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { expect, test } from "vitest";
import { pictureSheets, SHEETS } from "#lib/tooling/catalogue/picture-sheets.ts";

const sheets = pictureSheets().filter(({ file }) => file.startsWith(SHEETS));

test("the sheets hold the flags and marks of today, and no sheet of before is left", () => {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : null);
  const stale = pictureSheets().filter(({ file, content }) => read(file) !== content);
  const remedy = "npm run catalogue draws them anew.";
  expect(
    stale.map(({ file }) => path.basename(file)),
    remedy,
  ).toEqual([]);
  expect(readdirSync(SHEETS).toSorted(), remedy).toEqual(
    sheets.map(({ file }) => path.basename(file)).toSorted(),
  );
});

test("every flag and mark stands in exactly one sheet", () => {
  const ids = sheets.flatMap(({ content }) =>
    [...content.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id),
  );
  const files = ["countries", "services", "payments"].flatMap((folder) =>
    readdirSync(path.join(SHEETS, "..", folder)).map((file) => `${folder}-${path.basename(file, ".svg")}`),
  );
  expect(ids.toSorted(), "npm run catalogue draws the sheets anew.").toEqual(files.toSorted());
});

test("a sheet is no heavier than what a page used to load without it", () => {
  // As the front door packs them.
  const packed = (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  const [flags, first, rest] = sheets.map(({ content }) => packed(content));
  expect(flags).toBeLessThan(35_000);
  expect(first).toBeLessThan(30_000);
  expect(rest).toBeLessThan(65_000);
});
