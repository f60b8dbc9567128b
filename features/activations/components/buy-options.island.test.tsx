import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeEach, expect, test, vi } from "vitest";
import { BuyButton } from "#features/activations/components/buy-button.island.tsx";
import { BuyOptions } from "#features/activations/components/buy-options.island.tsx";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import type { OfferView } from "#features/pricing/offers.rules.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () =>
    ({ push() {} }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

beforeEach(() => {
  sessionStorage.clear();
  useShopOptions.setState(useShopOptions.getInitialState());
});

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

/** A user who opens the choices, has a number searched for up to +20 % and presses `switches` too; then the button of the only row. */
async function searchesWith(...switches: string[]) {
  cookie.set("signed-in", "1");
  const requests = fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (path === "/searches" && method === "GET") return { status: 200, body: { searches: [] } };
    return { status: 200, body: method === "POST" ? { id: 50_001, state: "searching", closedAt: null } : [] };
  });
  const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
  renderIsland(
    <NumberShop
      {...{ service: telegram, popular: [telegram], serviceCount: 1, popularStock: {} }}
      {...{ rubPerUsd: null, deliveries: {}, offers: [offer], isServicePage: false }}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: /^No number at once/ }));
  fireEvent.click(await screen.findByRole("switch", { name: "Search until a number appears" }));
  fireEvent.click(screen.getByRole("button", { name: "+20%" }));
  for (const name of switches) fireEvent.click(screen.getByRole("switch", { name }));
  fireEvent.click(screen.getByRole("button", { name: /^Search up to .*: Telegram, Indonesia$/ }));
  await waitFor(() => expect(requests.some(({ method }) => method === "POST")).toBe(true));
  return requests.find(({ method }) => method === "POST");
}

test("a search may cost the chosen price from its start on while the switch that raises it step by step is off", async () => {
  const { path, body } = (await searchesWith())!;
  expect([path, body]).toEqual([
    "/searches",
    { service: "tg", country: 6, seconds: 60, maxPriceKopecks: 1_200, raises: [] },
  ]);
});

test("the switch that raises the price step by step has a search begin at the shown price and climb to the chosen one", async () => {
  const { body } = (await searchesWith("Raise the price step by step"))!;
  expect(body).toMatchObject({
    maxPriceKopecks: 1_000,
    raises: [
      { afterSeconds: 20, maxPriceKopecks: 1_100 },
      { afterSeconds: 40, maxPriceKopecks: 1_200 },
    ],
  });
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
