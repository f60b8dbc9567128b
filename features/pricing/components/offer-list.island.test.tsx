import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test, vi } from "vitest";
import { OfferList } from "#features/pricing/components/offer-list.island.tsx";
import { useDeadEnd } from "#features/pricing/dead-end.island.tsx";
import type { OfferView } from "#features/pricing/offers.rules.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const offer = (countryId: number, name: string, priceKopecks: number, count: number): OfferView => ({
  countryId,
  slug: name.toLowerCase(),
  name,
  icon: null,
  priceKopecks,
  otherTierKopecks: priceKopecks - 100,
  personalKopecks: null,
  count,
  isScarce: false,
});
const three = [
  offer(6, "Indonesia", 840, 1_141),
  offer(151, "Chile", 3682, 33),
  offer(22, "India", 1680, 34),
];

function renderList(changes: Partial<Parameters<typeof OfferList>[0]> = {}) {
  renderIsland(
    <OfferList
      serviceId={52}
      serviceName="Telegram"
      heading={<h2>Telegram</h2>}
      offers={three}
      failure={null}
      rubPerUsd={80}
      isWholesale={false}
      tierLine={<p>needs turnover</p>}
      renderAction={(row) => <button type="button">{`buy ${row.name}`}</button>}
      {...changes}
    />,
  );
}
afterEach(() => cookie.remove("isWholesale", { path: "/" }));

const order = () => screen.getAllByRole("listitem").map((row) => within(row).getByRole("button").textContent);

test("rows come cheapest first, with stock and both prices", () => {
  renderList();
  expect(order()).toEqual(["buy Indonesia", "buy India", "buy Chile"]);
  const first = screen.getAllByRole("listitem")[0]!;
  expect(first.textContent).toContain("1\u00a0141 numbers");
  expect(first.textContent).toContain("8,40\u00a0₽");
});

test("the first click on a column sorts descending, the second ascending, and the state is said", () => {
  renderList();
  const count = screen.getByRole("button", { name: /^Count(,|$)/ });
  expect(count.getAttribute("aria-pressed")).toBe("false");
  fireEvent.click(count);
  expect(order()).toEqual(["buy Indonesia", "buy India", "buy Chile"]);
  expect(screen.getByRole("button", { name: "Count, descending", pressed: true })).toBeTruthy();
  fireEvent.click(count);
  expect(order()).toEqual(["buy Chile", "buy India", "buy Indonesia"]);
  expect(screen.getByRole("button", { name: "Count, ascending", pressed: true })).toBeTruthy();
});

test("where it is known how countries have done, each row tells it, the best come first and prices are one press away", () => {
  renderList({
    deliveries: { 151: { percent: 92, medianSeconds: 14 }, 22: { percent: 40, medianSeconds: null } },
  });
  expect(order()).toEqual(["buy Chile", "buy Indonesia", "buy India"]);
  const [chile, indonesia, india] = screen.getAllByRole("listitem");
  expect(chile?.textContent).toContain("92% with a code · half in 14 s");
  expect(india?.textContent).toContain("40% with a code");
  expect(india?.textContent).not.toContain("half in");
  expect(indonesia?.textContent).not.toContain("with a code");
  fireEvent.click(screen.getByRole("button", { name: /^Price/ }));
  expect(order()).toEqual(["buy Indonesia", "buy India", "buy Chile"]);
});

test("where nothing is known of countries there is nothing to sort by it", () => {
  renderList();
  expect(screen.queryByRole("button", { name: /^Codes/ })).toBeNull();
});

test("the search narrows the rows, and finding nothing says what to do next", async () => {
  renderList();
  const search = screen.getByRole("searchbox", { name: "Find a country" });
  fireEvent.change(search, { target: { value: "chi" } });
  expect(order()).toEqual(["buy Chile"]);
  fireEvent.change(search, { target: { value: "atlantis" } });
  await screen.findByText("No country found for “atlantis”");
  expect(screen.getByRole("link", { name: "All countries we sell" }).getAttribute("href")).toBe("/countries");
  fireEvent.click(screen.getByRole("button", { name: "Show all countries here" }));
  expect(order()).toHaveLength(3);
});

test("narrow screens get 14 rows until all are asked for; all rows are in the page", () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    offer(index + 1, `Country ${index + 1}`, 100 + index, 5),
  );
  renderList({ offers: many });
  const list = screen.getByRole("list");
  expect(list.getAttribute("data-rows")).toBe("first");
  expect(list.querySelectorAll("[data-beyond]")).toHaveLength(6);
  fireEvent.click(screen.getByRole("button", { name: "Show all: 20 countries" }));
  expect(list.getAttribute("data-rows")).toBe("all");
  expect(screen.queryByRole("button", { name: /Show all/ })).toBeNull();
});

