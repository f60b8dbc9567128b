import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FirstFacts } from "#features/statistics/public-figures/first-facts.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const all = { deliveryPercent: 87, medianSeconds: 14, lowestKopecks: 840 };

function show(figures: typeof all | Record<keyof typeof all, null>, locale: Locale = "en") {
  return renderIsland(
    <FirstFacts figures={figures} fromKopecks={figures.lowestKopecks} rubPerUsd={null} />,
    locale,
    messagesOf(locale),
  );
}

test("the first screen tells from which price, how many numbers got a code and how soon", () => {
  show(all);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Numbers from 8,40\u00a0₽",
    "87% of numbers got a code in the last 30 days",
    "Half of the codes came within 14 seconds",
  ]);
});

test("what is not known is not told, and nothing stands there at all without figures", () => {
  const { container } = show({ deliveryPercent: null, medianSeconds: null, lowestKopecks: null });
  expect(container.textContent).toBe("");
});

test.each(locales)("the facts of the first screen have all their words in %s", (locale) => {
  const { container } = show(all, locale);
  expect(container.textContent).toContain("87");
  expect(container.textContent).not.toMatch(/statistics\.|\{|\}/);
});
