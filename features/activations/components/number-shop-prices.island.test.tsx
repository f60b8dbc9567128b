import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { type FakeRequest, fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

// The same one at every call, as Next's.
const router = { push: () => {} };
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => router as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

const telegram = { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null };
const indonesia = {
  ...{ countryId: 6, slug: "indonesia", name: "Indonesia", icon: null },
  ...{ priceKopecks: 840, otherTierKopecks: 700, personalKopecks: null, count: 141, isScarce: false },
};
/** The same row as the API tells it. */
const wire = {
  ...{ country_external_id: 6, country_slug: "indonesia", name: "Indonesia", count: 141 },
  ...{ price: 8.4, otherTierPrice: 7, customPrice: null, isNeedRepeat: false },
};
const bought = { status: 200, body: { result: "ACCESS_NUMBER:7:628111", activation: {} } };

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});
afterEach(() => void vi.useRealTimers());

function renderShop(offers = [indonesia]) {
  return renderIsland(
    <NumberShop
      {...{ service: telegram, popular: [telegram], serviceCount: 1, popularStock: {} }}
      {...{ rubPerUsd: 80, deliveries: {}, offers, isServicePage: false }}
    />,
  );
}

/** A signed-in user with these facts; the list answers what `rows` holds. */
function signedIn(dynamicFields: object, rows: { list: object[] }) {
  cookie.set("signed-in", "1");
  return fakeApi(({ path, method }) => {
    if (path === "/users/me") return { status: 200, body: { id: 3, dynamicFields } };
    if (method === "POST") return bought;
    return { status: 200, body: path.includes("get-prices") ? rows.list : [] };
  });
}
const limits = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method === "POST").map(({ query }) => Number(query.maxPrice));
const listCalls = (requests: FakeRequest[]) => requests.filter(({ path }) => path.includes("get-prices"));
const press = async () => {
  const button = await screen.findByRole("button", { name: /^Buy .*: Telegram, Indonesia$/ });
  await act(async () => void fireEvent.click(button));
};
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("an account of the wholesale tier has the switch, its own prices on the buttons, and pays them", async () => {
  const atTier = { ...wire, price: 7, otherTierPrice: 8.4 };
  const requests = signedIn({ custom_price: false, wholesale: true }, { list: [atTier] });
  renderShop();
  const wholesale = await screen.findByRole("switch", { name: "Wholesale" });
  await screen.findByRole("button", { name: /^Buy for 7,00/ });
  fireEvent.click(wholesale);
  await screen.findByText(/^retail/);
  await press();
  await waitFor(() => expect(limits(requests)).toEqual([700]));
  expect(listCalls(requests)[0]?.query).toEqual({ wholesale: "1", user: "3" });
});

test("a switch left on at an earlier visit changes no price of who has not the wholesale tier", async () => {
  cookie.set("isWholesale", "1");
  const requests = signedIn({ custom_price: false }, { list: [wire] });
  renderShop();
  await press();
  await waitFor(() => expect(limits(requests)).toEqual([840]));
  await wait(31_000);
  await waitFor(() => expect(listCalls(requests).length).toBeGreaterThan(0));
  expect(listCalls(requests).map(({ query }) => query.wholesale)).not.toContain("1");
  expect(screen.queryByRole("switch", { name: "Wholesale" })).toBeNull();
});

test.each([
  [true, "3"],
  [false, "guest"],
])("who has prices of one's own (%s) asks for those of the user %s", async (hasOwn, user) => {
  const requests = signedIn({ custom_price: hasOwn }, { list: [wire] });
  renderShop();
  await screen.findByRole("button", { name: /^Buy .*: Telegram, Indonesia$/ });
  await wait(31_000);
  await waitFor(() => expect(listCalls(requests).at(-1)?.query).toEqual({ wholesale: "0", user }));
});

test("an open list without numbers asks again as one with rows does, and fills by itself when they are back", async () => {
  const rows: { list: object[] } = { list: [] };
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path.includes("get-prices") ? rows.list : [],
  }));
  renderShop([]);
  await screen.findByText("Number temporarily unavailable");
  await wait(31_000);
  await waitFor(() => expect(listCalls(requests)).toHaveLength(1));
  screen.getByText("Number temporarily unavailable");
  rows.list = [wire];
  await wait(31_000);
  await screen.findByRole("button", { name: /^Buy for 8,40/ });
  expect(listCalls(requests)).toHaveLength(2);
  expect(screen.queryByText("Number temporarily unavailable")).toBeNull();
});

test("a row is not drawn anew when it becomes known who looks at the page, and is when it is bought from", async () => {
  const requests = signedIn({}, { list: [wire] });
  let drawn = 0;
  const watched = Object.defineProperty({ ...indonesia }, "icon", {
    enumerable: true,
    get: () => {
      drawn += 1;
      return null;
    },
  });
  renderShop([watched]);
  const atFirst = drawn;
  expect(atFirst).toBeGreaterThan(0);
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain("/users/me"));
  await wait(100);
  expect(drawn).toBe(atFirst);
  await press();
  expect(drawn).toBeGreaterThan(atFirst);
});
