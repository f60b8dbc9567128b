import { act, cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { StatementLine } from "#features/ledger/statement/statement.contract.ts";
import { type Filters, noFilters } from "#features/ledger/statement/statement.rules.ts";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import type { StoreClaim } from "#features/stores/claims/store-claims.contract.ts";
import { StoreCabinet } from "#features/stores/components/store-cabinet.island.tsx";
import type { StoreOverview, StoreSale } from "#features/stores/overview/store-overview.contract.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const HOSTILE = `<img src=x onerror="alert(1)"> ${"long ".repeat(60)}`;
const store: StoreOverview = {
  ...{ name: "Den", description: "Accounts", email: "a@example.com", openedAt: at, rulesVersion: 1 },
  ...{ isAgreed: true, commissionPercent: 20, pendingKopecks: 80_000, availableKopecks: 160_000 },
  ...{ heldKopecks: 0, nextDueAt: at, version: 3 },
};
const offer: AccountOfferView = {
  ...{ id: 17, state: "on_sale", name: "Telegram, aged", groupName: "Session files", format: "session" },
  ...{ serviceId: 52, countryId: 6, registrationType: "auto", cloudPass: true, description: "<p>Fine</p>" },
  ...{ template: "login:password", priceKopecks: 1_050, minCount: 2, warrantyHours: 24, isBarred: false },
  isTakenDown: false,
  provenance: "Registered by ourselves with our own SIM cards",
  service: { code: "tg", name: "Telegram", icon: null },
  country: { name: "Indonesia", icon: "/icons/flags/x.svg" },
  stock: { available: 1_234, held: 2, sold: 3, withdrawn: 4 },
  claims: { open: 1, accepted: 2 },
  createdAt: at,
};
const claim: StoreClaim = {
  ...{ id: 5, state: "open", orderId: 700_000_001, place: 2, offerId: 17, offerName: "Telegram, aged" },
  ...{ priceKopecks: 1_050, uploadedAt: at, numberInUpload: 12, text: HOSTILE, deliveredAt: at },
  ...{ claimedAt: at, dueAt: at, decidedAt: null, reason: null, objection: null, refundKopecks: null },
};
const sale: StoreSale = {
  ...{ orderId: 700_000_001, offerId: 17, offerName: "Telegram, aged", count: 2, totalKopecks: 2_000 },
  ...{ commissionKopecks: 400, shareKopecks: 1_600, reversedKopecks: 800, state: "pending", dueAt: at },
  ...{ paidAt: null, soldAt: at },
};

beforeEach(() => sessionStorage.clear());
// Loaded when they are asked for: how long that takes is no matter of these tests.
beforeAll(async () => {
  await import("#features/stores/offers/components/store-offer-form.island.tsx");
  await import("#features/stores/offers/components/store-stock-form.island.tsx");
  await import("#features/stores/claims/components/answer-dialog.island.tsx");
  await import("#features/ledger/statement/components/statement.island.tsx");
}, 60_000);

const line: StatementLine = {
  ...{ id: 9, version: 3, at, number: "700000001", kind: "store_share", kindText: "Store's share" },
  ...{ move: "wait", moveText: "Waits for the warranty", reason: null, reasonText: null, page: null },
  ...{ amountKopecks: 1_600, changeKopecks: 0, dueAt: at, outcome: null },
  subject: { title: `Telegram, aged ${HOSTILE}`, detail: "2 accounts", icon: null, detailIcon: null },
  after: { postedKopecks: 241_600, heldKopecks: 81_600, availableKopecks: 160_000 },
};
const nothing = { postedKopecks: 0, heldKopecks: 0, availableKopecks: 0 };

type Rows = {
  offers?: AccountOfferView[];
  claims?: StoreClaim[];
  sales?: StoreSale[];
  lines?: StatementLine[];
};
type Shown = Rows & {
  overview?: StoreOverview;
  filters?: Filters;
  locale?: Locale;
  isBroken?: boolean;
  write?: (request: FakeRequest) => ReturnType<typeof refusal>;
};

function show(shown: Shown = {}) {
  const { offers = [offer], claims = [claim], sales = [sale], lines = [line] } = shown;
  const { overview = store, locale = "en", filters = noFilters } = shown;
  const requests = fakeApi((request) => {
    const { method, path } = request;
    if (method !== "GET") return shown.write?.(request) ?? { status: 200, body: { id: 17 } };
    if (path === "/store") return { status: 200, body: overview };
    if (path === "/country") return { status: 200, body: [] };
    if (!path.startsWith("/store/")) return refusal(404, "NOT_FOUND", "not here");
    if (shown.isBroken) return refusal(500, "INTERNAL", "Something broke");
    if (path === "/store/offers") return { status: 200, body: { items: offers, hasMore: false } };
    if (path === "/store/claims") return { status: 200, body: { items: claims, hasMore: false } };
    if (path === "/store/statement")
      return { status: 200, body: { lines, nextCursor: null, opening: nothing, closing: nothing } };
    return { status: 200, body: { sales, nextCursor: null } };
  });
  const { container } = renderIsland(
    <StoreCabinet
      initial={overview}
      statement={{ filters, choices: { kinds: [], services: [] } }}
      withdrawals={<p>withdrawals of the store</p>}
    />,
    locale,
    messagesOf(locale),
  );
  return { requests, container };
}
const open = (part: string) => user.click(screen.getByRole("button", { name: part }));
const sent = (path: string, body: object) => expect.objectContaining({ method: "POST", path, body });

test("the owner stops an offer of the store, and withdraws what is unsold after a second press", async () => {
  const { requests } = show();
  await screen.findByText("Telegram, aged");
  await user.click(screen.getByRole("button", { name: "Stop selling" }));
  await eventually(() => expect(requests).toContainEqual(sent("/store/offers/17/step", { step: "stop" })));
  await user.click(screen.getByRole("button", { name: "Withdraw unsold accounts" }));
  expect(requests.some(({ path }) => path.endsWith("withdraw-stock"))).toBe(false);
  await user.click(screen.getByRole("button", { name: /^Withdraw 1.234 accounts$/ }));
  await eventually(() => expect(requests).toContainEqual(sent("/store/offers/17/withdraw-stock", {})));
});

test("an offer that the house has stopped says so and has no button to sell it", async () => {
  show({ offers: [{ ...offer, state: "stopped", isBarred: true }] });
  await screen.findByText(/^Stopped by our team/);
  expect(screen.queryByRole("button", { name: "Put on sale" })).toBeNull();
});

test("the price of an offer of the store is changed in its form, and one that is not whole is not sent", async () => {
  const { requests } = show();
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  const price = dialog.getByLabelText("Price of one account, ₽");
  await user.clear(price);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText(/^Fill in every field/);
  await user.type(price, "25");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await eventually(() =>
    expect(requests).toContainEqual(
      sent("/store/offers/17/edit", expect.objectContaining({ priceKopecks: 2_500, serviceId: 52 })),
    ),
  );
});

test("what is missing in a new offer is said below its fields, and is scrolled to", async () => {
  const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
  show({ offers: [] });
  await user.click(await screen.findByRole("button", { name: "New offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(scrolled).not.toHaveBeenCalled();
  await user.click(dialog.getByRole("button", { name: "New offer" }));
  const said = await dialog.findByText(/^Fill in every field/);
  expect(scrolled.mock.contexts).toEqual([expect.toSatisfy((one: Element) => one.contains(said))]);
  scrolled.mockRestore();
});

test("a list of the store's accounts with wrong lines is named line by line, a good one is counted", async () => {
  const lines = [{ line: 2, problem: "duplicate" }];
  let isWrong = true;
  const { requests } = show({
    write: () => {
      if (!isWrong) return { status: 200, body: { addedCount: 1, refusedCount: 0, refused: [] } };
      isWrong = false;
      return refusal(422, "STOCK_LINES_WRONG", "Some lines are wrong", { count: 1, lines });
    },
  });
  await user.click(await screen.findByRole("button", { name: "Add accounts" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Accounts, one per line"), "a:1");
  await user.click(dialog.getByRole("button", { name: "Add accounts" }));
  await dialog.findByText("Line 2: this account is in stock or was sold already");
  await user.click(dialog.getByRole("button", { name: "Add accounts" }));
  await screen.findByText("1 account added");
  expect(requests.at(-1)).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test("an archive of the store's accounts is sent as base64, and the entry at fault is named", async () => {
  const details = { problem: "path", entry: "../x.session" };
  const { requests } = show({
    write: () => refusal(422, "STOCK_ARCHIVE_WRONG", "The archive was not added", details),
  });
  await user.click(await screen.findByRole("button", { name: "Add accounts" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.upload(dialog.getByLabelText("Or from a file"), new File(["PK"], "stock.zip"));
  await dialog.findByLabelText("Archive with accounts");
  expect(dialog.queryByRole("textbox")).toBeNull();
  await user.click(dialog.getByRole("button", { name: "Add accounts" }));
  await dialog.findByText("../x.session: this path is not allowed");
  expect(requests).toContainEqual(
    sent("/store/offers/17/stock", expect.objectContaining({ format: "zip", text: btoa("PK") })),
  );
});

test("a claim is accepted with words for the buyer, whose own words are text", async () => {
  const { requests, container } = show();
  await open("Claims");
  const upload = await screen.findByText(/^Account 12 of your upload of/);
  expect(upload.textContent).toMatch(/ of 11-25-2026 \d\d:\d\d$/);
  expect(container.querySelector("img[src=x]")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Accept" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Accept" }));
  await dialog.findByText("Required to fill in");
  await user.type(dialog.getByLabelText("What the buyer is told"), "we have looked");
  await user.click(dialog.getByRole("button", { name: "Accept" }));
  await eventually(() =>
    expect(requests).toContainEqual(
      sent("/store/claims/5/answer", { decision: "accept", reason: "we have looked" }),
    ),
  );
});

test("a claim that the store has objected to has no button, and says until when it may be overruled", async () => {
  show({ claims: [{ ...claim, objection: "it works" }] });
  await open("Claims");
  await screen.findByText("it works");
  screen.getByText(/^Your objection stands/);
  expect(screen.queryByRole("button", { name: "Object" })).toBeNull();
});

test("a sale shows what the buyer paid, the commission, what was taken off and what is left", async () => {
  show();
  await open("Sales");
  const line = within(await screen.findByRole("listitem"));
  for (const amount of [/20\.00|20/, /4/, /8/]) expect(line.getAllByText(amount).length).toBeGreaterThan(0);
  line.getByText("Pending");
});

test("the statement says of a sale what it brought, and until when that waits", async () => {
  const { container } = show();
  await open("Statement");
  const [shown] = within(await screen.findByRole("list")).getAllByRole("listitem");
  const one = within(shown as HTMLElement);
  one.getByText("Waits for the warranty");
  one.getByText(/^until/);
  expect(one.getAllByText(/16/).length).toBeGreaterThan(0);
  expect(one.getAllByText(/1.?600/).length).toBeGreaterThan(0);
  expect(container.querySelector("img[src=x]")).toBeNull();
});

test("two hundred texts of buyers and staff that would run a script stay texts in every part of the store's page", async () => {
  const shown = async (words: (payload: string) => string) => {
    const each = <Row,>(rowOf: (text: string, id: number) => Row) =>
      xssPayloads.map((payload, at) => rowOf(words(payload), at + 1));
    const { container } = show({
      offers: each((name, id) => ({ ...offer, id, name, groupName: name, format: name, provenance: name })),
      claims: each((text, id) => ({ ...claim, id, text, offerName: text, objection: text, reason: text })),
      sales: each((offerName, orderId) => ({ ...sale, orderId, offerName })),
      lines: each((title, id) => ({ ...line, id, subject: { ...line.subject!, title, detail: title } })),
    });
    const parts: string[][] = [];
    for (const [at, list] of ["ul.divide-y", "ul.divide-y", "ul.divide-y", "ol.divide-y"].entries()) {
      const chosen = container.querySelectorAll<HTMLElement>("fieldset > button")[at]!;
      await act(async () => chosen.click());
      await eventually(() => expect(container.querySelectorAll(`${list} > li`)).toHaveLength(200));
      parts.push(skeletonOf(container.querySelector(list)!));
    }
    return parts;
  };
  const hostile = await shown((payload) => payload);
  cleanup();
  expect(hostile).toEqual(await shown(() => "words"));
}, 60_000);

test("filters in the address open the statement with them", async () => {
  const { requests } = show({ filters: { ...noFilters, direction: "incoming" } });
  await screen.findByText("Waits for the warranty");
  expect(requests).toContainEqual(expect.objectContaining({ path: "/store/statement" }));
});

test("rules that have changed are agreed to on the store's page", async () => {
  const { requests } = show({ overview: { ...store, isAgreed: false, rulesVersion: 2 } });
  await user.click(screen.getByRole("button", { name: "I agree" }));
  await eventually(() => expect(requests).toContainEqual(sent("/store/rules", { version: 2 })));
});

test.each(locales)("the store's page is in %s in all of its parts", async (locale) => {
  const { container } = show({ locale });
  for (const at of [0, 1, 2, 3, 4]) {
    const parts = within(container.querySelector("fieldset") as HTMLElement).getAllByRole("button");
    await user.click(parts[at] as HTMLElement);
    const list = at === 3 ? "ol.divide-y" : "ul.divide-y";
    if (at < 4) await eventually(() => expect(container.querySelector(list)).not.toBeNull());
    expect(container.textContent).not.toMatch(/stores\.|readyAccounts\.|ledger\.|\{/);
  }
  screen.getByText("withdrawals of the store");
});

test("a store without offers, claims and sales says so in each part", async () => {
  show({ offers: [], claims: [], sales: [], lines: [] });
  await screen.findByText("You have no offers yet.");
  await open("Claims");
  await screen.findByText("No claim waits for you.");
  await open("Sales");
  await screen.findByText("Nothing has been sold yet.");
  await open("Statement");
  await screen.findByText(/^Sales, what becomes available/);
});

test("what cannot be read of a store says so, with another try", async () => {
  show({ isBroken: true });
  for (const [part, text] of [
    ["Offers", "Offers could not be loaded"],
    ["Claims", "Claims could not be loaded"],
    ["Sales", "Sales could not be loaded"],
    ["Statement", "The history could not be loaded"],
  ] as const) {
    await open(part);
    await screen.findByText(text);
    screen.getByRole("button", { name: "Retry" });
  }
});
