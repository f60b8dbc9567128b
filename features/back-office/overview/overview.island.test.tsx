import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { DeskOverview } from "#features/back-office/overview/overview.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { daysOf } from "#features/statistics/users/users.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";

const HOUR_MS = 3_600_000;

const waits = (count: number, oldestSeconds: number | null = null) => ({ count, oldestSeconds });
const overview: Overview = {
  withdrawals: { ...waits(1, 7_200), kopecks: 100 },
  corrections: waits(2),
  factorRemovals: waits(1, 180_000),
  transfers: waits(3),
  claims: waits(4),
  couponBatches: waits(0),
  fines: waits(4),
  feedback: waits(2),
  reviews: waits(1),
  comments: waits(1),
  serviceRequests: waits(5, 90_000),
  partnerApplications: waits(0),
  oddPayments: waits(1_234),
  accountClaims: null,
  storeApplications: null,
  emptyAccountOffers: null,
  lastRun: null,
  oldRate: null,
  wrongClocks: [],
};

const LONG = "A service whose name is longer than any column has room for in any language";

function figures(placed: number, hasMoney = true): BusinessFigures {
  return {
    placed,
    delivered: placed,
    undelivered: 0,
    deliveryPercent: placed === 0 ? null : 100,
    refunded: 0,
    money: hasMoney
      ? {
          revenueKopecks: placed * 1_400,
          refundedKopecks: 0,
          costKopecks: placed * 1_000,
          bonusKopecks: placed * 500,
          referralKopecks: 0,
          marginKopecks: placed * -100,
        }
      : null,
  };
}

function businessOf(placed: number, hasMoney = true): Business {
  const days = daysOf("2026-10-27", "2026-11-25").map((day) => ({ ...figures(0, hasMoney), day }));
  return {
    countedAt: "2026-11-25T10:00:00.000Z",
    holds: { orders: 2, kopecks: hasMoney ? 5_000 : null },
    medianWait: { todaySeconds: placed === 0 ? null : 14, monthSeconds: placed === 0 ? null : 125 },
    moneyIn: hasMoney ? { todayKopecks: -150_000, monthKopecks: 9_876_543_210 } : null,
    total: figures(placed, hasMoney),
    days: [...days.slice(0, -1), { ...figures(placed, hasMoney), day: "2026-11-25" }],
    services: placed
      ? [{ ...figures(placed, hasMoney), service: { code: "tg", name: LONG, icon: null } }]
      : [],
    countries: placed
      ? [{ ...figures(placed, hasMoney), country: { id: 6, name: "Indonesia", icon: "" } }]
      : [],
    suppliers: [
      {
        id: 1,
        code: "own-stock",
        name: "Own stock",
        state: "unavailable",
        onSale: 12_345,
        lastSuccessAt: null,
        ended: 0,
        deliveryPercent: null,
      },
    ],
  };
}

function show(locale: Locale, told: { overview?: Overview; business?: Business | null } = {}) {
  fakeApi(({ path }) => {
    const { overview: queues = overview, business = businessOf(3) } = told;
    if (path.includes("desk/overview")) return { status: 200, body: queues };
    return business ? { status: 200, body: business } : refusal(500, "INTERNAL", "Something broke");
  });
  return renderAtDesk(<DeskOverview />, locale);
}

function at(wrongClocks: Overview["wrongClocks"], locale: Locale = "en") {
  return show(locale, { overview: { ...overview, wrongClocks } });
}

it("the desk says nothing about clocks while all of them agree with the database", async () => {
  at([]);
  await screen.findByText("Open claims");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the desk says that the dollar's rate is old, since when, and where a rate is set", async () => {
  const oldRate = { rubPerUsd: "82.123400", heardAt: "2026-11-23T08:00:00.000Z" };
  show("en", { overview: { ...overview, oldRate } });
  const title = await screen.findByText("The dollar rate is more than a day old");
  const notice = title.parentElement as HTMLElement;
  expect(notice.textContent).toContain("No bank has confirmed 82.123400 since");
  expect(within(notice).getByRole("link", { name: "Check the rate" }).getAttribute("href")).toBe(
    "/desk/rates",
  );
});

it("the desk says nothing about the rate while a bank has confirmed it within a day", async () => {
  show("en");
  await screen.findByText("Open claims");
  expect(screen.queryByText("The dollar rate is more than a day old")).toBeNull();
});

it("the desk names every machine whose clock is wrong, by how much, and what to do", async () => {
  at([
    { process: "api", machine: "host-1", aheadMs: 2 * HOUR_MS },
    { process: "worker", machine: "host-2", aheadMs: -40 * 24 * HOUR_MS },
    { process: "worker", machine: "host-3", aheadMs: 61_000 },
  ]);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("host-1 (api): the clock is ahead of the database by 2 hours.");
  expect(alert.textContent).toContain("host-2 (worker): the clock is behind the database by 40 days.");
  expect(alert.textContent).toContain("host-3 (worker): the clock is ahead of the database by 1 minute.");
  expect(alert.textContent).toContain("follow a time server");
});

it.each(locales)("a wrong clock is said in the words of %s, with machine and difference", async (locale) => {
  at([{ process: "api", machine: "host-1", aheadMs: -3 * HOUR_MS }], locale);
  const text = (await screen.findByRole("alert")).textContent;
  expect(text).toContain("host-1");
  expect(text).toMatch(/3\s?\S/);
  expect(text).not.toContain("wrongClocks");
});

/** The tile of a figure: its name with its values. */
const tileOf = async (name: string) =>
  (await screen.findByRole("link", { name })).closest("dl > div") as HTMLElement;
const tile = async (name: string) => (await tileOf(name)).textContent;

