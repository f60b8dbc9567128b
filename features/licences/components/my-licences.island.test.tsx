import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MyLicences } from "#features/licences/components/my-licences.island.tsx";
import type { Licence } from "#features/licences/licences.contract.ts";
import { cookies } from "#lib/cookies.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#features/licences/components/sale-dialog.island.tsx"), 60_000);
beforeEach(() => {
  sessionStorage.clear();
  cookie.set(cookies.signedIn.name, "1", { path: "/" });
});
const me = { id: 1, email: "a@mail.test", name: "A" };

const now = new Date().toISOString();
const licence: Licence = {
  ...{ id: 800_000_001, uid: "a-uid", state: "valid", key: "head.body.signature", deviceLimit: 2 },
  product: { id: 3, code: "bulk-sender", name: "Bulk sender", softwareType: "Automation" },
  ...{ paidKopecks: 1_000, boughtAt: now, validUntil: now, revokeReason: null },
  renewal: { priceKopecks: 1_500, termDays: 30 },
  devices: [{ id: 7, name: "Office", activatedAt: now, seenAt: now }],
  versions: [{ id: 9, version: "1.0", notes: "The first one", sha256: "a".repeat(64), publishedAt: now }],
};

function show(licences: Licence[], answer: Licence | "poor" = licence) {
  const requests = fakeApi(({ method, path }) => {
    if (method === "POST")
      return answer === "poor"
        ? refusal(402, "NO_BALANCE", "Insufficient funds")
        : { status: 200, body: answer };
    if (path === "/users/me") return { status: 200, body: me };
    return path === "/licences"
      ? { status: 200, body: { licences, nextCursor: null } }
      : { status: 200, body: null };
  });
  renderIsland(<MyLicences rubPerUsd={null} />);
  return requests;
}

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test("a licence shows its key, its downloads and its devices when it is asked to", async () => {
  show([licence]);
  await screen.findByText("Devices: 1 of 2");
  expect(screen.queryByText("head.body.signature")).toBeNull();
  await press("Show");
  screen.getByText("head.body.signature");
  screen.getByRole("button", { name: "Copy the licence key" });
  const file = screen.getByRole("link", { name: "Download 1.0" });
  expect(file.getAttribute("href")).toBe("/api/licences/own/800000001/versions/9/file");
  screen.getByText("Office");
});

test("the place of a device is given back by a press", async () => {
  const requests = show([licence], { ...licence, devices: [] });
  await press("Show");
  await press("Release Office");
  const posted = requests.filter(({ method }) => method === "POST");
  expect(posted.map(({ path }) => path)).toEqual(["/licences/own/800000001/devices/7/release"]);
});

test("another term is paid at the price that the button says, and the new key is shown", async () => {
  const requests = show([licence], { ...licence, key: "new.key.text" });
  await press("Show");
  await press("Renew");
  const dialog = await screen.findByRole("dialog", { name: "Renew Bulk sender" });
  within(dialog).getByText(/30 days/);
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: /^Renew for/ })));
  await screen.findByText("new.key.text");
  const [posted] = requests.filter(({ method }) => method === "POST");
  expect([posted?.path, posted?.body]).toEqual(["/licences/own/800000001/renew", { maxPriceKopecks: 1_500 }]);
});

test("who has too little money for another term tops up for its software", async () => {
  show([licence], "poor");
  await press("Show");
  await press("Renew");
  const dialog = await screen.findByRole("dialog");
  await act(async () => void fireEvent.click(within(dialog).getByRole("button", { name: /^Renew for/ })));
  await waitFor(() => expect(push).toHaveBeenLastCalledWith("/profile/pay?planned=software-3"));
});

test("a revoked licence says why and offers neither key nor renewal nor download", async () => {
  show([{ ...licence, state: "revoked", key: null, renewal: null, revokeReason: "shared in public" }]);
  await screen.findByText("Revoked: shared in public");
  await press("Show");
  expect(screen.queryByRole("button", { name: /Renew|Copy/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /Download/ })).toBeNull();
});

test("who has none is told that licences appear here", async () => {
  show([]);
  await screen.findByText("No licences yet");
});

test("two hundred names of devices and words of staff that would run a script stay texts in a licence", async () => {
  const shown = async (words: (payload: string) => string) => {
    const told = words(xssPayloads.join(" "));
    const devices = xssPayloads.map((payload, id) => ({ ...licence.devices[0]!, id, name: words(payload) }));
    const versions = xssPayloads.map((payload, id) => ({
      ...{ ...licence.versions[0]!, id, version: words(payload), notes: words(payload) },
    }));
    const product = { ...licence.product, name: told, softwareType: told };
    show([{ ...licence, devices, versions, product, revokeReason: told }]);
    await press("Show");
    await eventually(() => expect(document.querySelectorAll("section li li")).toHaveLength(400));
    return skeletonOf(document.body);
  };
  const hostile = await shown((payload) => payload);
  cleanup();
  expect(hostile).toEqual(await shown(() => "words"));
}, 60_000);
