import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeEach, expect, test, vi } from "vitest";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { usePagePrices } from "#features/activations/shop/shop.client.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { rememberedMode } from "#features/rentals/shop/shop.client.ts";
import { type FakeRequest, fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () =>
    ({ push: () => {} }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
const whatsapp = { id: 1, code: "wa", name: "WhatsApp", slug: "whatsapp", icon: null };
const indonesia = {
  ...{ countryId: 6, slug: "indonesia", name: "Indonesia", icon: null },
  ...{ priceKopecks: 840, otherTierKopecks: null, personalKopecks: null, count: 141, isScarce: false },
};
const onWire = ({ id, code, name, slug }: typeof telegram) => ({
  ...{ id, external_id: code, service_external_id: code, name, slug, icon: null, icon_id: null },
  ...{ nameTranscriptionEnRu: "", nameTranscriptionRuEn: "", category: "other" },
});
const soldOffer = {
  ...{ country_external_id: 6, country_slug: "indonesia", name: "Indonesia", count: 141 },
  ...{ price: 8.4, otherTierPrice: null, customPrice: null, isNeedRepeat: false },
};
const rentOffer = { ...soldOffer, price: 40, hourKopecks: 1_000, customHourKopecks: null, operators: [] };
const rentable = [onWire(telegram), onWire(whatsapp)];

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  usePagePrices.setState(usePagePrices.getInitialState());
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

function show(pageServiceCode: string | null = null) {
  const requests = fakeApi(({ path, query }) => {
    if (path === "/rent") return { status: 200, body: query.search ? [] : rentable };
    if (path === "/rent/get-prices") return { status: 200, body: [rentOffer] };
    if (path.startsWith("/country/get-prices")) return { status: 200, body: [soldOffer] };
    return { status: 200, body: [] };
  });
  const shop = {
    ...{ service: telegram, popular: [telegram, whatsapp], serviceCount: 2, popularStock: {} },
    ...{ rubPerUsd: 80, deliveries: {}, offers: [indonesia], isServicePage: pageServiceCode !== null },
  };
  renderIsland(
    <ModeTabs
      {...{ title: "Numbers", lead: "Buy one", isRentOpen: true, rubPerUsd: 80, pageServiceCode }}
      buy={<NumberShop {...shop} />}
      ready={<p>ready accounts</p>}
    />,
  );
  return requests;
}

const choose = (name: RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole("button", { name, pressed: false })));
const rent = () => choose(/^Rent/);
const buy = () => choose(/^Buy$/);
const heading = (name: string) => screen.findByRole("heading", { name, level: 2 });
const box = (role: "combobox" | "searchbox") => screen.getByRole(role) as HTMLInputElement;
const asked = (requests: FakeRequest[], path: string) => requests.filter((one) => one.path === path);

test("a switch begins with the usual service of the other way, and a reload too", async () => {
  cookie.set("selectedServiceId", "1");
  cookie.set("selectedServiceIdExternal", "wa");
  show();
  await heading("WhatsApp");
  await rent();
  await heading("Telegram");
  await choose(/^WhatsApp/);
  await heading("WhatsApp");
  await buy();
  await heading("Telegram");
  expect([cookie.get("selectedServiceId"), cookie.get("selectedServiceIdExternal")]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a switch clears what was searched for, and the popular services stand there again", async () => {
  show();
  fireEvent.change(box("combobox"), { target: { value: "vib" } });
  fireEvent.change(box("searchbox"), { target: { value: "chi" } });
  expect(screen.queryByRole("link", { name: /^WhatsApp/ })).toBeNull();
  await rent();
  await screen.findByRole("button", { name: /^WhatsApp/ });
  expect([box("combobox").value, box("searchbox").value]).toEqual(["", ""]);
  await buy();
  screen.getByRole("link", { name: /^WhatsApp/ });
  expect([box("combobox").value, box("searchbox").value]).toEqual(["", ""]);
});

test("a switch asks anew for prices and services, and a press on the way that is chosen changes nothing", async () => {
  const requests = show();
  fireEvent.change(box("searchbox"), { target: { value: "indo" } });
  fireEvent.click(screen.getByRole("button", { name: "Buy", pressed: true }));
  expect(box("searchbox").value).toBe("indo");
  expect(requests.filter(({ path }) => path.includes("get-prices"))).toEqual([]);
  await rent();
  await screen.findByRole("button", { name: /^Rent from 40,00/ });
  await buy();
  await waitFor(() => expect(asked(requests, "/country/get-prices/52")).toHaveLength(1));
  await rent();
  await waitFor(() => expect(asked(requests, "/rent/get-prices")).toHaveLength(2));
  expect(requests.filter(({ path, query }) => path === "/rent" && query.page === "1")).toHaveLength(2);
});

test("a switch on the page of a service stays with that service", async () => {
  show("wa");
  await rent();
  await heading("WhatsApp");
});

test("a reload after a switch to ready accounts stays with them, whatever way a link had asked for", async () => {
  history.replaceState(null, "", "/?type=rent");
  show();
  await screen.findByRole("button", { name: /^Rent from 40,00/ });
  await choose(/^Ready accounts$/);
  screen.getByText("ready accounts");
  expect(rememberedMode()).toBe("readyAccounts");
});
