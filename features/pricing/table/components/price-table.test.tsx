import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, useLayoutEffect } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { PriceTable } from "#features/pricing/table/components/price-table.tsx";
import type { PricePage } from "#features/pricing/table/price-table.loaders.ts";
import type { PriceBase, PriceRow } from "#features/pricing/table/price-table.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const router = { push: vi.fn(), replace: vi.fn() };
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => router as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));
beforeEach(() => {
  router.push.mockClear();
  router.replace.mockClear();
});

const row = (name: string, retailKopecks: number, own: PriceRow["own"] = null): PriceRow => ({
  ...{ name, slug: name.toLowerCase(), icon: null, retailKopecks },
  ...{ wholesaleKopecks: retailKopecks - 100, own, count: 3 },
});
const query = { subject: "service", slug: "telegram", sort: "price", search: "", page: 2 } as const;
const table = { id: 52, name: "Telegram", slug: "telegram", icon: null, total: 120, serviceIds: [52] };

function tableOf(change: Partial<PricePage> = {}, base: PriceBase = "/prices") {
  const rows = [row("Chile", 900, { kopecks: 850, isAgreed: true }), row("Indonesia", 1_400)];
  const page = {
    ...{ query, rows, pageCount: 3, rubPerUsd: 80, table: { ...table, rows } },
    ...{ services: [{ slug: "telegram", name: "Telegram" }], countries: [{ slug: "chile", name: "Chile" }] },
    ...change,
  };
  return <PriceTable page={page} base={base} />;
}
const show = (change: Partial<PricePage> = {}, base: PriceBase = "/prices", locale: Locale = "en") =>
  renderIsland(tableOf(change, base), locale, messagesOf(locale));
const hrefOf = (name: RegExp) => screen.getAllByRole("link", { name })[0]!.getAttribute("href");

test("every state of the table of prices is an address: order, pages, file and the way to buy", () => {
  show();
  expect(hrefOf(/^Price$/)).toBe("/prices?service=telegram&sort=-price");
  expect(hrefOf(/^Count$/)).toBe("/prices?service=telegram&sort=-count");
  expect(hrefOf(/Next/)).toBe("/prices?service=telegram&page=3");
  expect(hrefOf(/Previous/)).toBe("/prices?service=telegram");
  expect(hrefOf(/CSV/)).toBe("/api/prices/export?locale=en&sort=price&service=telegram");
  expect(hrefOf(/^Buy: Chile$/)).toBe("/telegram?country=chile");
  expect(screen.getByRole("columnheader", { name: "Price" }).getAttribute("aria-sort")).toBe("ascending");
  expect(screen.queryByRole("columnheader", { name: "You pay" })).toBeNull();
});

test("one's own table has the column of what the account pays, with what was agreed marked", () => {
  show({}, "/profile/tariffs");
  screen.getByRole("columnheader", { name: "You pay" });
  expect(hrefOf(/Next/)).toBe("/profile/tariffs?service=telegram&page=3");
  const first = within(screen.getAllByRole("row")[1]!);
  expect(first.getByText("agreed").closest("td")?.textContent).toContain("8,50");
});

test("on a phone the order is chosen above the rows, and a row says in words what its columns say elsewhere", () => {
  show({}, "/profile/tariffs");
  const order = within(screen.getByRole("navigation", { name: "Order of the table" }));
  expect(order.getAllByRole("link").map((link) => link.textContent)).toEqual([
    ...["Country", "Price", "Wholesale", "You pay", "Count"],
  ]);
  const first = within(screen.getByRole("rowheader", { name: /^Chile/ }));
  expect(first.getByText(/^Price/).textContent).toContain("9,00");
  expect(first.getByText(/^Wholesale/).textContent).toContain("8,00");
  first.getByText("3 numbers");
});

test("a service or country is shown as soon as it is chosen, whatever stood in the filter", () => {
  show({ query: { ...query, search: "chi" } });
  fireEvent.change(screen.getByLabelText("Prices in a country"), { target: { value: "chile" } });
  expect(router.push).toHaveBeenCalledExactlyOnceWith("/prices?country=chile", { scroll: false });
});

