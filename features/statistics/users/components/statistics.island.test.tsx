import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Statistics } from "#features/statistics/users/components/statistics.island.tsx";
import type { GroupView, StatisticsView } from "#features/statistics/users/users.contract.ts";
import {
  type Choice,
  daysOf,
  figuresOf,
  firstChoice,
  type Grouping,
  noCounts,
} from "#features/statistics/users/users.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const nothing = figuresOf(noCounts, null);
const some = (requests: number, successes: number) =>
  figuresOf(
    {
      ...noCounts,
      requests,
      numbers: requests,
      successes,
      expired: requests - successes,
      capturedKopecks: successes * 1_250,
    },
    successes > 0 ? 65 : null,
  );

const dayRow = (day: string, requests: number, successes: number): GroupView => ({
  ...some(requests, successes),
  day,
  service: null,
  country: null,
});
const serviceRow = (name: string, requests: number, successes: number): GroupView => ({
  ...some(requests, successes),
  day: null,
  service: { code: name.toLowerCase(), name, icon: null },
  country: null,
});

const [from, to] = ["2026-11-19", "2026-11-21"];

function viewOf(by: Grouping, groups: GroupView[], rest: Partial<StatisticsView> = {}): StatisticsView {
  const days = daysOf(from, to).map((day) => {
    const { medianSeconds: _, ...figures } = groups.find((group) => group.day === day) ?? nothing;
    return { ...figures, day };
  });
  return { from, to, timeZone: "UTC", kind: "all", by, total: some(5, 3), days, groups, ...rest };
}

const byDay = viewOf("day", [dayRow("2026-11-21", 4, 2), dayRow("2026-11-19", 1, 1)]);

/** What the page hands out. */
function textsOf(locale: Locale): Messages {
  const { ui, statistics } = messagesOf(locale);
  return { ui, statistics } as Messages;
}

function show(
  initial: StatisticsView = byDay,
  {
    choice = firstChoice,
    isReadyShopOpen = false,
    locale = "en" as Locale,
  }: { choice?: Choice; isReadyShopOpen?: boolean; locale?: Locale } = {},
) {
  const island = <Statistics choice={choice} initial={initial} isReadyShopOpen={isReadyShopOpen} />;
  return renderIsland(island, locale, textsOf(locale));
}

/** The names of the rows, without the marks beside them. */
const bodyRows = () =>
  within(screen.getAllByRole("rowgroup")[1] as HTMLElement)
    .getAllByRole("row")
    .map((row) => {
      const name = within(row).getByRole("rowheader").cloneNode(true) as HTMLElement;
      for (const mark of name.querySelectorAll("[aria-hidden]")) mark.remove();
      return name.textContent;
    });

test("figures stand as tiles, a chart that is said in words, and a table with its total", () => {
  fakeApi(() => ({ status: 200, body: {} }));
  show();
  expect(screen.getByText("Delivery rate", { selector: "dt" }).nextSibling?.textContent).toBe("60,0%");
  expect(screen.getAllByText("1 min 5 s").length).toBeGreaterThan(0);
  expect(screen.getByRole("figure").textContent).toContain(
    "Requests and codes from 11-19-2026 to 11-21-2026. Highest: 4 (11-21-2026). The table below has the numbers.",
  );
  const table = screen.getByRole("table", { name: "Purchases by Days" });
  expect(bodyRows()).toEqual(["11-21-2026", "11-19-2026"]);
  expect(within(table).getByRole("row", { name: /^Total 5 5 3/ }).textContent).toContain("37,50\u00a0₽");
});

