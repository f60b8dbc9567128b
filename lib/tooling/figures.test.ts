import { expect, test } from "vitest";
import { findLines, isTest, listSources } from "#lib/tooling/source-files.ts";

const sources = listSources().filter(({ path }) => !isTest(path) && !/^(bench|lib\/tooling)\//.test(path));

test("numbers, dates and spans of time are written by lib/i18n/formats.ts alone", () => {
  const own =
    /\.toLocale(?:Date|Time)?String\(|Intl\.(?:Number|RelativeTime)Format|Intl\.DateTimeFormat(?!\(\)\.resolvedOptions\(\)\.timeZone|\(\)\.resolvedOptions\(\);)|\bformat\.(?:number|dateTime)\(/;
  const offenders = sources
    .filter(({ path }) => path !== "lib/i18n/formats.ts")
    .flatMap((source) => findLines(source, own));
  expect(offenders, "Use formatNumber, formatDay, formatMoment, formatUnit, formatFromNow, isoDay.").toEqual(
    [],
  );
});

test("what CSS writes in capitals says its language: in Turkish an i would become İ", () => {
  const offenders = sources.flatMap(({ path, code }) =>
    [
      ...code.matchAll(
        /<[A-Z][\w.]*\b(?:(?!\n\s*\/?>)[\s\S])*?["\s]uppercase["\s]|<[a-z]+\b[^<>]*["\s]uppercase["\s]/g,
      ),
    ]
      .filter(([element]) => !element.includes("lang="))
      .map(([element]) => `${path}: ${element.slice(0, 80)}`),
  );
  expect(offenders, 'Give the element lang="en", or make the capitals by toUpperCase().').toEqual([]);
});
