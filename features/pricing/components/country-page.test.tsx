import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { CountryPage } from "#features/pricing/components/country-page.tsx";
import { useDeadEnd } from "#features/pricing/dead-end.island.tsx";
import type { CountryShop } from "#features/pricing/pricing.loaders.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const country = (id: number, name: string, iso2: string): CountryShop["country"] => ({
  ...{
    id,
    name,
    iso2,
    slug: name.toLowerCase(),
    icon: `/icons/countries/${iso2.toLowerCase()}.svg`,
    dialCode: "56",
  },
  ...{ stock: { fromKopecks: 900, count: 3 } },
});
const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };

function Help() {
  const { search, countryId } = useDeadEnd();
  return (
    <p>
      help with {search} {countryId}
    </p>
  );
}

function show(services: CountryShop["services"]) {
  const neighbours = services.length === 0 ? [country(39, "Argentina", "AR"), country(65, "Peru", "PE")] : [];
  const shop = { country: country(151, "Chile", "CL"), services, neighbours, rubPerUsd: 80 };
  renderIsland(<CountryPage shop={shop} deadEnd={<Help />} />, "en", messagesOf("en"));
}

test("a country without numbers names the nearest ones that have some, and helps with itself", () => {
  show([]);
  const nearest = screen.getByRole("region", { name: "Nearest countries with numbers" });
  expect(
    within(nearest)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/countries/argentina", "/countries/peru"]);
  screen.getByText("help with Chile 151");
});

test("a country with numbers offers its services and no help", () => {
  show([{ ...telegram, priceKopecks: 900, count: 3 }]);
  expect(screen.getByRole("link", { name: /Telegram/ }).getAttribute("href")).toBe("/telegram?country=chile");
  expect(screen.queryByText(/help with/)).toBeNull();
});