test("a chart of the delivery rate goes to a hundred percent, one of money begins at zero roubles", async () => {
  fakeApi(() => ({ status: 200, body: {} }));
  const { container } = show();
  const lines = () =>
    [...container.querySelectorAll("figure span.absolute")].map((line) =>
      line.textContent?.replace(/\s/g, " "),
    );
  expect(lines()).toEqual(["0", "1", "2", "3", "4"]);
  await userEvent.click(screen.getByRole("button", { name: "Delivery rate" }));
  expect(lines()).toEqual(["0%", "25%", "50%", "75%", "100%"]);
  await userEvent.click(screen.getByRole("button", { name: "Spent", pressed: false }));
  expect(lines()[0]).toBe("0 ₽");
  expect(screen.getByRole("figure").textContent).toContain("Highest: 25,00\u00a0₽ (11-21-2026)");
});

test("columns sort from high to low and back, and say so", async () => {
  fakeApi(() => ({
    status: 200,
    body: viewOf("service", [serviceRow("Telegram", 3, 2), serviceRow("Amazon", 2, 2)]),
  }));
  show();
  await userEvent.click(screen.getByRole("button", { name: "Services" }));
  await waitFor(() => expect(bodyRows()).toEqual(["Telegram", "Amazon"]));
  const codes = screen.getByRole("columnheader", { name: "Delivery" });
  expect(codes.getAttribute("aria-sort")).toBe("none");
  await userEvent.click(within(codes).getByRole("button"));
  expect(bodyRows()).toEqual(["Amazon", "Telegram"]);
  expect(codes.getAttribute("aria-sort")).toBe("descending");
  await userEvent.click(within(codes).getByRole("button"));
  expect(bodyRows()).toEqual(["Telegram", "Amazon"]);
  expect(codes.getAttribute("aria-sort")).toBe("ascending");
});

test("period, kind and rows are asked for and go into the address", async () => {
  const requests = fakeApi(({ query }) => ({
    status: 200,
    body: { ...viewOf("day", []), total: nothing, kind: query.kind },
  }));
  show();
  await userEvent.click(screen.getByRole("button", { name: "7 days" }));
  await userEvent.click(screen.getByRole("button", { name: "Rented numbers" }));
  await screen.findByText("No purchases in this period");
  expect(requests.filter(({ path }) => path === "/statistics").at(-1)?.query).toEqual({
    days: "7",
    kind: "rental",
    by: "day",
  });
  expect(window.location.search).toBe("?days=7&kind=rental");
  await userEvent.click(screen.getByRole("button", { name: "Own period" }));
  expect(screen.getByLabelText<HTMLInputElement>("From").value).toBe(from);
  expect(window.location.search).toBe(`?from=${from}&to=${to}&kind=rental`);
});

