import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { MyAccounts } from "#features/ready-accounts/components/my-accounts.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const order = {
  ...{ id: 700_000_001, state: "delivered", offerId: 17, name: "Telegram, aged", count: 2 },
  service: { code: "tg", name: "Telegram", icon: null },
  country: { name: "Indonesia", icon: "" },
  ...{ priceKopecks: 550, totalKopecks: 1_100, orderedAt: new Date().toISOString() },
  ...{ deliveredAt: new Date().toISOString(), warrantyUntil: null },
};

function show(orders: object[], items: string[] | null = ["a:1", "b:2"]) {
  fakeApi(({ path }) =>
    path === "/ready-accounts/orders"
      ? { status: 200, body: { orders, nextCursor: null } }
      : { status: 200, body: { ...order, items } },
  );
  renderIsland(<MyAccounts rubPerUsd={null} fileName="grizzly-accounts-{offerId}.txt" />);
}

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test("what was bought is shown again when it is asked for, to copy and to download", async () => {
  show([order]);
  await screen.findByText("Delivered");
  expect(screen.queryByText("a:1")).toBeNull();
  await press("Show");
  await screen.findByText("b:2");
  screen.getByRole("button", { name: "Download" });
  await press("Hide");
  expect(screen.queryByText("a:1")).toBeNull();
});

test("an order whose accounts were removed says so, and one whose money is back shows nothing to open", async () => {
  show([order, { ...order, id: 700_000_002, state: "cancelled", deliveredAt: null }], null);
  await press("Show");
  await screen.findByText("What was delivered has been removed.");
  screen.getByText("Refunded");
  expect(screen.getAllByRole("button", { name: /Show|Hide/ })).toHaveLength(1);
});

test("who has bought none is told where accounts are sold", async () => {
  show([]);
  const link = await screen.findByRole("link", { name: "Buy accounts" });
  expect(link.getAttribute("href")).toBe("/?type=readyAccounts");
});
