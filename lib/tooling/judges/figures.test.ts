import { expect, test } from "vitest";
import { SiteVariables } from "#features/site/site.contract.ts";
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

/** Screens that write an amount in one currency, or write both themselves, and why. Only ever shortened. */
const writesAmounts: readonly (readonly [path: RegExp, because: string])[] = [
  [/^components\/ui\/money\.tsx$/, "writes both"],
  [/^features\/site\/money(-axis)?\.client\.ts$/, "writes both, or the visitor's, in words"],
  [/^features\/back-office\//, "the staff's books are in roubles"],
  [
    /^features\/payments\/(components\/amount-words|pay-form\/amount-field\.island)\.tsx$/,
    "a method keeps its own currency",
  ],
  [
    /^features\/payments\/transfers\/components\/transfer-steps\.island\.tsx$/,
    "what the bank is told to send",
  ],
  [/^features\/pricing\/components\/rate-line\.tsx$/, "the rate itself"],
];

/** Shows the visitor's currency alone: a button, a tile or the other tier's price, where both stand beside it or behind it. */
const showsOne = [
  "features/activations/components/buy-button.island.tsx",
  "features/activations/search/components/search-again.island.tsx",
  "features/pricing/components/offer-row.tsx",
  "features/pricing/stock/components/stock-line.tsx",
  "features/ready-accounts/components/ready-shop.island.tsx",
  "features/rentals/components/price-button.tsx",
  "features/rentals/components/rent-shop.island.tsx",
];

test("an amount is shown by Money, RatedMoney or useMoneyText alone, which know both currencies", () => {
  const own = /\b(?:displayRoubles|dollarsText|moneyTexts)\(|\\u00a0₽|opecks\s*\/\s*100\b/;
  const screens = sources.filter(({ path }) => /\.tsx$|\.client\.ts$/.test(path));
  const writers = screens.filter((source) => findLines(source, own).length > 0);
  const offenders = writers.filter(({ path }) => !writesAmounts.some(([allowed]) => allowed.test(path)));
  expect(
    offenders.flatMap((source) => findLines(source, own)),
    "Use Money or RatedMoney, in a sentence useMoneyText (decision 0571).",
  ).toEqual([]);
  const idle = writesAmounts.filter(([allowed]) => !writers.some(({ path }) => allowed.test(path)));
  expect(idle, "Take these off the list.").toEqual([]);
});

test("one currency alone stands on buttons and tiles only, where both are beside it or behind it", () => {
  const alone = sources.filter(
    ({ path, code }) =>
      /\.tsx$/.test(path) && !path.startsWith("app/_gallery/") && code.includes('show="one"'),
  );
  expect(alone.map(({ path }) => path)).toEqual(showsOne);
});

const { timers, pageSizes, ...others } = SiteVariables.shape;

/** What is no figure: names, lists and the defaults, which pages take from the same function as `/configs`. */
const isFigure = (name: string) => !/^(?:brandName|default.+|showRent|languages|currencies)$/.test(name);

/** How the code calls a figure that stands outside of timers and page sizes. */
const namesInCode: Readonly<Record<string, string>> = {
  scrollThresholdPx: "scrollThresholdPx",
  refundWindowMinutes: "refundWindowMinutes",
  cancelLockSeconds: "env.CANCEL_LOCK_SECONDS",
  rentHours: "rentBounds",
  partnerPortsMin: "partnerPortsMin",
};

test("every figure that /configs tells is one that the product's own code obeys", () => {
  const told = [
    ...Object.keys(timers.shape).map((name) => `siteTimers.${name}`),
    ...Object.keys(pageSizes.shape).map((name) => `pageSizes.${name}`),
    ...Object.keys(others)
      .filter(isFigure)
      .map((name) => namesInCode[name] ?? name),
  ];
  expect(told.length).toBeGreaterThan(10);
  const code = sources
    .filter(({ path }) => !/^features\/site\/site\.(?:rules|reads|contract)\.ts$/.test(path))
    .map((source) => source.code)
    .join("\n");
  expect(
    told.filter((name) => !new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(code)),
    "Let the code take it from features/site/site.rules.ts, or tell it no more.",
  ).toEqual([]);
});
