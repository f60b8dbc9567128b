import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NumberPage } from "#features/activations/components/number-page.tsx";
import type { Shop } from "#features/pricing/pricing.loaders.ts";
import { locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const service = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };

/** The line under the heading of a service's page that has so many countries to choose from. */
function leadWith(countries: number, locale: (typeof locales)[number] = "en") {
  const shop = { service, popular: [], rubPerUsd: 80, wholesaleTurnoverKopecks: 1, offers: Array(countries) };
  renderIsland(
    <NumberPage
      {...{ shop: shop as unknown as Shop, isServicePage: true, deliveries: {}, deadEnd: null }}
      renderShop={({ lead }) => <p data-testid="lead">{lead}</p>}
    />,
    locale,
    messagesOf(locale),
  );
  return screen.getByTestId("lead").textContent;
}

test("everybody reads above the rows from which amount and in how many days prices are wholesale", () => {
  const shop = { service, popular: [], rubPerUsd: 80, wholesaleTurnoverKopecks: 5_000_000, offers: [] };
  renderIsland(
    <NumberPage
      {...{ shop: shop as unknown as Shop, isServicePage: false, deliveries: {}, deadEnd: null }}
      renderShop={({ tierLine }) => <div data-testid="tier">{tierLine}</div>}
    />,
    "en",
    messagesOf("en"),
  );
  expect(screen.getByTestId("tier").textContent).toMatch(
    /^Wholesale prices from 50.000,00.₽ \$625,00 bought in 30 days\.$/,
  );
});

test("the page of a service with numbers asks for a country and says where the code appears", () => {
  expect(leadWith(1)).toMatch(/^Choose a country: the Telegram code appears here/);
});

test("the page of a service without numbers neither asks for a country nor promises a code", () => {
  expect(leadWith(0)).toBe("You pay only if the Telegram code arrives.");
});

test.each(locales)("in %s the page of a service without numbers has words of its own", (locale) => {
  const lead = leadWith(0, locale);
  expect(lead).toContain("Telegram");
  expect(lead).not.toContain("activations.");
});
