import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { rentOffer as offer, rentService } from "#features/rentals/components/rent-rows.factory.ts";
import { useFreshRental } from "#features/rentals/fresh-rental.client.ts";
import { locales } from "#lib/i18n/locales.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = rentService(52, "tg", "Telegram");
const viber = rentService(3, "vi", "Viber");
const whole = rentService(47, "full", "Full rent");
const stock = [{ id: 52, external_id: "tg", price: 30, count: 1_181 }];
const terms = {
  minHours: 4,
  maxHours: 672,
  cancelMinutes: 20,
  steps: [
    { fromHours: 0, rateBp: 10_000 },
    { fromHours: 24, rateBp: 5_000 },
  ],
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  push.mockClear();
  useToasts.setState({ list: [] });
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});
afterEach(() => {
  vi.useRealTimers();
  delete document.documentElement.dataset.mayPayFirst;
});

type Answer = ReturnType<Parameters<typeof fakeApi>[0]>;

/** The catalogue of rent; `rent` answers the payments one after another, the last one for ever. */
function rentApi(...rent: Answer[]) {
  return fakeApi(({ path, method, query }) => {
    if (method === "POST") return (rent.length > 1 ? rent.shift() : rent[0])!;
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (path === "/rent/get-prices") return { status: 200, body: [offer] };
    if (path === "/rent/terms") return { status: 200, body: terms };
    if (path === "/rent/stock") return { status: 200, body: stock };
    if (path === "/rent" && query.search === "vi") return { status: 200, body: [viber] };
    if (path === "/rent" && query.search === "xx") return { status: 200, body: [] };
    if (path === "/rent") return { status: 200, body: query.search ? [whole] : [telegram, whole] };
    return { status: 200, body: [] };
  });
}
const paid = (requests: FakeRequest[]) => requests.filter(({ method }) => method === "POST");
const keys = (requests: FakeRequest[]) => paid(requests).map(({ headers }) => headers["Idempotency-Key"]);
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show(
  isRentOpen = true,
  locale: (typeof locales)[number] = "en",
  pageServiceCode: string | null = null,
) {
  return renderIsland(
    <ModeTabs
      title="Numbers"
      lead="Buy one"
      buy={<p>buying</p>}
      isRentOpen={isRentOpen}
      pageServiceCode={pageServiceCode}
      rubPerUsd={80}
      tierLine={<p>needs turnover</p>}
    />,
    locale,
  );
}
async function openDialog() {
  fireEvent.click(screen.getByRole("button", { name: "Rent beta" }));
  fireEvent.click(await screen.findByRole("button", { name: /^Rent from 40,00.*: Telegram, Indonesia$/ }));
  return screen.findByRole("dialog", { name: "Rent a number" });
}
const pay = async (name: RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test("the tab is there only with the cookie or by configuration; buying is the first and stays as it was", async () => {
  rentApi();
  const { unmount } = show(false);
  screen.getByText("buying");
  expect(screen.queryByRole("button", { name: /Rent/ })).toBeNull();
  unmount();
  for (const [value, isOpen] of [
    ["1", false],
    ["0", true],
  ] as const) {
    cookie.set("show-rent", value);
    const shown = show(isOpen);
    await screen.findByRole("button", { name: "Rent beta" });
    screen.getByText("buying");
    shown.unmount();
  }
  show(false);
  expect(screen.queryByRole("button", { name: /Rent/ })).toBeNull();
});

test("who has rented keeps the tab for 60 days where renting is no longer offered to everybody", async () => {
  cookie.set("signed-in", "1");
  const set = vi.spyOn(cookie, "set");
  rentApi({ status: 200, body: {} });
  const { unmount } = show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() =>
    expect(set).toHaveBeenCalledWith("show-rent", "1", { path: "/", sameSite: "lax", expires: 60 }),
  );
  unmount();
  sessionStorage.clear();
  show(false);
  await screen.findByRole("button", { name: "Rent beta" });
});

test("the tab chosen before, or asked for by the address, comes back; the whole number can be chosen", async () => {
  const requests = rentApi();
  sessionStorage.setItem("numbers-mode", "rent");
  show();
  await screen.findByRole("heading", { name: "Telegram" });
  fireEvent.click(screen.getByRole("button", { name: /^Full rent/ }));
  await screen.findByRole("heading", { name: "Full rent" });
  await waitFor(() => expect(requests.map(({ query }) => query.service_external_id)).toContain("full"));
  expect(cookie.get("selectedServiceIdExternal")).toBe("full");
});

