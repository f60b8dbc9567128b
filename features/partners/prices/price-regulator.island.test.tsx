import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { PriceRegulator } from "#features/partners/prices/price-regulator.island.tsx";
import type { PriceRow } from "#features/partners/prices/prices.contract.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
beforeEach(() => sessionStorage.clear());

const row = (id: number, name: string, costKopecks: number | null): PriceRow => ({
  ...{ service: { id, name }, country: { id: 6, name: "Indonesia" }, costKopecks, onSaleCount: 3 },
  competitors: { count: 4, lowestKopecks: 150, medianKopecks: 200 },
  steps: [
    { fromKopecks: 100, toKopecks: 199, codes: 300, ownCodes: 0 },
    { fromKopecks: 200, toKopecks: 299, codes: 100, ownCodes: 100 },
  ],
  own: { codes: 100, meanKopecks: 200 },
});
const page = (...items: PriceRow[]) => ({
  ...{ status: 200, body: { items, total: items.length } },
  body: { items, total: items.length, limits: { floorKopecks: 50, ceilingKopecks: 100_000 } },
});

function show() {
  return renderIsland(<PriceRegulator />, "en", messagesOf("en"));
}

test("a price is typed in place with its effect before it is kept; Enter keeps it, Escape takes it back", async () => {
  const requests = fakeApi(({ method }) =>
    method === "GET" ? page(row(52, "Telegram", 200)) : { status: 200, body: { changed: 1 } },
  );
  show();
  const field = await screen.findByLabelText<HTMLInputElement>("Telegram, Indonesia");
  await user.clear(field);
  await user.type(field, "1");
  expect(screen.getByText(/about 320 to 400 codes/)).toBeDefined();
  await user.keyboard("{Escape}");
  expect(field.value).toBe("2.00");
  expect(requests.some(({ method }) => method === "POST")).toBe(false);
  await user.clear(field);
  await user.type(field, "1,5{Enter}");
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
      path: "/cabinet/prices",
      headers: { "Idempotency-Key": expect.any(String) },
      body: { prices: [{ serviceId: 52, countryId: 6, costKopecks: 150 }] },
    }),
  );
});

test("a price outside the limits is not sent, and says between which it must be", async () => {
  const requests = fakeApi(() => page(row(52, "Telegram", 200)));
  show();
  const field = await screen.findByLabelText("Telegram, Indonesia");
  await user.clear(field);
  await user.type(field, "0.49{Enter}");
  expect(screen.getByText(/^A price between/)).toBeDefined();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(requests.some(({ method }) => method === "POST")).toBe(false);
});

test("arrows go from price to price", async () => {
  fakeApi(() => page(row(52, "Telegram", 200), row(20, "WhatsApp", null)));
  show();
  await user.click(await screen.findByLabelText("Telegram, Indonesia"));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByLabelText("WhatsApp, Indonesia"));
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(document.activeElement).toBe(screen.getByLabelText("Telegram, Indonesia"));
});

test("sales by price are a table whose shares add up, and too few competitors are said so", async () => {
  const lonely = { ...row(20, "WhatsApp", 300), competitors: null, steps: [], own: null };
  fakeApi(() => page(row(52, "Telegram", 200), lonely));
  show();
  await user.click(await screen.findByRole("button", { name: "Sales by price: Telegram, Indonesia" }));
  const table = screen.getByRole("table");
  expect(within(table).getByText("75%")).toBeDefined();
  expect(within(table).getByText("25%")).toBeDefined();
  expect(screen.getByText(/^Fewer than three competitors: /)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Sales by price: WhatsApp, Indonesia" }));
  expect(screen.getByText(/^Fewer than three competitors sold/)).toBeDefined();
});

test("a change of all prices says first what it does", async () => {
  const requests = fakeApi(({ method, path }) => {
    if (method === "POST") return { status: 200, body: { changed: 2, atLimit: 1, tooOften: 0 } };
    if (!path.includes("bulk")) return page(row(52, "Telegram", 200));
    const effect = { known: 1, nowKopecks: 20_000, lowKopecks: 15_000, highKopecks: 25_000 };
    return { status: 200, body: { count: 2, atLimit: 1, tooOften: 0, effect } };
  });
  show();
  await user.type(await screen.findByLabelText("Change all shown prices by percent"), "-10");
  const submit = await screen.findByRole("button", { name: "Change 2 prices" });
  expect(screen.getByText("1 stops at the floor or ceiling.")).toBeDefined();
  await user.click(submit);
  await waitFor(() =>
    expect(requests.find(({ method }) => method === "POST")).toMatchObject({
      path: "/cabinet/prices/bulk",
      body: { percent: -10, state: "all" },
    }),
  );
});

test("a list that cannot be read offers to try again, and an empty one says what to do", async () => {
  let isDown = true;
  fakeApi(() => (isDown ? refusal(503, "SERVER_ERROR", "Not now") : page()));
  show();
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  isDown = false;
  await user.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("No prices yet")).toBeDefined();
});
