import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rentOffer as offer, rentService } from "#features/rentals/components/rent-rows.factory.ts";
import { RentShop } from "#features/rentals/components/rent-shop.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () =>
    ({ push: vi.fn() }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = rentService(52, "tg", "Telegram");
const whole = rentService(47, "full", "Full rent");
const terms = { minHours: 4, maxHours: 672, cancelMinutes: 20, steps: [{ fromHours: 0, rateBp: 10_000 }] };

/** The list is read again every half minute. */
const A_POLL_MS = 31_000;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.clear();
  cookie.set("signed-in", "1");
});
afterEach(() => {
  vi.useRealTimers();
  cookie.remove("signed-in", { path: "/" });
  history.replaceState(null, "", "/");
});

/** The shop of rentals at this address, with one country whose offer the test may change; every payment is refused by the highest price. */
function shopAt(
  path: string,
  own: { readonly customPrice?: number; readonly customHourKopecks?: number } = {},
) {
  history.replaceState(null, "", path);
  const onSale = { ...offer, ...own };
  const requests = fakeApi(({ path, method, query }) => {
    if (method === "POST") return refusal(409, "WRONG_MAX_PRICE", "The price has risen");
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (path === "/rent/get-prices") return { status: 200, body: [{ ...onSale }] };
    if (path === "/rent/terms") return { status: 200, body: terms };
    if (path === "/rent") return { status: 200, body: query.search ? [whole] : [telegram, whole] };
    return { status: 200, body: [] };
  });
  renderIsland(<RentShop rubPerUsd={80} pageServiceCode={null} />);
  return { onSale, requests };
}

const theWindow = () => screen.findByRole("dialog", { name: "Rent a number" });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** The window of what was chosen before signing in, opened by itself and closed by the user. */
async function closeTheWindow() {
  fireEvent.click(within(await theWindow()).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test("the rent window follows a price that has risen: the next press sends the new one", async () => {
  const { onSale, requests } = shopAt("/");
  fireEvent.click(await screen.findByRole("button", { name: /^Rent from 40,00.*: Telegram, Indonesia$/ }));
  await theWindow();
  onSale.hourKopecks = 2_000;
  fireEvent.click(await screen.findByRole("button", { name: /^Rent for 240,00/ }));
  await screen.findByText("The price has risen");
  fireEvent.click(await screen.findByRole("button", { name: /^Rent for 480,00/ }));
  const sent = () => requests.filter(({ method }) => method === "POST");
  await waitFor(() =>
    expect(sent().map(({ body }) => (body as { maxPriceKopecks: number }).maxPriceKopecks)).toEqual([
      24_000, 48_000,
    ]),
  );
});

test("an hour agreed with the account is called its price in the list, and the window reckons with it", async () => {
  const { requests } = shopAt("/", { customPrice: 32, customHourKopecks: 800 });
  const button = await screen.findByRole("button", { name: /^Rent from 32,00.*: Telegram, Indonesia$/ });
  const row = button.closest("li")?.textContent;
  expect(row).toMatch(/your price.*others pay 40,00/);
  expect(row).not.toContain("wholesale");
  fireEvent.click(button);
  await theWindow();
  fireEvent.click(await screen.findByRole("button", { name: /^Rent for 192,00/ }));
  await screen.findByText("The price has risen");
  const paid = requests.find(({ method }) => method === "POST");
  expect(paid?.body).toMatchObject({ amount: 1, unit: "days", maxPriceKopecks: 19_200 });
});

test("the rent window of an earlier choice, once closed, stays closed when its stock comes back", async () => {
  const { onSale } = shopAt("/?type=rent&choice=tg.6.20000.2days");
  await closeTheWindow();
  onSale.count = 0;
  await wait(A_POLL_MS);
  await screen.findByRole("button", { name: "Sold out" });
  onSale.count = 5;
  await wait(A_POLL_MS);
  await screen.findByRole("button", { name: /^Rent from/, hidden: true });
  await wait(1_000);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the rent window of an earlier choice, once closed, stays closed when its service is chosen again", async () => {
  shopAt("/?type=rent&choice=tg.6.20000.2days");
  await closeTheWindow();
  fireEvent.click(screen.getByRole("button", { name: /Full rent/ }));
  await screen.findByRole("heading", { name: "Full rent" });
  await wait(1_000);
  fireEvent.click(screen.getAllByRole("button", { name: /Telegram/ })[0]!);
  await screen.findByRole("heading", { name: "Telegram" });
  await wait(1_000);
  expect(screen.queryByRole("dialog")).toBeNull();
});
