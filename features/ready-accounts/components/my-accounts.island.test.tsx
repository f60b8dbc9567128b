import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { MyAccounts } from "#features/ready-accounts/components/my-accounts.island.tsx";
import type { AccountClaim, AccountPlace } from "#features/ready-accounts/ready-accounts.contract.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

// Loaded when it is asked for: how long that takes is no matter of these tests.
beforeAll(() => import("#features/ready-accounts/components/claim-dialog.island.tsx"), 60_000);

const order = {
  ...{ id: 700_000_001, state: "delivered", offerId: 17, name: "Telegram, aged", count: 2 },
  service: { code: "tg", name: "Telegram", icon: null },
  country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" },
  ...{ priceKopecks: 550, totalKopecks: 1_100, orderedAt: new Date().toISOString() },
  ...{ deliveredAt: new Date().toISOString(), warrantyUntil: null, openClaims: 0 },
};
const soon = new Date(Date.now() + 86_400_000).toISOString();
const placesOf = (items: readonly string[] | null): AccountPlace[] =>
  (items ?? [null]).map((text, at) => ({
    ...{ place: at + 1, text, isRefunded: false, claimableUntil: text === null ? null : soon, claims: [] },
  }));
const claim: AccountClaim = {
  ...{ id: 5, state: "open", text: "it is closed", claimedAt: new Date().toISOString(), dueAt: soon },
  ...{ decidedAt: null, reason: null, refundKopecks: null, objection: null },
};

type Shown = { items?: string[] | null; places?: AccountPlace[]; claim?: () => ReturnType<typeof refusal> };

function show(orders: object[], { items = ["a:1", "b:2"], places = placesOf(items), claim }: Shown = {}) {
  const requests = fakeApi(({ method, path }) => {
    if (method === "POST" && claim) return claim();
    return path === "/ready-accounts/orders"
      ? { status: 200, body: { orders, nextCursor: null } }
      : { status: 200, body: { ...order, items, places } };
  });
  renderIsland(<MyAccounts rubPerUsd={null} fileName="grizzly-accounts-{offerId}.txt" />);
  return requests;
}

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => void fireEvent.click(button));
};

test("what was bought is shown again when it is asked for, to copy and to download", async () => {
  show([order]);
  await screen.findByText("Delivered");
  expect(screen.queryByText("a:1")).toBeNull();
  await press("Show");
  await screen.findByText("b:2");
  screen.getByRole("button", { name: "Download" });
  await press("Hide");
  expect(screen.queryByText("a:1")).toBeNull();
});

test("an order whose accounts were removed says so, and one whose money is back shows nothing to open", async () => {
  show([order, { ...order, id: 700_000_002, state: "cancelled", deliveredAt: null }], { items: null });
  await press("Show");
  await screen.findByText("What was delivered has been removed.");
  screen.getByText("Refunded");
  expect(screen.getAllByRole("button", { name: /Show|Hide/ })).toHaveLength(1);
});

test("an order that is being prepared shows how many accounts are ready, and is asked for until its end", {
  timeout: 20_000,
}, async () => {
  const large = { ...order, count: 150, preparedCount: 100, deliveredAt: null, state: "held" };
  const orders = [large];
  show(orders);
  await screen.findByText("Ready: 100 of 150");
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("66");
  expect(screen.queryByRole("button", { name: "Show" })).toBeNull();
  orders.splice(0, 1, { ...large, preparedCount: 150, state: "delivered" });
  await screen.findByRole("button", { name: "Show" }, { timeout: 8_000 });
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("who has bought none is told where accounts are sold", async () => {
  show([]);
  const link = await screen.findByRole("link", { name: "Buy accounts" });
  expect(link.getAttribute("href")).toBe("/?type=readyAccounts");
});

test("an account that does not work is claimed with words, once, and the list says that it waits", async () => {
  const [first, second] = placesOf(["a:1", "b:2"]) as [AccountPlace, AccountPlace];
  const claimed = { ...second, claimableUntil: null, claims: [claim] };
  const answers = [
    refusal(409, "WARRANTY_ENDED", "The warranty has ended"),
    { status: 200, body: { ...order, openClaims: 1, items: ["a:1", "b:2"], places: [first, claimed] } },
  ];
  const requests = show([{ ...order, openClaims: 1 }], { claim: () => answers.shift() as never });
  await screen.findByText("Open claims: 1");
  await press("Show");
  await press("Does not work: 2");
  const dialog = within(await screen.findByRole("dialog"));
  const send = () =>
    act(async () => void fireEvent.click(dialog.getByRole("button", { name: "Send the claim" })));
  await send();
  await dialog.findByText("Say in a few words what is wrong.");
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: " it is closed " } });
  await send();
  await dialog.findByText("The warranty has ended");
  await send();
  await screen.findByText("Waits for a decision");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByRole("button", { name: "Does not work: 2" })).toBeNull();
  const calls = requests.filter(({ method }) => method === "POST");
  expect(calls.map(({ path, body }) => [path, body])).toEqual(
    Array(2).fill(["/ready-accounts/orders/700000001/claims", { place: 2, text: "it is closed" }]),
  );
  const keys = calls.map(({ headers }) => headers["Idempotency-Key"]);
  expect(new Set(keys).size).toBe(2);
});

