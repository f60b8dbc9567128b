import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { MyNumbers } from "#features/rentals/my-numbers/components/my-numbers.island.tsx";
import type {
  MyActivation,
  MyNumber,
  MyNumbersPage,
  MyRental,
} from "#features/rentals/my-numbers/my-numbers.contract.ts";
import { noNumberFilters, readNumberFilters } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

const message = {
  ...{ id: 7, sender: "Telegram", text: "Telegram code: 482135", code: "482135" },
  ...{ receivedAt: "2026-11-21T10:01:00.000Z", late: false },
};

function number(id: number, wish: Partial<MyActivation> = {}): MyActivation {
  return {
    kind: "activation",
    ...{ id, state: "completed", operator: "any", number: `628123456789${id}`, priceKopecks: 1_250 },
    service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
    country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
    ...{ money: "captured", closeReason: null, wantsMore: false, messages: [message] },
    ...{ requestedAt: "2026-11-21T10:00:00.000Z", expiresAt: "2026-11-21T10:20:00.000Z" },
    ...{
      closedAt: "2026-11-21T10:20:00.000Z",
      secondsLeft: 0,
      cancellableInSeconds: null,
      holdSeconds: 1_200,
    },
    ...wish,
  };
}

function rental(id: number, wish: Partial<MyRental> = {}): MyRental {
  return {
    kind: "rental",
    ...{ id, state: "expired", tab: "received", isFull: false, operator: "any", number: `62855123456${id}` },
    service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
    country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
    ...{ hours: 30, priceKopecks: 24_000, money: "captured", closeReason: null },
    ...{ requestedAt: "2026-11-21T10:00:00.000Z", expiresAt: "2026-11-22T16:00:00.000Z" },
    ...{ closedAt: "2026-11-22T16:00:00.000Z", secondsLeft: 0, cancellableForSeconds: null },
    ...{ extendableHours: 0, messagesCount: 1, callsCount: 0, isForgotten: false },
    extensions: [{ at: "2026-11-21T12:00:00.000Z", priceKopecks: 6_000, hours: 6 }],
    messages: [
      { ...{ id: 9, sender: "Telegram", text: "code 73519", code: "73519" }, receivedAt: message.receivedAt },
    ],
    ...wish,
  };
}

const pageOf = (numbers: MyNumber[], nextCursor: string | null = null): MyNumbersPage => ({
  numbers,
  nextCursor,
});
const choices = {
  services: [{ code: "tg", name: "Telegram" }],
  countries: [{ id: 6, name: "Indonesia" }],
};

function show(initial: MyNumbersPage, filters = noNumberFilters, locale: Locale = "en", isRentOpen = true) {
  return renderIsland(
    <MyNumbers
      filters={filters}
      choices={choices}
      initial={initial}
      rubPerUsd={80}
      isRentOpen={isRentOpen}
    />,
    locale,
  );
}

beforeEach(() => window.history.replaceState(null, "", "/profile/numbers"));

test("a number says what for, what came, when and for how much, and leads to the next one of its kind", async () => {
  show(pageOf([number(1)]));
  const row = within(screen.getByRole("listitem"));
  expect(screen.getByRole("listitem").textContent).toContain("Indonesia");
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  row.getByTitle(formatMoment("en", new Date(number(1).requestedAt), ownZone));
  await user.click(row.getByRole("button", { name: "Copy code 482135" }));
  expect(await navigator.clipboard.readText()).toBe("482135");
  await user.click(row.getByRole("button", { name: /^Copy number \+62/ }));
  expect(await navigator.clipboard.readText()).toBe("+6281234567891");
  const again = row.getByRole("link", { name: "Buy again: Telegram, Indonesia" });
  expect(again.getAttribute("href")).toBe("/telegram?country=indonesia");
});

test("codes that are no longer kept say so with the reason; a number that got none says that", () => {
  const gone = { ...message, sender: null, text: null, code: null };
  show(
    pageOf([
      number(1, { messages: [gone] }),
      number(2, { state: "cancelled", money: "given-back", messages: [] }),
      number(3, { state: "received", closedAt: null, secondsLeft: 60 }),
    ]),
  );
  const [first, second, third] = screen.getAllByRole("listitem");
  expect(within(first!).getByText("Removed a day after the end").title).toMatch(
    /so that nobody else reads them/,
  );
  within(second!).getByText("No SMS");
  expect(within(third!).queryByRole("link")).toBeNull();
});

test("the Tab key shows why codes and messages are no longer kept, in the note's place until it goes on", async () => {
  const gone = { ...message, sender: null, text: null, code: null };
  show(
    pageOf([number(1, { number: null, messages: [gone] }), rental(2, { isForgotten: true, messages: [] })]),
  );
  const [bought, rented] = screen.getAllByRole("listitem");
  for (const [row, short, reason] of [
    [bought!, "Removed a day after the end", /^Codes and texts are removed a day .+ nobody else reads them/],
    [rented!, "Removed a week after the end", /^Messages and calls are removed .+ nobody else reads them/],
  ] as const) {
    const note = within(row).getByText(short);
    for (let press = 0; press < 30 && document.activeElement !== note; press += 1) await user.tab();
    expect(note.textContent).toMatch(reason);
    expect(note.title).toBe("");
    await user.tab();
    expect(note.textContent).toBe(short);
  }
});

