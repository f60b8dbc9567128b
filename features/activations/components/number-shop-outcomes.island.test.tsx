import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
const indonesia = {
  ...{ countryId: 6, slug: "indonesia", name: "Indonesia", icon: null },
  ...{ priceKopecks: 840, otherTierKopecks: 700, personalKopecks: null, count: 141, isScarce: false },
};
const bought = { status: 200, body: { result: "ACCESS_NUMBER:7:628111", activation: {} } };
const watching = { status: 200, body: { id: 50_001, state: "watching", closedAt: null } };
const tooManySearches = refusal(409, "SEARCHES_LIMIT", "Too many searches are running");

beforeEach(() => {
  sessionStorage.clear();
  push.mockClear();
  useToasts.setState({ list: [] });
  useShopOptions.setState(useShopOptions.getInitialState());
  cookie.set("signed-in", "1");
});

afterEach(() => {
  cookie.remove("ab-payment-test", { path: "/" });
  delete document.documentElement.dataset.mayPayFirst;
});

type Answer = ReturnType<Parameters<typeof fakeApi>[0]>;

/** A user who presses the button of the only row; a purchase and the wish for a replacement are answered so. */
async function buys(answers: { buy: Answer; replace?: Answer }) {
  const requests = fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (path.endsWith("/replace")) return answers.replace ?? watching;
    return method === "POST" ? answers.buy : { status: 200, body: [] };
  });
  renderIsland(
    <NumberShop
      {...{ service: telegram, popular: [telegram], serviceCount: 1, popularStock: {} }}
      {...{ rubPerUsd: 80, deliveries: {}, offers: [indonesia], isServicePage: false }}
    />,
  );
  const button = screen.getByRole("button", { name: /^Buy .*: Telegram, Indonesia$/ });
  await act(async () => void fireEvent.click(button));
  return requests;
}
const writes = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]);
const toasts = () => useToasts.getState().list.map(({ type, text }) => [type, text]);
const BUY_PATH = "/sms-users/get-number/6/tg";

test("a replacement that was chosen alone buys one number at once, has it replaced, and searches for none", async () => {
  useShopOptions.setState({ replaceAfterSeconds: 120, replaceTimes: 5 });
  const requests = await buys({ buy: bought });
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  expect(writes(requests)).toEqual([
    [BUY_PATH, undefined],
    ["/activations/7/replace", { afterSeconds: 120, times: 5 }],
  ]);
});

test("a replacement that was chosen alone begins no search where there is no number", async () => {
  useShopOptions.setState({ replaceAfterSeconds: 120 });
  const requests = await buys({ buy: refusal(409, "NO_NUMBERS", "Number not available. Try again") });
  await waitFor(() => expect(toasts()).toEqual([["error", "Number not available. Try again"]]));
  expect(writes(requests)).toEqual([[BUY_PATH, undefined]]);
});

test("a number whose replacement was refused is the buyer's all the same, and the refusal is told", async () => {
  useShopOptions.setState({ replaceAfterSeconds: 120 });
  await buys({ buy: bought, replace: tooManySearches });
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile"));
  expect(toasts()).toEqual([["error", "Too many searches are running"]]);
});

test.each(["CHANNELS_LIMIT", "SEARCHES_LIMIT"])(
  "%s acts as no number, and says which limit it is",
  async (code) => {
    await buys({ buy: refusal(429, code, "You've reached your limit.") });
    const words = "Number not available. Try again. You've reached your limit.";
    await waitFor(() => expect(toasts()).toEqual([["error", words]]));
    expect(push).not.toHaveBeenCalled();
  },
);

test.each([
  ["Sales are paused for an hour.", "Sales are paused for an hour."],
  ["", "An error occurred. Repeat the request later."],
])("a purchase refused with the words '%s' is told as '%s', with the request's id", async (words, told) => {
  await buys({ buy: refusal(503, "SALES_STOPPED", words) });
  await waitFor(() =>
    expect(useToasts.getState().list).toMatchObject([{ type: "error", text: told, detail: "req-1" }]),
  );
  expect(push).not.toHaveBeenCalled();
});

test("the service that was bought is kept for the next visit", async () => {
  cookie.remove("selectedServiceId", { path: "/" });
  await buys({ buy: bought });
  await waitFor(() => expect(cookie.get("selectedServiceId")).toBe("52"));
});

test.each([
  ["true", true, "/pay?service=tg&country=6"],
  ["true", false, "/registration?"],
  ["false", true, "/registration?"],
])(
  "a guest tossed '%s' for paying first, in an experiment that runs: %s, is led to %s",
  async (tossed, isRunning, way) => {
    cookie.remove("signed-in", { path: "/" });
    cookie.set("ab-payment-test", tossed, { path: "/" });
    if (isRunning) document.documentElement.dataset.mayPayFirst = "";
    const requests = await buys({ buy: bought });
    await waitFor(() => expect(push).toHaveBeenCalledWith(expect.stringContaining(way)));
    expect(writes(requests)).toEqual([]);
  },
);
