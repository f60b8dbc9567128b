import { readFileSync } from "node:fs";
import path from "node:path";
import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { CurrencyToggle } from "#features/site/components/currency-toggle.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

const css = readFileSync(path.join(import.meta.dirname, "globals.css"), "utf8");

afterEach(() => {
  document.head.replaceChildren();
  delete document.documentElement.dataset.hideRub;
});

/** Puts one rule of the style sheet, which a test's browser reads as a whole page would. */
function obey(rule: RegExp): void {
  const style = document.createElement("style");
  style.textContent = rule.exec(css)?.[0] ?? "";
  document.head.append(style);
}

test("who is shown dollars alone has no list of currencies to open", () => {
  obey(/\[data-hide-rub\] \.currency-choice \{[^}]*\}/);
  renderIsland(<CurrencyToggle locale="en" />);
  const choice = () => screen.queryByRole("group", { name: "Currency of prices" });
  expect(choice()).not.toBeNull();
  document.documentElement.dataset.hideRub = "";
  expect(choice()).toBeNull();
});

test("countries beyond the fourteenth are hidden on screens up to 992 px alone", () => {
  const rule =
    /@media \(width <= 992px\) \{\s*\[data-rows="first"\] > \[data-beyond\] \{\s*display: none;\s*\}\s*\}/;
  expect(css).toMatch(rule);
  expect(css.match(/data-beyond/g)).toHaveLength(1);
});

test("a page is 1400 px wide at most", () => {
  expect(/@utility frame \{[^}]*\}/.exec(css)?.[0]).toContain("max-width: 1400px;");
  const { container } = renderIsland(<PageFrame>page</PageFrame>);
  expect(container.firstElementChild?.className.split(" ")).toContain("frame");
});

test("in the wide layout a page where numbers are chosen is wider, and no other", () => {
  expect(css).toMatch(/\n\[data-wide\]:has\(\.number-page\) \.frame \{\s*max-width: 1800px;\s*\}/);
  const parts = path.join(import.meta.dirname, "../features/activations/components");
  expect(readFileSync(path.join(parts, "number-page.tsx"), "utf8")).toContain(
    '<PageFrame className="number-page">',
  );
});
