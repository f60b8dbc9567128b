import { screen, within } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Shop } from "#features/pricing/pricing.loaders.ts";
import { rememberMode } from "#features/rentals/shop/shop.client.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const settings = vi.hoisted(() => ({ isReadyShopOpen: false }));
vi.mock("server-only", () => ({}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/",
  useRouter: () => ({ push: () => {} }),
}));
/** What an operator has set. */
vi.mock("#features/site/site.loaders.ts", () => ({
  isRentOpen: false,
  get isReadyShopOpen() {
    return settings.isReadyShopOpen;
  },
}));
// What the page reads of the database.
vi.mock("#features/statistics/delivery/delivery.loaders.ts", () => ({ loadDeliveries: async () => ({}) }));
const { ShopPage } = await import("#app/_shop/shop-page.tsx");

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
});

/** The selection of a number with its ways, as the page of a service has it. */
async function showWays() {
  const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
  const shop = { service: telegram, rubPerUsd: 80, offers: [] } as unknown as Shop;
  const page = await ShopPage({ locale: "en", shop, pageServiceCode: null, facts: null });
  type Selection = { renderShop: (parts: Record<string, ReactNode>) => ReactElement };
  const selection = (page.props as { children: ReactElement<Selection> }).children;
  const { renderShop } = selection.props;
  return renderIsland(renderShop({ title: "Numbers", lead: "Buy one", buy: <p>countries</p> }));
}
const ways = () =>
  within(screen.getByRole("group", { name: "Ways to get a number" }))
    .getAllByRole("button")
    .map(({ textContent }) => textContent);

test("ready accounts are one of the ways where the operator sells them, and no tab anywhere else", async () => {
  settings.isReadyShopOpen = true;
  const { unmount } = await showWays();
  expect(ways()).toEqual(["Buy", "Ready accounts"]);
  unmount();
  settings.isReadyShopOpen = false;
  // Whoever had chosen it before finds the numbers.
  rememberMode("readyAccounts");
  await showWays();
  expect(screen.queryByRole("group", { name: "Ways to get a number" })).toBeNull();
  expect(screen.queryByText("Ready accounts")).toBeNull();
  expect(screen.getByText("countries")).toBeTruthy();
});