test("services for rent say from how much and how many there are; those without numbers come after the others", async () => {
  rentApi();
  sessionStorage.setItem("numbers-mode", "rent");
  show();
  await screen.findByRole("heading", { name: "Telegram" });
  const tiles = within(screen.getByRole("list", { name: "Service" })).getAllByRole("button");
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Telegramfrom 30,00.*1.181 numbers$/),
    expect.stringMatching(/Full rentno numbers now$/),
  ]);
});

test("services for rent are there without their stock where it cannot be read", async () => {
  fakeApi(({ path, query }) => {
    if (path === "/rent/stock") return refusal(503, "UNAVAILABLE", "Briefly unavailable");
    if (path === "/rent") return { status: 200, body: query.search ? [whole] : [telegram, whole] };
    return { status: 200, body: path === "/rent/get-prices" ? [offer] : [] };
  });
  sessionStorage.setItem("numbers-mode", "rent");
  show();
  await screen.findByRole("heading", { name: "Telegram" });
  const tiles = within(screen.getByRole("list", { name: "Service" })).getAllByRole("button");
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Full rent$/),
    expect.stringMatching(/Telegram$/),
  ]);
});

test("the total follows the time within its bounds and stands on the button", async () => {
  rentApi();
  show();
  const dialog = await openDialog();
  const box = within(dialog).getByRole("spinbutton", { name: "Days" });
  await screen.findByRole("button", { name: /^Rent for 240,00/ });
  fireEvent.change(box, { target: { value: "2" } });
  await screen.findByRole("button", { name: /^Rent for 360,00/ });
  fireEvent.click(within(dialog).getByRole("button", { name: "Hours" }));
  await screen.findByRole("button", { name: /^Rent for 360,00/ });
  fireEvent.change(within(dialog).getByRole("spinbutton", { name: "Hours" }), { target: { value: "3" } });
  expect(within(dialog).getByRole("alert").textContent).toBe("From 4 hours to 28 days");
  expect((within(dialog).getByRole("button", { name: "Rent" }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(within(dialog).getByRole("button", { name: "4 hours" }));
  await screen.findByRole("button", { name: /^Rent for 40,00/ });
});

test("a guest goes to registration and nothing is paid", async () => {
  const requests = rentApi();
  show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalled());
  const wanted = "/?type=rent&choice=tg.6.24000.1days";
  expect(push).toHaveBeenCalledWith(`/registration?goback=1&to=${encodeURIComponent(wanted)}`);
  expect(paid(requests)).toEqual([]);
});

test("a guest with the payment-test cookie is led to the pay page without the rental, whose price it could not show", async () => {
  cookie.set("payment-test", "1");
  const requests = rentApi();
  show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/pay"));
  expect(push).toHaveBeenCalledOnce();
  expect(paid(requests)).toEqual([]);
});

test("a guest who was tossed for paying first is led to the pay page while the experiment runs", async () => {
  cookie.set("ab-payment-test", "true");
  document.documentElement.dataset.mayPayFirst = "";
  rentApi();
  show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/pay"));
});

test("what a guest wanted to rent is one press away after the return, and nothing is paid by itself", async () => {
  history.replaceState(null, "", "/?type=rent&choice=tg.6.20000.2days");
  cookie.set("signed-in", "1");
  const requests = rentApi({ status: 200, body: {} });
  show();
  const dialog = await screen.findByRole("dialog", { name: "Rent a number" });
  expect((within(dialog).getByRole("spinbutton", { name: "Days" }) as HTMLInputElement).value).toBe("2");
  await waitFor(() => expect(dialog.textContent).toMatch(/It was 200,00.*when you chose it/));
  expect(paid(requests)).toEqual([]);
  await pay(/^Rent for 360,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/rentals"));
  expect(paid(requests)[0]?.body).toMatchObject({ amount: 2, unit: "days", maxPriceKopecks: 36_000 });
});

test("on the page of a service that service is rented, else the whole number, which gets its SMS too", async () => {
  rentApi();
  sessionStorage.setItem("numbers-mode", "rent");
  cookie.set("selectedServiceIdExternal", "full");
  const { unmount } = show(true, "en", "tg");
  await screen.findByRole("heading", { name: "Telegram" });
  unmount();
  show(true, "en", "xx");
  await screen.findByRole("heading", { name: "Full rent" });
});

test("a service for rent outside the best known stays over a reload", async () => {
  rentApi();
  sessionStorage.setItem("numbers-mode", "rent");
  cookie.set("selectedServiceIdExternal", "vi");
  const { unmount } = show();
  await screen.findByRole("heading", { name: "Viber" });
  unmount();
  show();
  await screen.findByRole("heading", { name: "Viber" });
});

test("rent prices are those of the account: wholesale for its tier, retail with wholesale beside it for all others", async () => {
  cookie.set("isWholesale", "1");
  cookie.set("signed-in", "1");
  sessionStorage.setItem("numbers-mode", "rent");
  const requests = rentApi();
  const asked = () => requests.filter(({ path }) => path === "/rent/get-prices").at(-1)?.query;
  const { unmount } = show();
  const row = (await screen.findByRole("button", { name: /^Rent from 40,00/ })).closest("li");
  expect(row?.textContent).toContain("wholesale 36,00");
  screen.getByText("needs turnover");
  expect(asked()).toMatchObject({ wholesale: "0", user: "guest" });
  expect(screen.queryByRole("switch")).toBeNull();
  unmount();
  const dealers = fakeApi(({ path, query }) => {
    const me = { id: 3, dynamicFields: { custom_price: false, wholesale: true } };
    if (path === "/users/me") return { status: 200, body: me };
    if (path === "/rent/get-prices")
      return { status: 200, body: [{ ...offer, price: 36, hourKopecks: 900 }] };
    if (path === "/rent/stock") return { status: 200, body: stock };
    if (path === "/rent") return { status: 200, body: query.search ? [whole] : [telegram, whole] };
    return { status: 200, body: [] };
  });
  show();
  await screen.findByRole("switch", { name: "Wholesale" });
  await screen.findByRole("button", { name: /^Rent from 36,00/ });
  const last = dealers.filter(({ path }) => path === "/rent/get-prices").at(-1);
  expect(last?.query).toMatchObject({ wholesale: "1", user: "3" });
});

test("a user rents at the shown total at most and is led to the rental's card without a notification", async () => {
  cookie.set("signed-in", "1");
  const requests = rentApi({ status: 200, body: { id: 500_000_007 } });
  show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/rentals"));
  expect(paid(requests)[0]).toMatchObject({
    path: "/rent",
    body: {
      service_external_id: "tg",
      country_external_id: 6,
      amount: 1,
      unit: "days",
      maxPriceKopecks: 24_000,
    },
  });
  expect(keys(requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(sessionStorage.getItem("rent:tg:6")).toBeNull();
  expect(useFreshRental.getState().rentalId).toBe(500_000_007);
  expect(useToasts.getState().list).toEqual([]);
});

test("without a definite answer key and time stay, over closing the window too, until there is one", async () => {
  cookie.set("signed-in", "1");
  const requests = rentApi(
    "offline",
    "offline",
    "offline",
    { status: 502, body: {} },
    { status: 200, body: {} },
  );
  show();
  const dialog = await openDialog();
  await pay(/^Rent for 240,00/);
  await wait(8_000);
  await within(dialog).findByText(/^No answer arrived/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  fireEvent.click(screen.getByRole("button", { name: /^Rent from .*: Telegram/ }));
  const again = await screen.findByRole("dialog");
  expect((within(again).getByRole("spinbutton") as HTMLInputElement).matches(":disabled")).toBe(true);
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/rentals"));
  expect(keys(requests)).toHaveLength(5);
  expect(new Set(keys(requests)).size).toBe(1);
});

test("a refusal is shown in the window, and the next press has a new key", async () => {
  cookie.set("signed-in", "1");
  const requests = rentApi(refusal(409, "NO_NUMBERS", "Number not available. Try again"));
  show();
  const dialog = await openDialog();
  await pay(/^Rent for 240,00/);
  await within(dialog).findByText("Number not available. Try again");
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(new Set(keys(requests)).size).toBe(2));
  expect(push).not.toHaveBeenCalled();
});

test("without money the user is led to the pay page", async () => {
  cookie.set("signed-in", "1");
  rentApi(refusal(402, "NO_BALANCE", "Insufficient funds"));
  show();
  await openDialog();
  await pay(/^Rent for 240,00/);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/pay"));
});

test("the shop of rentals says when the services cannot be loaded, and when there are none", async () => {
  let isBroken = true;
  fakeApi(() => (isBroken ? refusal(503, "UNAVAILABLE", "Briefly unavailable") : { status: 200, body: [] }));
  sessionStorage.setItem("numbers-mode", "rent");
  show();
  await screen.findByText("Briefly unavailable");
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Nothing can be rented at the moment");
});

test.each(locales)("the shop of rentals has all its words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  rentApi();
  sessionStorage.setItem("numbers-mode", "rent");
  show(true, locale);
  await screen.findByRole("heading", { name: "Telegram" });
  fireEvent.click(await screen.findByRole("button", { name: /40,00/ }));
  await screen.findByRole("dialog");
  expect(document.body.textContent).not.toMatch(/rentals\.|\bui\./);
  expect(missing).not.toHaveBeenCalled();
});
