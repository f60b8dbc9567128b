import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { BuyButton } from "#features/activations/components/buy-button.island.tsx";
import { BuyOptions } from "#features/activations/components/buy-options.island.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import type { OfferView } from "#features/pricing/offers.rules.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

beforeEach(() => useShopOptions.setState(useShopOptions.getInitialState()));

const offer: OfferView = {
  ...{ countryId: 6, slug: "indonesia", name: "Indonesia", icon: null },
  ...{ priceKopecks: 1_000, otherTierKopecks: null, personalKopecks: null, count: 5, isScarce: false },
};

test("the line above the list says what happens when there is no number", () => {
  useShopOptions.setState({ autoRepeat: true, raisePercent: 20, replaceAfterSeconds: 120 });
  renderIsland(<BuyOptions />);
  screen.getByRole("button", { name: "If there is none: search 60 s, up to +20%, replace after 2 min" });
});

test("the choices open below the line, and what is chosen stands in it at once", async () => {
  renderIsland(<BuyOptions />);
  const line = screen.getByRole("button", { expanded: false });
  expect(line.textContent).toBe("No number at once? Search, pay a little more, replace");
  fireEvent.click(line);
  fireEvent.click(await screen.findByRole("button", { name: "+10%" }));
  expect(screen.getByRole("button", { expanded: true }).textContent).toBe("If there is none: up to +10%");
});

test.each([
  [{}, "Buy for 10,00\u00a0₽"],
  [{ raisePercent: 20 }, "Buy up to 12,00\u00a0₽"],
  [{ autoRepeat: true, raisePercent: 20 }, "Search up to 12,00\u00a0₽"],
  [{ replaceAfterSeconds: 60 }, "Buy for 10,00\u00a0₽"],
])("the button says what a press will do with the choices %j", (chosen, words) => {
  useShopOptions.setState(chosen);
  renderIsland(
    <BuyButton
      serviceName="Telegram"
      offer={offer}
      rubPerUsd={null}
      isMain
      isBusy={false}
      isBlocked={false}
      onBuy={() => {}}
    />,
  );
  expect(screen.getByRole("button").textContent).toBe(`${words}: Telegram, Indonesia`);
});
