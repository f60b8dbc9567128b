import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { ReadyShop } from "#features/ready-accounts/components/ready-shop.island.tsx";
import type { OfferSection, PreparingOrder } from "#features/ready-accounts/ready-accounts.contract.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { cookies } from "#lib/cookies.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const pushed: string[] = [];
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () =>
    ({ push: (path: string) => pushed.push(path) }) as unknown as ReturnType<
      Awaited<ReturnType<typeof original>>["useRouter"]
    >,
}));

const offer: OfferSection["offers"][number] = {
  ...{ id: 17, name: "Telegram, aged", count: 4, price: 5.5, min_count: 2, service_image_id: null },
  store_name: null,
};
const LONG_STORE = `<b>Den</b> ${"of accounts ".repeat(6)}`.trim();
const info = {
  ...offer,
  ...{
    offerId: 17,
    description: "<p>Works <b>anywhere</b></p>",
    registration_type: "auto",
    format: "session",
  },
  ...{ cloud_pass: true, warranty_hours: 24, service: { name: "Telegram", icon: null }, result: null },
  country: { name: "Indonesia" },
};
const services = ["Telegram", "Discord"].map((name, at) => ({
  ...{ id: 52 + at, name, icon: null, external_id: at === 0 ? "tg" : "ds" },
}));
const wallet = {
  ...{ availableKopecks: 100_000, heldKopecks: 0, postedKopecks: 100_000, debtKopecks: 0, version: 1 },
};

beforeEach(() => {
  pushed.length = 0;
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  useToasts.setState({ list: [] });
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

type Buying = Parameters<typeof fakeApi>[0];

const large: PreparingOrder = { orderId: 700_000_018, count: 1_500, preparedCount: 0 };
const held = { id: large.orderId, state: "held", count: 1_500, preparedCount: 1_100, items: null };
/** Longer than a question about the order waits for the next. */
const ASKED_AGAIN = { timeout: 8_000 };

const delivers: Buying = () => ({ status: 200, body: ["a:1", "b:2"] });

type Shown = {
  isSignedIn?: boolean;
  buy?: Buying;
  storeName?: string | null;
  sections?: OfferSection[] | null;
  preparing?: PreparingOrder | null;
  /** What the large order answers, one after the other. */
  order?: object[];
};

function show({
  isSignedIn = true,
  buy = delivers,
  storeName = null,
  sections = null,
  preparing = null,
  order = [],
}: Shown = {}) {
  if (isSignedIn) cookie.set(cookies.signedIn.name, "1", { path: "/" });
  const requests = fakeApi((request) => {
    const { path } = request;
    if (path === "/ready-accounts/services-list") return { status: 200, body: services };
    if (path === "/ready-accounts/offers-list")
      return {
        status: 200,
        body: sections ?? [{ group_name: "Session files", offers: [{ ...offer, store_name: storeName }] }],
      };
    if (path === "/ready-accounts/offer-info/17")
      return { status: 200, body: { ...info, store_name: storeName, preparing } };
    if (path === `/ready-accounts/orders/${large.orderId}`)
      return { status: 200, body: order.length > 1 ? order.shift() : order[0] };
    if (path === "/ready-accounts/buy-offer") return buy(request);
    if (path === "/users/me") return { status: 200, body: { id: 1, email: "a@example.com", name: "A" } };
    if (path === "/balance") return { status: 200, body: wallet };
    return { status: 200, body: [] };
  });
  renderIsland(<ReadyShop rubPerUsd={null} fileName="grizzly-accounts-{offerId}.txt" />);
  return requests;
}

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element));
const button = (name: RegExp | string) => screen.findByRole("button", { name });
const bought = (requests: FakeRequest[]) =>
  requests.filter(({ path }) => path === "/ready-accounts/buy-offer");

/** Up to the window of the offer. */
async function openOffer(): Promise<HTMLElement> {
  await press(await button("Telegram"));
  await press(await button(/^Buy for 11,00/));
  await press(within(await screen.findByRole("dialog", { name: "Before you buy" })).getByText("OK"));
  const dialog = await screen.findByRole("dialog", { name: "Telegram, aged" });
  await within(dialog).findByText("Indonesia");
  return dialog;
}

