import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SoftwareShop } from "#features/licences/components/software-shop.island.tsx";
import type { LicenceProduct } from "#features/licences/licences.contract.ts";
import { cookies } from "#lib/cookies.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#features/licences/components/sale-dialog.island.tsx"), 60_000);
beforeEach(() => {
  sessionStorage.clear();
  push.mockClear();
  cookie.set(cookies.signedIn.name, "1", { path: "/" });
});
const me = { id: 1, email: "a@mail.test", name: "A" };

const product: LicenceProduct = {
  ...{ id: 3, code: "bulk-sender", name: "Bulk sender", softwareType: "Automation" },
  ...{ description: "Sends what it is told.", priceKopecks: 1_000, termDays: null, deviceLimit: 2 },
  versions: [],
};
const licence = {
  ...{ id: 800_000_001, uid: "a-uid", state: "valid", key: "head.body.signature", deviceLimit: 2 },
  ...{ product, paidKopecks: 1_000, boughtAt: new Date().toISOString(), validUntil: null, renewal: null },
  ...{ revokeReason: null, devices: [], versions: [] },
};

const bought = (): ReturnType<typeof refusal> => ({ status: 201, body: licence });

function show(products: LicenceProduct[], buy = bought, agent: string | null = "abcd1234") {
  const requests = fakeApi(({ method, path }) => {
    if (method === "POST") return buy();
    if (path === "/licences/products") return { status: 200, body: products };
    if (path === "/users/me") return { status: 200, body: me };
    return { status: 200, body: { licences: [], nextCursor: null } };
  });
  renderIsland(<SoftwareShop rubPerUsd={null} agent={agent} />);
  return requests;
}

async function press(name: RegExp | string, within_: HTMLElement | null = null) {
  const button = within_
    ? within(within_).getByRole("button", { name })
    : await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
}

test("a licence is bought for what the button says and by the link that led here, and its key is shown to copy", async () => {
  const requests = show([product]);
  await press("Buy Bulk sender");
  const dialog = await screen.findByRole("dialog", { name: "Bulk sender" });
  within(dialog).getByText("Sends what it is told.");
  within(dialog).getByText(/no end date · 2 devices/);
  await press(/^Buy for/, dialog);
  await screen.findByText("head.body.signature");
  const [posted] = requests.filter(({ method }) => method === "POST");
  expect([posted?.path, posted?.body]).toEqual([
    "/licences",
    { productId: 3, agent: "abcd1234", maxPriceKopecks: 1_000 },
  ]);
});

/** Opens the page anew, by an agent's link or by none, and presses the button that pays; answers the agent that was named. */
async function buyOnPage(agent: string | null, buy = bought): Promise<unknown> {
  cleanup();
  const requests = show([product], buy, agent);
  await press("Buy Bulk sender");
  await press(/^Buy for/, await screen.findByRole("dialog", { name: "Bulk sender" }));
  const posted = () => requests.filter(({ method }) => method === "POST");
  await eventually(() => expect(posted()).toHaveLength(1));
  const [named] = posted().map(({ body }) => (body as { agent: unknown }).agent);
  return named;
}

const poor = () => refusal(402, "NO_BALANCE", "Insufficient funds");
const signedOut = () => refusal(401, "UNAUTHENTICATED", "You need to log in");

test("a buyer who comes by an agent's link without the money, tops up and comes back buys through the agent still, and later by nobody", async () => {
  expect(await buyOnPage("abcd1234", poor)).toBe("abcd1234");
  await waitFor(() => expect(push).toHaveBeenCalledWith("/profile/pay?planned=software-3"));
  expect(await buyOnPage(null)).toBe("abcd1234");
  await screen.findByText("head.body.signature");
  expect(await buyOnPage(null)).toBeNull();
});

test("a newer agent's link counts instead of the one that the tab keeps", async () => {
  await buyOnPage("abcd1234", poor);
  expect(await buyOnPage("wxyz9876")).toBe("wxyz9876");
});

test("a buyer whose session has ended comes back to the software by the agent's link", async () => {
  const back = encodeURIComponent("/profile/software?agent=abcd1234");
  await buyOnPage("abcd1234", signedOut);
  await waitFor(() => expect(push).toHaveBeenLastCalledWith(`/authorization?goback=1&to=${back}`));
  // The tab knows whose link it was also where the address does not.
  await buyOnPage(null, signedOut);
  await waitFor(() => expect(push).toHaveBeenCalledTimes(2));
  expect(push).toHaveBeenLastCalledWith(`/authorization?goback=1&to=${back}`);
});

test("a price that has changed is said in words, and nothing is shown as bought", async () => {
  show([product], () => refusal(409, "WRONG_MAX_PRICE", "The price has changed"));
  await press("Buy Bulk sender");
  await press(/^Buy for/, await screen.findByRole("dialog", { name: "Bulk sender" }));
  await screen.findByText("The price has changed");
  expect(screen.queryByText("head.body.signature")).toBeNull();
});

test("without software on sale it says so", async () => {
  show([]);
  await screen.findByText("No software on sale now");
});
