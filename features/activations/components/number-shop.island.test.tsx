import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import { KeyboardShortcuts } from "#features/site/components/keyboard-shortcuts.island.tsx";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
const whatsapp = { id: 1, code: "wa", name: "WhatsApp", slug: "whatsapp", icon: null };
const indonesia = {
  ...{ countryId: 6, slug: "indonesia", name: "Indonesia", icon: null },
  ...{ priceKopecks: 840, otherTierKopecks: 700, personalKopecks: null, count: 141, isScarce: false },
};
const bought = { status: 200, body: { result: "ACCESS_NUMBER:7:628111", activation: {} } };
const BUY_PATH = "/sms-users/get-number/6/tg";

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  push.mockClear();
  useToasts.setState({ list: [] });
  useShopOptions.setState(useShopOptions.getInitialState());
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});
afterEach(() => void vi.useRealTimers());

const shop = {
  ...{ service: telegram, popular: [telegram, whatsapp], serviceCount: 2 },
  ...{ popularStock: { 1: "no numbers now", 52: "from 8,40 ₽" } },
  ...{ rubPerUsd: 80, deliveries: {} },
};

function renderShop(changes: Partial<typeof indonesia> = {}, isServicePage = false) {
  return renderIsland(
    <NumberShop {...shop} offers={[{ ...indonesia, ...changes }]} isServicePage={isServicePage} />,
  );
}

/** A signed-in user; `buy` answers the purchases one after another, the last one for ever. */
function signedIn(...buy: ReturnType<Parameters<typeof fakeApi>[0]>[]) {
  cookie.set("signed-in", "1");
  return fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (method === "POST") return (buy.length > 1 ? buy.shift() : buy[0])!;
    return { status: 200, body: [] };
  });
}
const purchases = (requests: FakeRequest[]) => requests.filter(({ method }) => method === "POST");
const keys = (requests: FakeRequest[]) =>
  purchases(requests).map(({ headers }) => headers["Idempotency-Key"]);
const press = async () => {
  const button = screen.getByRole("button", { name: /^(Buy|Search) .*: Telegram, Indonesia$/ });
  await act(async () => void fireEvent.click(button));
};
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const toasts = () => useToasts.getState().list.map(({ type, text }) => [type, text]);

test("a guest goes to registration, nothing is asked of the API, and the service is remembered", async () => {
  const requests = fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  renderShop();
  await press();
  await waitFor(() => expect(push).toHaveBeenCalled());
  expect(push).toHaveBeenCalledWith("/registration?goback=1&to=%2F%3Fchoice%3Dtg.6.840");
  expect(requests).toEqual([]);
  expect(cookie.get("selectedServiceId")).toBe("52");
});

test("the country of a link is the first row, and who was signed out meanwhile comes back to the same choice", async () => {
  history.replaceState(null, "", "/ru/telegram?country=indonesia");
  signedIn(refusal(401, "UNAUTHORIZED", "x"));
  renderShop({}, true);
  await screen.findByText("your choice");
  expect((screen.getByRole("searchbox", { name: "Find a country" }) as HTMLInputElement).value).toBe("");
  await press();
  await waitFor(() => expect(push).toHaveBeenCalled());
  expect(push).toHaveBeenCalledWith("/authorization?goback=1&to=%2Ftelegram%3Fchoice%3Dtg.6.840");
});

test("what a guest wanted is one press away after the return: first, marked, in focus, and not bought by itself", async () => {
  history.replaceState(null, "", "/?choice=tg.6.800");
  const requests = signedIn(bought);
  renderShop();
  const row = (await screen.findByText("your choice")).closest("li") as HTMLElement;
  expect(row.textContent).toMatch(/It was 8,00.*when you chose it/);
  expect(document.activeElement).toBe(within(row).getByRole("button"));
  await wait(2_000);
  expect(purchases(requests)).toEqual([]);
  await press();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  expect(purchases(requests)).toMatchObject([{ path: BUY_PATH, query: { maxPrice: "840" } }]);
});

test("a choice that has run out meanwhile says so", async () => {
  history.replaceState(null, "", "/?choice=tg.77.800");
  fakeApi(() => ({ status: 200, body: [] }));
  renderShop();
  await screen.findByText(/The Telegram number you chose has run out in the meantime/);
});

test("a guest with the payment-test cookie goes to the pay page with service and country", async () => {
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  cookie.set("payment-test", "1");
  renderShop();
  await press();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/pay?service=tg&country=6"));
});