test("an offer of a store names it in the list and in its window, as text; one of the house names nobody", async () => {
  show({ storeName: LONG_STORE });
  await press(await button("Telegram"));
  await screen.findByText(/^Store:/);
  screen.getByText(LONG_STORE);
  await press(await button(/^Buy for 11,00/));
  await press(within(await screen.findByRole("dialog", { name: "Before you buy" })).getByText("OK"));
  const dialog = within(await screen.findByRole("dialog", { name: "Telegram, aged" }));
  await dialog.findByText("Store");
  dialog.getByText(LONG_STORE);
});

test("a chosen service's heading takes the focus, and the service itself once its buyer goes back to the services", async () => {
  show();
  const service = await button("Telegram");
  service.focus();
  await press(service);
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Telegram" })),
  );
  await press(await button("All services"));
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Telegram" })),
  );
});

test("two hundred texts of sellers that would run a script stay texts in the list of offers", async () => {
  const shown = async (words: (payload: string) => string) => {
    const sections = xssPayloads.map((payload, id) => ({
      // A group's name tells groups apart.
      group_name: `${id} ${words(payload)}`,
      offers: [{ ...offer, id, name: words(payload), store_name: words(payload) }],
    }));
    show({ sections });
    await press(await button("Telegram"));
    await eventually(() => expect(document.querySelectorAll("section li")).toHaveLength(200));
    return skeletonOf(document.body);
  };
  const hostile = await shown((payload) => payload);
  cleanup();
  expect(hostile).toEqual(await shown(() => "words"));
}, 60_000);

test("a buyer chooses a service and an offer, confirms, sets the count within its bounds, and gets the accounts to copy and to download", async () => {
  const requests = show();
  fireEvent.change(await screen.findByRole("searchbox"), { target: { value: "tele" } });
  expect(screen.queryByRole("button", { name: "Discord" })).toBeNull();
  await press(await button("Telegram"));
  await screen.findByRole("heading", { name: "Session files" });
  screen.getByText(/at least 2 accounts/);
  await press(await button(/^Buy for 11,00/));
  const confirm = await screen.findByRole("dialog", { name: "Before you buy" });
  expect(within(confirm).getByRole("link").getAttribute("href")).toBe("/faq");
  await press(within(confirm).getByText("OK"));
  const dialog = await screen.findByRole("dialog", { name: "Telegram, aged" });
  expect((await within(dialog).findByText("anywhere")).tagName).toBe("B");
  const facts = ["Country", "Registration", "Format", "Cloud password", "Minimum order"].map(
    (name) => within(dialog).getByText(name, { selector: "dt" }).nextElementSibling?.textContent,
  );
  expect(facts).toEqual(["Indonesia", "auto", "session", "set", "2"]);
  const fewer = within(dialog).getByRole("button", { name: "One less" }) as HTMLButtonElement;
  const more = within(dialog).getByRole("button", { name: "One more" }) as HTMLButtonElement;
  expect(fewer.disabled).toBe(true);
  await press(more);
  await press(more);
  expect([within(dialog).getByText("4", { selector: "output" }) !== null, more.disabled]).toEqual([
    true,
    true,
  ]);
  await press(within(dialog).getByRole("button", { name: /^Buy for 22,00/ }));
  await screen.findByText("a:1");
  screen.getByRole("button", { name: "Download" });
  expect(screen.getByRole("link", { name: "your accounts" }).getAttribute("href")).toBe("/profile/accounts");
  const [call] = bought(requests);
  expect(call?.body).toEqual({ id: 17, count: 4, maxTotalKopecks: 2_200, minWarrantyHours: 24 });
  expect(call?.headers["Idempotency-Key"]).toMatch(/^[\w-]{36}$/);
});