it("every figure is shown of today first, with that of 30 days below it", async () => {
  show("en");
  expect(await tile("Purchases")).toBe("PurchasesToday330 days: 3");
  expect(await tile("Revenue")).toBe("RevenueToday42,00\u00a0₽30 days: 42,00\u00a0₽");
  expect(await tile("Margin")).toContain("Today−3,00\u00a0₽");
  expect(await tile("Delivery rate")).toContain("Today100,0%of 3 finished numbers30 days: 100,0%");
  expect(await tile("Time to the code")).toBe(
    "Time to the codeToday14 shalf of the codes came within it30 days: 2 min 5 s",
  );
  expect(await tile("Money in")).toContain(
    "Today−1\u00a0500,00\u00a0₽30 days: 98\u00a0765\u00a0432,10\u00a0₽",
  );
  expect(await tile("On hold")).toContain("50,00\u00a0₽2 open orders");
  expect(await tile("Suppliers")).toContain("0 of 1 working");
});

it.each([
  ["Purchases", "/desk/people?only=buyers"],
  ["Delivery rate", "/desk/suppliers?state=active"],
  ["Time to the code", "/desk/suppliers?state=active"],
  [
    "Refunds",
    "/desk/corrections?state=carried_out&kind=activation_refund&days=decided&from=2026-11-25&to=2026-11-25",
  ],
  ["Money in", "/desk/payments?days=credited&from=2026-11-25&to=2026-11-25"],
  ["Revenue", "/desk#days"],
  ["Margin", "/desk#days"],
  ["On hold", "/desk/people?only=holding"],
  ["Suppliers", "/desk/suppliers?only=unavailable"],
])("the tile %s leads to the page and filter behind it", async (name, href) => {
  show("en");
  expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(href);
});

it("the support sees counts and no column, tile or chart of money", async () => {
  show("en", { business: businessOf(3, false) });
  expect(await tile("Purchases")).toContain("3");
  expect(await tile("On hold")).toContain("2 open orders");
  for (const name of ["Revenue", "Margin", "Money in", "Revenue and margin"])
    expect(screen.queryByText(name)).toBeNull();
  const business = screen.getByRole("region", { name: "Top services, 30 days" });
  expect(business.textContent).not.toContain("₽");
});

it("every queue is a link with its count and the age of its oldest", async () => {
  show("en");
  const withdrawals = await screen.findByRole("link", { name: /Withdrawals waiting/ });
  expect(withdrawals.getAttribute("href")).toMatch(/\/desk\/withdrawals$/);
  expect(withdrawals.textContent).toContain("oldest: 2 hours");
  expect(screen.getByRole("link", { name: /Paid too much or too little/ }).textContent).toContain(
    "1\u00a0234",
  );
  const removals = screen.getByRole("link", { name: /Two-factor removals to sign/ });
  expect(removals.getAttribute("href")).toBe("/desk/people?only=factorRemovals");
  expect(removals.textContent).toContain("1oldest: 2 days");
});

it("offers of accounts that nobody can buy are counted where ready accounts are offered, and else are not there", async () => {
  show("en");
  await screen.findByText("Open claims");
  expect(screen.queryByRole("link", { name: /Account offers nobody can buy/ })).toBeNull();
  cleanup();
  show("en", { overview: { ...overview, emptyAccountOffers: waits(3) } });
  const tile = await screen.findByRole("link", { name: /Account offers nobody can buy/ });
  expect([tile.getAttribute("href"), tile.textContent]).toEqual([
    "/desk/account-offers?only=empty",
    "Account offers nobody can buy3",
  ]);
});

it("the chart says its highest day in words, and its table has every day", async () => {
  const { container } = show("en");
  const chart = await screen.findByRole("figure");
  expect(chart.textContent).toContain("Purchases and codes, last 30 days. Highest: 3 (11-25-2026).");
  await userEvent.click(screen.getByRole("button", { name: "Revenue and margin" }));
  expect(chart.textContent).toContain("Highest: 42,00\u00a0₽");
  await userEvent.click(screen.getByText("In numbers"));
  const table = container.querySelector("details table") as HTMLTableElement;
  expect(within(table).getAllByRole("row", { hidden: true })).toHaveLength(31);
});

it("a long name is kept whole in its title", async () => {
  show("en");
  expect((await screen.findByTitle(LONG)).textContent).toBe(LONG);
});

it("without a purchase there is an empty state, and suppliers are listed all the same", async () => {
  show("en", { business: businessOf(0) });
  expect(await screen.findByText("No purchases in the last 30 days")).toBeTruthy();
  expect(screen.queryByRole("figure")).toBeNull();
  expect(await tile("Time to the code")).toBe("Time to the codeToday—30 days: —");
  const row = screen.getByRole("row", { name: /Own stock/ });
  expect(row.textContent).toContain("Unavailable12\u00a0345never");
  expect(within(row).getByRole("link").getAttribute("href")).toMatch(/\/desk\/suppliers\/own-stock$/);
});

it("the first count says that its figures are not complete", async () => {
  show("en", { business: { ...businessOf(0), countedAt: null } });
  expect(await screen.findByText(/not complete yet/)).toBeTruthy();
});

it("figures that could not be read leave the queues, and can be asked for again", async () => {
  const told = { business: null as Business | null };
  show("en", told);
  const again = await screen.findByRole("button", { name: "Retry" });
  expect(await screen.findByText("Open claims")).toBeTruthy();
  told.business = businessOf(3);
  await userEvent.click(again);
  expect(await tile("Purchases")).toContain("3");
});

it.each(locales)("the picture is in the words of %s", async (locale) => {
  const { container } = show(locale);
  await screen.findByRole("figure");
  expect(container.textContent).not.toMatch(/backOffice\.|business\.|\{/);
});