test("a user buys at the shown price at most and is led to the active numbers", async () => {
  const requests = signedIn(bought);
  renderShop();
  await press();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  const [purchase] = purchases(requests);
  expect(purchase).toMatchObject({ path: BUY_PATH, query: { maxPrice: "840" } });
  expect(purchase?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(toasts()).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test("a lost answer is asked for again with the same key, so nothing is bought twice", async () => {
  const requests = signedIn("offline", { status: 502, body: {} }, bought);
  renderShop();
  await press();
  await wait(4_000);
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  expect(keys(requests)).toHaveLength(3);
  expect(new Set(keys(requests)).size).toBe(1);
});

test("an intent without a definite answer survives, with its key and its price, until it gets one", async () => {
  const requests = signedIn("offline");
  renderShop();
  await press();
  await wait(8_000);
  await waitFor(() => expect(toasts()[0]?.[1]).toMatch(/^No answer arrived/));
  const first = keys(requests);
  expect(first).toHaveLength(4);
  useShopOptions.setState({ raisePercent: 50 });
  await press();
  await wait(8_000);
  expect(new Set(keys(requests)).size).toBe(1);
  expect(new Set(purchases(requests).map(({ query }) => query.maxPrice))).toEqual(new Set(["840"]));
});

test("a definite refusal ends the intent: the next press has a new key", async () => {
  const requests = signedIn(refusal(409, "NO_NUMBERS", "Number not available. Try again"));
  renderShop();
  await press();
  await waitFor(() => expect(toasts()).toEqual([["error", "Number not available. Try again"]]));
  await press();
  await waitFor(() => expect(keys(requests)).toHaveLength(2));
  expect(new Set(keys(requests)).size).toBe(2);
  expect(push).not.toHaveBeenCalled();
});

test("without money the user is led to the pay page", async () => {
  signedIn(refusal(402, "NO_BALANCE", "Insufficient funds"));
  renderShop();
  await press();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/pay?service=tg&country=6"));
  expect(toasts()).toEqual([["error", "Insufficient funds"]]);
});

const running = {
  ...{ id: 50_001, state: "searching", operator: "any", attempt: 1, attempts: 30, maxPriceKopecks: 840 },
  ...{ service: { code: "tg", name: "Telegram", icon: null }, seconds: 60, secondsLeft: 60, replace: null },
  ...{ country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" }, activationId: null, refusal: null },
  ...{
    steps: [{ afterSeconds: 0, maxPriceKopecks: 840 }],
    createdAt: "2026-11-22T12:00:00.000Z",
    closedAt: null,
  },
};
const ended = { ...running, closedAt: "2026-11-22T12:00:30.000Z", secondsLeft: 0 };

/** A signed-in user whose search the server goes on with: what it answers is what `now` holds. */
function searching(now: { view: object }) {
  cookie.set("signed-in", "1");
  useShopOptions.setState({ autoRepeat: true });
  return fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (path === "/searches" && method === "GET") return { status: 200, body: { searches: [now.view] } };
    if (path === "/searches/50001/stop") now.view = { ...ended, state: "stopped" };
    return { status: 200, body: path.startsWith("/searches") ? now.view : [] };
  });
}

test("the automatic search is the server's: its attempts are counted, and closing the popup stops it", async () => {
  const now = { view: running as object };
  const requests = searching(now);
  renderShop();
  await press();
  await screen.findByText("Attempt 1 of 30");
  now.view = { ...running, attempt: 2 };
  await wait(2_100);
  await screen.findByText("Attempt 2 of 30");
  fireEvent.click(screen.getAllByRole("button", { name: "Stop" })[0]!);
  await waitFor(() => expect(toasts()).toEqual([["info", "Number search stopped"]]));
  const asked = { service: "tg", country: 6, seconds: 60, maxPriceKopecks: 840, raises: [] };
  expect(purchases(requests).map(({ path, body }) => [path, body])).toEqual([
    ["/searches", asked],
    ["/searches/50001/stop", {}],
  ]);
  expect(screen.queryByText(/Attempt/)).toBeNull();
});

test("a search that has its number leads to it, and one left to run says where it is found", async () => {
  const now = { view: running as object };
  searching(now);
  renderShop();
  await press();
  fireEvent.click(await screen.findByRole("button", { name: "Keep searching in the background" }));
  expect(toasts()).toEqual([["info", "The search goes on. You will find it among your active numbers."]]);
  expect(screen.queryByText(/Attempt/)).toBeNull();
  now.view = { ...ended, state: "found", activationId: 7 };
  await press();
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  // The number's card is the answer.
  expect(toasts()).toHaveLength(1);
});

test("a search that is refused says why", async () => {
  const refusal = { code: "NO_BALANCE", message: "Insufficient funds" };
  searching({ view: { ...ended, state: "refused", refusal } });
  renderShop();
  await press();
  await waitFor(() => expect(toasts()).toEqual([["error", refusal.message]]));
  expect(push.mock.calls.flat()).toEqual(["/profile/pay?service=tg&country=6"]);
});

test("a search that found nothing stays in sight and is begun anew there, for a little more where that is wished", async () => {
  const now = { view: { ...ended, state: "over" } as object };
  const requests = searching(now);
  renderShop();
  await press();
  await screen.findByText("No number appeared within 60 s. Nothing was charged.");
  now.view = { ...running, id: 50_002 };
  fireEvent.click(screen.getByRole("button", { name: /^Search up to 10,08/ }));
  await screen.findByText("Attempt 1 of 30");
  expect(purchases(requests)[1]?.body).toMatchObject({ maxPriceKopecks: 1_008, raises: [] });
  expect(toasts()).toEqual([]);
});

test("raise, ladder and replacement are asked of the server", async () => {
  const requests = searching({ view: running });
  useShopOptions.setState({ raisePercent: 20, stepByStep: true, seconds: 90, replaceAfterSeconds: 120 });
  renderShop();
  await press();
  await screen.findByText("Attempt 1 of 30");
  expect(purchases(requests)[0]?.body).toEqual({
    ...{ service: "tg", country: 6, seconds: 90, maxPriceKopecks: 840 },
    raises: [
      { afterSeconds: 30, maxPriceKopecks: 924 },
      { afterSeconds: 60, maxPriceKopecks: 1_008 },
    ],
    replace: { afterSeconds: 120, times: 3 },
  });
});

test("while one row is bought its button turns in place and cannot be pressed again", async () => {
  const requests = signedIn(new Promise(() => {}));
  renderShop();
  await press();
  const button = screen.getByRole("button", { name: /^Buy for/ }) as HTMLButtonElement;
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  expect(button.disabled).toBe(true);
  fireEvent.click(button);
  await waitFor(() => expect(purchases(requests)).toHaveLength(1));
});

test("a row without stock says so and cannot be bought", () => {
  fakeApi(() => ({ status: 200, body: [] }));
  renderShop({ count: 0 });
  expect((screen.getByRole("button", { name: "Sold out" }) as HTMLButtonElement).disabled).toBe(true);
});

test("the service of an earlier visit is chosen again when it is among the popular ones", async () => {
  cookie.set("selectedServiceId", "1");
  const requests = fakeApi(() => ({ status: 200, body: [] }));
  renderShop();
  await screen.findByRole("heading", { name: "WhatsApp" });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain("/country/get-prices/1"));
});

const viber = {
  id: 3,
  external_id: "vi",
  service_external_id: "vi",
  name: "Viber",
  slug: "viber",
  icon: null,
};

test("the service of an earlier visit is chosen again although it is not among the popular ones", async () => {
  cookie.set("selectedServiceId", "3");
  // The service for rent is another matter, and remembered by its code alone.
  cookie.set("selectedServiceIdExternal", "full");
  const requests = fakeApi(({ path, query }) => ({
    status: 200,
    body: path === "/service" && query.ids === "3" ? [viber] : [],
  }));
  renderShop();
  // Until it is known, nothing else stands there that could be bought by mistake.
  expect(screen.queryByRole("button", { name: /^Buy a number/ })).toBeNull();
  await screen.findByRole("heading", { name: "Viber" });
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain("/country/get-prices/3"));
});

