import { expect, test } from "vitest";
import { SiteVariables } from "#features/site/site.contract.ts";
import { isTest, listSources } from "#lib/tooling/source-files.ts";

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
  const code = listSources()
    .filter(({ path }) => !isTest(path) && !/^features\/site\/site\.(?:rules|reads|contract)\.ts$/.test(path))
    .map((source) => source.code)
    .join("\n");
  expect(
    told.filter((name) => !new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(code)),
    "Let the code take it from features/site/site.rules.ts, or tell it no more.",
  ).toEqual([]);
});