test("a claim that was sent leaves the focus at its account, whose button is gone, and a cancelled one at its button", async () => {
  const [first, second] = placesOf(["a:1", "b:2"]) as [AccountPlace, AccountPlace];
  const claimed = { ...second, claimableUntil: null, claims: [claim] };
  show([order], {
    claim: () => ({ status: 200, body: { ...order, items: ["a:1", "b:2"], places: [first, claimed] } }),
  });
  await press("Show");
  const openDialog = async () => {
    (await screen.findByRole("button", { name: "Does not work: 2" })).focus();
    await press("Does not work: 2");
    return within(await screen.findByRole("dialog"));
  };
  await openDialog();
  await press("Cancel");
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Does not work: 2" })),
  );
  const dialog = await openDialog();
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "it is closed" } });
  await press("Send the claim");
  await screen.findByText("Waits for a decision");
  await eventually(() => expect(document.activeElement).toBe(screen.getByText("b:2").closest("li")));
});

test("what became of claims is shown with the replacement, the refund or the reason", async () => {
  const [first, second, third] = placesOf(["new:1", "b:2", "c:3"]) as [
    AccountPlace,
    AccountPlace,
    AccountPlace,
  ];
  show([order], {
    items: ["new:1", "c:3"],
    places: [
      { ...first, claims: [{ ...claim, state: "replaced" }] },
      {
        ...{ ...second, isRefunded: true, claimableUntil: null },
        claims: [{ ...claim, id: 6, state: "refunded", refundKopecks: 550 }],
      },
      {
        ...{ ...third, claimableUntil: null },
        claims: [{ ...claim, id: 7, state: "refused", reason: "It works for us." }],
      },
    ],
  });
  await press("Show");
  const places = within(await screen.findByRole("list", { name: "Delivered accounts" })).getAllByRole(
    "listitem",
  );
  expect(places.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^new:1Does not work: 1.*Replaced$/),
    expect.stringMatching(/^b:2.*Refunded5,50/),
    expect.stringMatching(/^c:3.*RefusedIt works for us\.$/),
  ]);
});

test("two hundred texts of sellers and staff that would run a script stay texts beside bought accounts", async () => {
  const shown = async (words: (payload: string) => string) => {
    const items = xssPayloads.map((payload, at) => `${at}:${words(payload)}`);
    const places = placesOf(items).map((place, at) => {
      const text = words(xssPayloads[at]!);
      const open = { ...claim, id: 2 * at, objection: text };
      return {
        ...place,
        claims: [open, { ...open, id: 2 * at + 1, state: "refused" as const, reason: text }],
      };
    });
    show([{ ...order, name: words(xssPayloads.join(" ")) }], { items, places });
    await press("Show");
    await eventually(() => expect(document.querySelectorAll("ol > li")).toHaveLength(200));
    return skeletonOf(document.body);
  };
  const hostile = await shown((payload) => payload);
  cleanup();
  expect(hostile).toEqual(await shown(() => "words"));
}, 60_000);

test("an account that is a file is named, and downloaded instead of copied", async () => {
  const item = JSON.stringify({ file: "49151.session", base64: "AAE=" });
  show([order], { items: [item, "b:2"] });
  await press("Show");
  await screen.findByText("49151.session");
  expect(document.body.textContent).not.toContain("base64");
  const link = screen.getByRole("link", { name: "Download account 1" });
  expect(link.getAttribute("href")).toBe("/api/ready-accounts/orders/700000001/files/1");
  screen.getByRole("button", { name: "Copy account 2" });
  expect(screen.queryByRole("button", { name: "Copy account 1" })).toBeNull();
});