test("a country that is typed before the service of an earlier visit is known stays in its field", async () => {
  cookie.set("selectedServiceId", "3");
  let answer = (_: { status: number; body: unknown }) => {};
  const asked = new Promise<{ status: number; body: unknown }>((resolve) => (answer = resolve));
  fakeApi(({ query }) => (query.ids === "3" ? asked : { status: 200, body: [] }));
  renderShop();
  const field = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Find a country" });
  field().focus();
  fireEvent.change(field(), { target: { value: "chi" } });
  answer({ status: 200, body: [viber] });
  await screen.findByRole("heading", { name: "Viber" });
  expect(field().value).toBe("chi");
  expect(document.activeElement).toBe(field());
});

test("a remembered service that is no longer sold gives way to the page's own", async () => {
  cookie.set("selectedServiceId", "4");
  fakeApi(() => ({ status: 200, body: [] }));
  renderShop();
  await screen.findByRole("button", { name: /^Buy for .*: Telegram/ });
});

test("on the page of a service another one found by search has its own page", async () => {
  fakeApi(({ path }) => ({ status: 200, body: path === "/service" ? [viber] : [] }));
  renderShop({}, true);
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "viber" } });
  await wait(1_200);
  fireEvent.click(await screen.findByRole("option", { name: /Viber/ }));
  expect(push).toHaveBeenCalledWith("/viber", { scroll: false });
  expect(cookie.get("selectedServiceId")).toBe("3");
});

test("a number is bought with four keys beside the letters of the service, from the cheapest country", async () => {
  cookie.set("signed-in", "1");
  const offer = (code: number, price: number) => ({
    country_external_id: code,
    country_slug: `c${code}`,
    name: `Country ${code}`,
    price,
    otherTierPrice: null,
    customPrice: null,
    count: 3,
    isNeedRepeat: false,
  });
  const requests = fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (method === "POST") return bought;
    if (path === "/service") return { status: 200, body: [{ ...whatsapp, external_id: "wa" }] };
    return { status: 200, body: path.includes("price") ? [offer(1, 12), offer(2, 5), offer(3, 9)] : [] };
  });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });
  renderIsland(
    <>
      <NumberShop {...shop} offers={[indonesia]} isServicePage={false} />
      <KeyboardShortcuts />
    </>,
  );
  await user.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  await user.keyboard("what");
  await wait(1_000);
  await screen.findByRole("option", { name: /WhatsApp/ });
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2, name: "WhatsApp" })),
  );
  await screen.findByRole("button", { name: /Country 2$/ });
  await user.keyboard("b");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /Country 2$/ }));
  expect(purchases(requests)).toEqual([]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(purchases(requests).length).toBe(1));
  expect(purchases(requests)[0]!.path).toBe("/sms-users/get-number/2/wa");
});
