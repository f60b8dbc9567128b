import { act, fireEvent, screen, within } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SoftwareShop } from "#features/licences/components/software-shop.island.tsx";
import type { LicenceProduct } from "#features/licences/licences.contract.ts";
import { cookies } from "#lib/cookies.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () =>
    ({ push: () => undefined }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#features/licences/components/sale-dialog.island.tsx"), 60_000);
beforeEach(() => {
  sessionStorage.clear();
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

function show(products: LicenceProduct[], buy = bought) {
  const requests = fakeApi(({ method, path }) => {
    if (method === "POST") return buy();
    if (path === "/licences/products") return { status: 200, body: products };
    if (path === "/users/me") return { status: 200, body: me };
    return { status: 200, body: { licences: [], nextCursor: null } };
  });
  renderIsland(<SoftwareShop rubPerUsd={null} agent="abcd1234" />);
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
