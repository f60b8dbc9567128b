import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { AgreedPricesPanel } from "#features/back-office/agreed-prices/agreed-prices.island.tsx";
import { ApiOnlyList } from "#features/back-office/api-only/api-only-list.island.tsx";
import type { GoodsPrice } from "#features/back-office/goods/goods.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { type FakeRequest, fakeApi } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const telegram = {
  ...{ id: 52, external_id: "tg", service_external_id: "tg", name: "Telegram", slug: "telegram" },
  ...{ icon: null, icon_id: null, nameTranscriptionEnRu: "", nameTranscriptionRuEn: "", category: "other" },
};
const goods = (id: number, name: string, prices: GoodsPrice["prices"]): GoodsPrice => ({
  country: { id, name, slug: name.toLowerCase(), icon: "/icons/flags/x.svg" },
  prices,
});
const prices = { retailKopecks: 1_400, wholesaleKopecks: 1_300, costKopecks: 1_000 };

function answer({ method, path, query }: FakeRequest) {
  if (method === "POST") return { status: 200, body: { items: [] } };
  if (path === "/desk/services") return { status: 200, body: [telegram] };
  if (!path.startsWith("/desk/prices")) return { status: 200, body: { items: [] } };
  const known = query.service === "tg" ? prices : null;
  return { status: 200, body: { items: [goods(6, "Indonesia", known), goods(7, "Malaysia", null)] } };
}

/** Shows an island of the desk; returns a function that tells what has been posted. */
function show(island: ReactElement) {
  const requests = fakeApi(answer);
  renderAtDesk(island);
  return () => requests.filter(({ method }) => method === "POST").map(({ body }) => body);
}

/** The dialog that a button opens. */
async function openDialog(button: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

test("a price is agreed for a service found by name and a country with retail, wholesale and cost beside it", async () => {
  const sent = show(<AgreedPricesPanel id={7} email="person@example.com" mayChange />);
  const dialog = await openDialog("Agree a price");
  await user.type(dialog.getByRole("combobox", { name: "Find a service" }), "telegr{Enter}");
  const change = await dialog.findByRole("button", { name: "Change Telegram" });
  expect(document.activeElement).toBe(change);
  const indonesia = await dialog.findByRole("button", {
    name: /Indonesia\s*Retail 14,00\s₽ · wholesale 13,00\s₽ · costs us 10,00\s₽/,
  });
  dialog.getByRole("button", { name: /Malaysia\s*Not in stock now/ });
  await user.click(indonesia);
  dialog.getByText(/costs us 10,00/);
  await user.type(dialog.getByLabelText("Agreed price, ₽"), "11");
  await user.type(dialog.getByRole("textbox", { name: /reason/i }), "buys a lot");
  await user.click(dialog.getByRole("button", { name: /^Agree on 11,00/ }));
  const agreed = { serviceCode: "tg", countryId: 6, priceKopecks: 1_100, reason: "buys a lot" };
  await eventually(() => expect(sent()).toEqual([agreed]));
});

test("a country chosen at the desk is searched by its name, taken with Enter and changed again", async () => {
  const sent = show(<ApiOnlyList mayChange />);
  const dialog = await openDialog("Sell through the API alone");
  const box = await dialog.findByRole("searchbox", { name: "Find a country" });
  await user.type(box, "atlantis");
  dialog.getByText("No country found for “atlantis”.");
  await user.clear(box);
  await user.type(box, "mal{Enter}");
  await user.click(dialog.getByRole("button", { name: "Change Malaysia" }));
  expect(document.activeElement).toBe(dialog.getByRole("searchbox", { name: "Find a country" }));
  await user.keyboard("indo{Enter}");
  expect(dialog.queryByText(/Retail|Not in stock/)).toBeNull();
  await user.type(dialog.getByRole("textbox", { name: /reason/i }), "only programs");
  const submit = dialog.getAllByRole("button", { name: "Sell through the API alone" });
  await user.click(submit.at(-1)!);
  const set = { serviceCode: null, countryId: 6, reason: "only programs" };
  await eventually(() => expect(sent()).toEqual([set]));
});