test("no offers at all: the number is temporarily unavailable", async () => {
  renderList({ offers: [] });
  await screen.findByText("Number temporarily unavailable");
});

test("while prices are fetched the place of 15 countries is kept", () => {
  renderList({ offers: undefined });
  expect(screen.getByRole("status", { name: "Loading" }).children).toHaveLength(15);
});

test("a failure shows the request id and can be tried again", () => {
  const retry = vi.fn();
  renderList({ offers: undefined, failure: { requestId: "req-7", retry } });
  screen.getByText("req-7");
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("who has not the wholesale tier sees its price small in every row, what it needs once, and no switch", async () => {
  cookie.set("isWholesale", "1");
  renderList();
  const rows = screen.getAllByRole("listitem");
  expect(rows.map(({ textContent }) => /wholesale [\d,]+/.exec(textContent)?.[0])).toEqual([
    "wholesale 7,40",
    "wholesale 15,80",
    "wholesale 35,82",
  ]);
  expect(screen.getAllByText("needs turnover")).toHaveLength(1);
  await act(async () => {});
  expect(screen.queryByRole("switch")).toBeNull();
  expect(document.body.textContent).not.toContain("retail");
});

test("an account of the wholesale tier switches the retail price beside its own on and off, and it stays so", async () => {
  const retail = () =>
    screen.getAllByRole("listitem").map(({ textContent }) => textContent.includes("retail"));
  renderList({ isWholesale: true });
  const wholesale = async () =>
    (await screen.findByRole("switch", { name: "Wholesale" })) as HTMLInputElement;
  expect((await wholesale()).checked).toBe(true);
  expect(screen.queryByText("needs turnover")).toBeNull();
  expect(retail()).toEqual([false, false, false]);
  fireEvent.click(await wholesale());
  expect(retail()).toEqual([true, true, true]);
  screen.getByText(/^You pay the wholesale price either way/);
  cleanup();
  renderList({ isWholesale: true });
  expect((await wholesale()).checked).toBe(false);
  expect(retail()).toEqual([true, true, true]);
});

test("beside an agreed price there is none of a tier, since it is paid whatever the tier", () => {
  renderList({ offers: [{ ...three[0]!, personalKopecks: 800 }] });
  expect(screen.getByRole("listitem").textContent).not.toContain("wholesale");
});

test("an account's own price is called so, with what others pay beside it where that is another", () => {
  renderList({ offers: [{ ...three[0]!, personalKopecks: 800 }] });
  expect(screen.getByRole("listitem").textContent).toMatch(/your price.*others pay 8,40/);
  cleanup();
  renderList({ offers: [{ ...three[0]!, personalKopecks: 840 }] });
  screen.getByText("your price");
  expect(screen.queryByText(/others pay/)).toBeNull();
  cleanup();
  renderList();
  expect(screen.queryByText("your price")).toBeNull();
});

function Stuck() {
  const { serviceId, search } = useDeadEnd();
  return <p>{`stuck at ${serviceId} with "${search}"`}</p>;
}

test("a service without countries and a search that finds none lead on, and what leads on knows where one got stuck", async () => {
  renderList({ deadEnd: <Stuck /> });
  expect(screen.queryByText(/^stuck/)).toBeNull();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: " atlantis " } });
  await screen.findByText('stuck at 52 with "atlantis"');
  cleanup();
  renderList({ offers: [], deadEnd: <Stuck /> });
  await screen.findByText('stuck at 52 with ""');
});

test("a chosen row that a search has left out takes no focus from the search when it lets the row in again", () => {
  renderList({ chosen: { countryId: 6, priceKopecks: 840 } });
  expect(document.activeElement?.textContent).toBe("buy Indonesia");
  const search = screen.getByRole("searchbox");
  search.focus();
  fireEvent.change(search, { target: { value: "g" } });
  fireEvent.change(search, { target: { value: "" } });
  expect(order()[0]).toBe("buy Indonesia");
  expect(document.activeElement).toBe(search);
});

test("the country that a link led to is the first row with nothing typed, and one without numbers is searched for", async () => {
  renderList({ country: "chile" });
  expect(order()[0]).toBe("buy Chile");
  const typed = () => (screen.getByRole("searchbox") as HTMLInputElement).value;
  expect(typed()).toBe("");
  cleanup();
  renderList({ country: "atlantis" });
  expect(typed()).toBe("atlantis");
  await screen.findByText("No country found for “atlantis”");
});
