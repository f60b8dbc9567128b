import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Style sheets and media are loaded once more for two rules alone: of locked orientation and of sound that begins by itself. */
const preload = false;

/** Everything of WCAG 2.2 A and AA and the good habits, and that a control's name holds what is read on it. */
const options: RunOptions = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  },
  rules: { "label-content-name-mismatch": { enabled: true } },
  resultTypes: ["violations"],
  preload,
};

/** The rules whose answers follow from the colours, and so from the theme; all others look at names, roles and places. */
const ofColours = ["color-contrast", "link-in-text-block"];
const colours: RunOptions = {
  runOnly: { type: "rule", values: ofColours },
  resultTypes: ["violations"],
  preload,
};
const places: RunOptions = {
  ...options,
  rules: { ...options.rules, ...Object.fromEntries(ofColours.map((rule) => [rule, { enabled: false }])) },
};
const optionsOf = { everything: options, colours, places } as const;

/**
 * What axe finds on the page as it is now: one line for each element, `rule: element (what is wrong)`. "colours" is enough
 * for a page that has been looked at as it is, in the other theme; "places", all the rest, for one whose colours have been.
 */
export async function findingsOf(page: Page, what: keyof typeof optionsOf = "everything"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(async (how) => {
    const { axe } = window as unknown as { axe: { run(how: unknown): Promise<AxeResults> } };
    return axe.run(how);
  }, optionsOf[what]);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => {
      const why = failureSummary?.split("\n").slice(1).join(" ").replaceAll(/\s+/g, " ").trim();
      return `${id}: ${html.slice(0, 160)} (${why})`;
    }),
  );
}