test("a large order shows how far it is, then its accounts to copy and to download", {
  timeout: 20_000,
}, async () => {
  const delivered = { ...held, state: "delivered", preparedCount: 1_500, items: ["a:1", "b:2"] };
  const requests = show({
    buy: () => ({ status: 200, body: large }),
    order: [held, held, delivered],
  });
  const dialog = await openOffer();
  await press(within(dialog).getByRole("button", { name: /^Buy for/ }));
  const preparing = within(await screen.findByRole("dialog", { name: "On its way" }));
  await preparing.findByText("Ready: 1 100 of 1 500");
  expect(preparing.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("73");
  expect(preparing.queryByRole("button", { name: /^Buy/ })).toBeNull();
  await screen.findByText("b:2", {}, ASKED_AGAIN);
  screen.getByRole("dialog", { name: "Your accounts" });
  screen.getByRole("button", { name: "Download" });
  expect(bought(requests)).toHaveLength(1);
});

test("who comes back to a large order sees how far it is, and can buy anew once its money is back", {
  timeout: 20_000,
}, async () => {
  const requests = show({ preparing: large, order: [held, { ...held, state: "cancelled" }] });
  await press(await button("Telegram"));
  await press(await button(/^Buy for 11,00/));
  await press(within(await screen.findByRole("dialog", { name: "Before you buy" })).getByText("OK"));
  await screen.findByRole("dialog", { name: "On its way" });
  await screen.findByText("Refunded", {}, ASKED_AGAIN);
  const dialog = within(screen.getByRole("dialog", { name: "Telegram, aged" }));
  await press(dialog.getByRole("button", { name: /^Buy for/ }));
  await screen.findByText("a:1");
  expect(bought(requests)).toHaveLength(1);
});

test("a guest is told to log in, led to signing in and comes back to ready accounts", async () => {
  show({ isSignedIn: false });
  await press(await button("Telegram"));
  await press(await button(/^Buy for 11,00/));
  await waitFor(() =>
    expect(pushed).toEqual([`/authorization?goback=1&to=${encodeURIComponent("/?type=readyAccounts")}`]),
  );
  expect(useToasts.getState().list.map(({ text }) => text)).toContain("You need to log in");
});

test("a buyer with too little money tops up for the accounts that were to be bought, and is led back to their offers", async () => {
  const poor: Buying = () => refusal(402, "NO_BALANCE", "Insufficient funds");
  show({ buy: poor });
  await press(within(await openOffer()).getByRole("button", { name: /^Buy for/ }));
  await waitFor(() => expect(pushed).toEqual(["/profile/pay?planned=accounts-17-2"]));
  cleanup();
  history.replaceState(null, "", "/?type=readyAccounts&accounts=tg");
  show();
  await button(/^Buy for 11,00/);
  await press(await button("All services"));
  await button("Discord");
});

test.each(["zz", "//elsewhere.example", ""])(
  "an address that asks for the accounts of the unknown service %j shows all services",
  async (code) => {
    history.replaceState(null, "", `/?type=readyAccounts&accounts=${encodeURIComponent(code)}`);
    show();
    await button("Discord");
    expect(screen.queryByRole("button", { name: "All services" })).toBeNull();
  },
);

test("the button is locked while a purchase runs, and a refusal is shown in the API's words", async () => {
  let answer = (_: unknown) => {};
  const waiting = new Promise((resolve) => {
    answer = resolve;
  });
  show({
    buy: async () => {
      await waiting;
      return refusal(409, "NO_ACCOUNTS", "Only 1 account is left");
    },
  });
  const dialog = await openOffer();
  const buy = within(dialog).getByRole("button", { name: /^Buy for/ }) as HTMLButtonElement;
  await press(buy);
  expect(buy.disabled).toBe(true);
  await act(async () => answer(null));
  await within(dialog).findByText("Only 1 account is left");
});

test("a purchase that fails without a word says so", async () => {
  show({ buy: () => ({ status: 422, body: {} }) });
  const dialog = await openOffer();
  await press(within(dialog).getByRole("button", { name: /^Buy for/ }));
  await within(dialog).findByText("Server error");
});

test("the tab of ready accounts is there only where they are offered, and only sets the way", async () => {
  const tabs = { title: "Numbers", lead: "Buy one", isRentOpen: false, rubPerUsd: 80, pageServiceCode: null };
  fakeApi(() => ({ status: 200, body: [] }));
  const { unmount } = renderIsland(<ModeTabs {...tabs} buy={<p>numbers</p>} />);
  expect(screen.queryByRole("button", { name: "Ready accounts" })).toBeNull();
  unmount();
  renderIsland(<ModeTabs {...tabs} buy={<p>numbers</p>} ready={<p>accounts</p>} />);
  await press(await button("Ready accounts"));
  screen.getByText("accounts");
  screen.getByRole("heading", { level: 1, name: "Ready accounts" });
  expect(sessionStorage.getItem("numbers-mode")).toBe("readyAccounts");
});
