import { fireEvent, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useDeadEnd } from "#features/pricing/dead-end.island.tsx";
import { GoodsList } from "#features/pricing/stock/components/goods-list.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

const goods = (id: number, name: string, stock: { fromKopecks: number; count: number } | null) => ({
  ...{ id, name, slug: name.toLowerCase(), icon: "/icons/services/telegram.svg", stock },
});
const services = [
  goods(52, "Telegram", { fromKopecks: 840, count: 1_181 }),
  goods(1, "WhatsApp", { fromKopecks: 900, count: 1 }),
  goods(3, "Viber", null),
];

function show(kind: "service" | "country" = "service", deadEnd?: ReactNode) {
  renderIsland(
    <GoodsList
      entries={services}
      href="/{slug}"
      kind={kind}
      searchLabel="Find a service"
      nothingLabel="No such service."
      rubPerUsd={84}
      deadEnd={deadEnd}
    />,
  );
}
const textOf = (name: string) => screen.getByRole("link", { name: new RegExp(name) }).textContent;

test("a service tells its lowest price and how many numbers there are", () => {
  show();
  expect(textOf("Telegram")).toMatch(/^Telegramfrom 8,40\s₽ \$0,10 · 1\s181 numbers$/);
  expect(textOf("WhatsApp")).toContain("· 1 number");
});

test("a country tells how many services it has", () => {
  show("country");
  expect(textOf("Telegram")).toMatch(/· 1\s181 services$/);
});

test("what cannot be bought now stands apart, under its heading, and without a price", () => {
  show();
  const without = screen.getByRole("region", { name: "No numbers at the moment" });
  expect(within(without).getAllByRole("link")).toHaveLength(1);
  expect(within(without).getByRole("link", { name: "Viber" }).getAttribute("href")).toBe("/viber");
});

test("a search finds both kinds, and says when it finds neither", () => {
  show();
  const search = screen.getByRole("searchbox");
  fireEvent.change(search, { target: { value: "vib" } });
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["Viber"]);
  fireEvent.change(search, { target: { value: "tele" } });
  expect(screen.queryByRole("heading", { name: "No numbers at the moment" })).toBeNull();
  fireEvent.change(search, { target: { value: "xyz" } });
  screen.getByText("No such service.");
});

test("where a search finds no country stand some with numbers, and the help that knows what was searched", () => {
  const Help = () => <p>help with {useDeadEnd().search}</p>;
  show("country", <Help />);
  expect(screen.queryByText(/help with/)).toBeNull();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: " atlantis " } });
  screen.getByText("help with atlantis");
  const others = screen.getByRole("region", { name: "Countries that have numbers now" });
  expect(within(others).getAllByRole("link")).toHaveLength(2);
});