test("a rental says what for, how long, what came and what it cost in all, and leads to the next one of its kind", async () => {
  show(pageOf([rental(1)]));
  const row = screen.getByRole("listitem");
  expect(row.textContent).toContain("Rental 1, 1 day 6 hours");
  expect(row.textContent).toContain("300,00");
  await user.click(within(row).getByRole("button", { name: "Copy code 73519" }));
  expect(await navigator.clipboard.readText()).toBe("73519");
  const again = within(row).getByRole("link", { name: "Rent again: Telegram, Indonesia" });
  expect(again.getAttribute("href")).toBe("/?type=rent&choice=tg.6.24000.1days");
});

test("a rental with more than its row shows leads to the rest; what is gone or never came says so", () => {
  show(
    pageOf([
      rental(1, { state: "received", closedAt: null, messagesCount: 4, callsCount: 1 }),
      rental(2, { isForgotten: true, messages: [] }),
      rental(3, { state: "canceled", money: "given-back", messagesCount: 0, messages: [] }),
    ]),
  );
  const [running, gone, silent] = screen.getAllByRole("listitem");
  const rest = within(running!).getByRole("link", { name: "4 messages, 1 call" });
  expect(rest.getAttribute("href")).toBe("/profile/rentals?tab=received");
  expect(within(running!).queryByRole("link", { name: /^Rent again/ })).toBeNull();
  expect(within(gone!).getByText("Removed a week after the end").title).toMatch(/so that nobody else reads/);
  within(silent!).getByText("No SMS or calls");
});

test("the price of a refunded number, bought or rented, says in words that it is refunded", () => {
  const back = { money: "given-back" as const, messages: [] };
  show(pageOf([number(1, back), rental(2, { ...back, state: "canceled", messagesCount: 0 }), number(3)]));
  const [bought, rented, paid] = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(bought).toContain("Price Refunded: 12,50\u00a0₽");
  expect(rented).toContain("Price Refunded: 300,00\u00a0₽");
  expect(paid).toContain("Price 12,50\u00a0₽");
});

test("the kind of number is asked for and stands in the address, where renting is offered or was asked for", async () => {
  const requests = fakeApi(() => ({ status: 200, body: pageOf([rental(2)]) }));
  const { unmount } = show(pageOf([number(1), rental(2)]));
  await user.click(screen.getByRole("button", { name: "Rented" }));
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ kind: "rental" }));
  expect(window.location.search).toBe("?kind=rental");
  expect(readNumberFilters({ kind: "rental" }).kind).toBe("rental");
  expect(readNumberFilters({ kind: "licence" }).kind).toBe("");
  unmount();
  show(pageOf([number(1)]), noNumberFilters, "en", false);
  expect(screen.queryByRole("group", { name: "Which numbers" })).toBeNull();
});

test("filters are asked for and stand in the address; what finds nothing can be cleared", async () => {
  const requests = fakeApi(() => ({ status: 200, body: pageOf([]) }));
  show(pageOf([number(1)]));
  await user.selectOptions(screen.getByLabelText("Status"), "given-back");
  await user.type(screen.getByLabelText("Number or order"), "+62 8");
  await screen.findByText("Nothing found");
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ status: "given-back", number: "628" }));
  expect(window.location.search).toBe("?status=given-back&number=628");
  await user.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  expect(window.location.search).toBe("");
  expect(readNumberFilters({ status: "given-back", number: "628", from: "2026-02-30" })).toEqual({
    ...noNumberFilters,
    ...{ status: "given-back", number: "628" },
  });
});

test("a line's date is the visitor's own, as its heading leaves it, and the days to filter by say that they are UTC", () => {
  show(pageOf([number(1)]));
  screen.getByText("Date");
  expect(screen.queryByText("Date (UTC)")).toBeNull();
  for (const label of ["From (UTC)", "To (UTC)"])
    expect(screen.getByLabelText<HTMLInputElement>(label).type).toBe("date");
});

test("further numbers come on demand; a page that fails says so and is asked for again", async () => {
  let isBroken = true;
  fakeApi(() =>
    isBroken ? refusal(503, "UNAVAILABLE", "Later") : { status: 200, body: pageOf([number(2)]) },
  );
  show(pageOf([number(1)], "1"));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("The list could not be loaded");
  isBroken = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
});

test("who has no numbers yet is led to them", () => {
  show(pageOf([]));
  screen.getByText("No numbers yet");
  expect(screen.getByRole("link", { name: "Choose a number" }).getAttribute("href")).toBe("/");
});

test("a rare filter may go on looking further back", () => {
  show(pageOf([], "1"), { ...noNumberFilters, number: "999" });
  screen.getByText(/Older ones have not been looked through yet/);
  screen.getByRole("button", { name: "Look further back" });
});

test.each(locales)("the list of numbers has all its words in %s", (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  show(
    pageOf([
      number(1),
      number(2, { state: "banned", money: "given-back", messages: [] }),
      rental(3, { messagesCount: 4, callsCount: 1 }),
      rental(4, { isForgotten: true, messages: [] }),
      rental(5, { state: "canceled", messagesCount: 0, messages: [] }),
    ]),
    undefined,
    locale,
  );
  expect(document.body.textContent).not.toMatch(/activations\.|rentals\.|catalogue\.|\bui\./);
  expect(missing).not.toHaveBeenCalled();
});

test("a number that was bought since the page was left a moment ago is in the list when it is opened again", async () => {
  const both = pageOf([number(2), number(1)]);
  fakeApi(() => ({ status: 200, body: both }));
  const { client, unmount } = show(pageOf([number(1)]));
  unmount();
  const again = { filters: noNumberFilters, choices, initial: both, rubPerUsd: 80, isRentOpen: true };
  renderIsland(<MyNumbers {...again} />, "en", undefined, client);
  await screen.findByText("+62 812 3456 7892");
});
