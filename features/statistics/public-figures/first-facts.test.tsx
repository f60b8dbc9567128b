import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, test } from "vitest";
import { FirstFacts } from "#features/statistics/public-figures/first-facts.tsx";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";

const all = { deliveryPercent: 87, medianSeconds: 14, lowestKopecks: 840 };

function show(figures: typeof all | Record<keyof typeof all, null>, locale: Locale = "en") {
  return render(
    <NextIntlClientProvider locale={localeFacts[locale].tag} messages={messagesOf(locale)} timeZone="UTC">
      <FirstFacts figures={figures} fromKopecks={figures.lowestKopecks} rubPerUsd={null} />
    </NextIntlClientProvider>,
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