test("a failing call says so with the request's id, and the next try shows the figures", async () => {
  let isBroken = true;
  fakeApi(({ path }) => {
    if (path === "/statistics" && isBroken) return refusal(500, "SERVER_ERROR", "Something went wrong.");
    return { status: 200, body: byDay };
  });
  show();
  await userEvent.click(screen.getByRole("button", { name: "90 days" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The statistics could not be loaded");
  expect(alert.textContent).toContain("req-1");
  isBroken = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Retry" }));
  await screen.findByRole("table");
});

test("of many rows the first are shown, the others when they are asked for", async () => {
  fakeApi(() => ({ status: 200, body: {} }));
  const names = Array.from({ length: 120 }, (_, at) => `Service ${String(at).padStart(3, "0")}`);
  const initial = viewOf(
    "service",
    names.map((name) => serviceRow(name, 1, 1)),
  );
  show(initial, { choice: { ...firstChoice, by: "service" } });
  expect(bodyRows()).toHaveLength(50);
  await userEvent.click(screen.getByRole("button", { name: "Show all 120 rows" }));
  expect(bodyRows()).toEqual(names);
});

/** Two orders of three accounts on the last day: one delivered, of which one account is refunded, and one that was not. */
const accounts = figuresOf(
  {
    ...noCounts,
    requests: 2,
    refused: 1,
    accountOrders: 2,
    accounts: 3,
    refundedAccounts: 1,
    capturedKopecks: 3_000,
    returnedKopecks: 1_000,
  },
  null,
);
const ofAccounts = viewOf("day", [{ ...accounts, day: to, service: null, country: null }], {
  kind: "accounts",
  total: accounts,
});

test("ready accounts are told by orders, accounts and refunds, without a word of numbers and codes", async () => {
  fakeApi(() => ({ status: 200, body: {} }));
  show(ofAccounts, { choice: { ...firstChoice, kind: "accounts" } });
  expect(screen.getByText("Accounts received", { selector: "dt" }).nextSibling?.textContent).toBe("3");
  expect(screen.getByText("1 of them is refunded")).toBeDefined();
  expect(screen.getByText("1 was not delivered and is refunded")).toBeDefined();
  expect(screen.getByText(/refunds of 10,00 ₽ are deducted/)).toBeDefined();
  expect(screen.queryByText("Codes received")).toBeNull();
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads).toEqual([
    "Day",
    "Orders",
    "Accounts",
    "Not delivered",
    "Accounts refunded",
    "Refunded",
    "Spent",
  ]);
  expect(screen.getByRole("row", { name: /^Total 2 3 1 1/ }).textContent).toContain("20,00\u00a0₽");
  expect(screen.getByRole("figure").textContent).toContain("Orders from");
  await userEvent.click(screen.getByRole("button", { name: "Accounts", pressed: false }));
  expect(screen.getByRole("figure").textContent).toContain("Highest: 3 (11-21-2026)");
});

test("beside numbers ready accounts have a line in the first tile and a column", () => {
  fakeApi(() => ({ status: 200, body: {} }));
  const total = figuresOf(
    { ...noCounts, requests: 5, numbers: 2, successes: 2, accountOrders: 2, accounts: 3 },
    9,
  );
  show(viewOf("day", [{ ...total, day: to, service: null, country: null }], { total }));
  const requests = screen.getByText("Requests", { selector: "dt" }).parentElement;
  expect(requests?.textContent).toBe("Requests52 numbers, 1 without a number2 orders of ready accounts");
  expect(screen.getByRole("columnheader", { name: "Accounts" })).toBeDefined();
});

test("ready accounts can be chosen where the site sells them, and a period without any says so", async () => {
  const requests = fakeApi(({ query }) => ({
    status: 200,
    body: { ...viewOf("day", []), total: nothing, kind: query.kind },
  }));
  const { unmount } = show();
  expect(screen.queryByRole("button", { name: "Ready accounts" })).toBeNull();
  unmount();
  show(byDay, { isReadyShopOpen: true });
  await userEvent.click(screen.getByRole("button", { name: "Ready accounts" }));
  await screen.findByText("Choose a longer period, or buy accounts: they appear here at once.");
  expect(requests.filter(({ path }) => path === "/statistics").at(-1)?.query).toMatchObject({
    kind: "accounts",
  });
  expect(window.location.search).toBe("?kind=accounts");
});

test.each(locales)(
  "figures of ready accounts are told in %s, and none of their texts is missing",
  (locale) => {
    fakeApi(() => ({ status: 200, body: {} }));
    const { container } = show(ofAccounts, { choice: { ...firstChoice, kind: "accounts" }, locale });
    expect(container.textContent).not.toContain("statistics.");
  },
);

test("a purchase that was made since the page was left a moment ago is in the figures when it is opened again", async () => {
  const newer = viewOf("day", [dayRow("2026-11-21", 9, 2)], { total: some(9, 2) });
  fakeApi(({ path }) => ({ status: 200, body: path === "/statistics" ? newer : {} }));
  const { client, unmount } = show();
  unmount();
  const island = <Statistics choice={firstChoice} initial={newer} isReadyShopOpen={false} />;
  renderIsland(island, "en", textsOf("en"), client);
  await waitFor(() =>
    expect(screen.getByText("Requests", { selector: "dt" }).nextSibling?.textContent).toBe("9"),
  );
});
