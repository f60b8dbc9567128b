import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { ROOT } from "#lib/tooling/files.ts";

const { enums } = JSON.parse(readFileSync(path.join(ROOT, "app/_cms/data/schema.json"), "utf8")) as {
  readonly enums: Readonly<Record<string, { readonly values: readonly string[] }>>;
};

test("the tables of the content desk take texts in every language of the site", () => {
  const ofLanguages = Object.entries(enums).filter(([name]) => /_locales?$/.test(name));
  expect(ofLanguages.length).toBeGreaterThan(3);
  const site = locales.toSorted().join();
  const behind = ofLanguages.filter(([, { values }]) => values.toSorted().join() !== site);
  const remedy = "npm run cms -- --write prints the statements of a migration: one value more for each.";
  expect(
    behind.map(([name]) => name),
    remedy,
  ).toEqual([]);
});