test("with the page's scripts there is no button to press after choosing or typing", () => {
  show();
  expect(screen.getByRole("searchbox", { name: "Find in the table" })).toBeTruthy();
  expect(screen.getByLabelText("Prices in a country")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("the filter acts while it is typed, once for a word, and follows a link that empties it", async () => {
  const { rerender } = show();
  const filter = screen.getByRole("searchbox", { name: "Find in the table" }) as HTMLInputElement;
  fireEvent.change(filter, { target: { value: "c" } });
  fireEvent.change(filter, { target: { value: "chile " } });
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(router.replace.mock.calls).toEqual([["/prices?service=telegram&q=chile", { scroll: false }]]);
  rerender(tableOf({ query: { ...query, search: "chile", page: 1 } }));
  expect(filter.value).toBe("chile ");
  rerender(tableOf({ query: { ...query, page: 1 } }));
  expect(filter.value).toBe("");
  expect(router.replace).toHaveBeenCalledOnce();
});

test("a link pressed right after a letter is not undone by the filter, which is then looked for in its table", async () => {
  const { rerender } = show();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "chi" } });
  const sort = screen.getAllByRole("link", { name: "Count" })[0]!;
  sort.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(sort);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(router.replace).not.toHaveBeenCalled();
  rerender(tableOf({ query: { ...query, sort: "-count", page: 1 } }));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("chi");
  expect(router.replace.mock.calls).toEqual([
    ["/prices?service=telegram&q=chi&sort=-count", { scroll: false }],
  ]);
});

test.each([
  ["the file", () => screen.getByRole("link", { name: /CSV/ })],
  ["the table that is shown", () => screen.getByRole("link", { name: "These prices" })],
])("a link to %s, pressed right after a letter, does not keep it from filtering", async (_name, find) => {
  const { unmount } = renderIsland(
    <>
      {tableOf()}
      <a href={location.href}>These prices</a>
    </>,
    "en",
    messagesOf("en"),
  );
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "chi" } });
  const link = find();
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  await waitFor(() => expect(router.replace).toHaveBeenCalledTimes(1));
  expect(router.replace.mock.calls[0]?.[0]).toContain("q=chi");
  unmount();
});

test("a letter typed while a link's table is under way filters that table, not the one before", async () => {
  const { rerender } = show();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "c" } });
  rerender(tableOf({ query: { ...query, sort: "-count", page: 1 } }));
  await waitFor(() => expect(router.replace).toHaveBeenCalled());
  expect(router.replace.mock.calls[0]?.[0]).toBe("/prices?service=telegram&q=c&sort=-count");
});

test("a letter typed as soon as the filter is drawn stays in it and filters", async () => {
  function Hasty({ children }: { children: ReactNode }) {
    // Before the effects of what was drawn, as a key may come.
    useLayoutEffect(() => {
      const box = screen.getByRole<HTMLInputElement>("searchbox");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "i");
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }, []);
    return children;
  }
  renderIsland(<Hasty>{tableOf()}</Hasty>, "en", messagesOf("en"));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("i");
  await waitFor(() => expect(router.replace).toHaveBeenCalledOnce());
});

test("a filter that finds nothing leads back to all rows, a table without any to the request of a service", () => {
  const { unmount } = show({ query: { ...query, search: "atlantis", page: 1 }, rows: [], pageCount: 1 });
  screen.getByText("Nothing found for “atlantis”");
  expect(hrefOf(/Show all rows/)).toBe("/prices?service=telegram");
  unmount();
  show({ rows: [], pageCount: 1, table: { ...table, rows: [], total: 0 } });
  expect(hrefOf(/Request a service/)).toBe("/services/request");
});

test.each(locales)("the table of prices has all its words in %s", (locale) => {
  const { container } = show({}, "/profile/tariffs", locale);
  expect(container.textContent).not.toMatch(/pricing\.|\{|\}/);
});
