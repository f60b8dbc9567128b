import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { MyNumbers } from "#features/activations/my-numbers/components/my-numbers.island.tsx";
import type { MyNumbersPage } from "#features/activations/my-numbers/my-numbers.contract.ts";
import { noNumberFilters, readNumberFilters } from "#features/activations/my-numbers/my-numbers.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

const message = {
  ...{ id: 7, sender: "Telegram", text: "Telegram code: 482135", code: "482135" },
  ...{ receivedAt: "2026-11-21T10:01:00.000Z", late: false },
};

function number(id: number, wish: Partial<ActivationView> = {}): ActivationView {
  return {
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

const pageOf = (numbers: ActivationView[], nextCursor: string | null = null): MyNumbersPage => ({
  numbers,
  nextCursor,
});
const choices = {
  services: [{ code: "tg", name: "Telegram" }],
  countries: [{ id: 6, name: "Indonesia" }],
};

function show(initial: MyNumbersPage, filters = noNumberFilters, locale: Locale = "en") {
  return renderIsland(
    <MyNumbers filters={filters} choices={choices} initial={initial} rubPerUsd={80} />,
    locale,
  );
}

beforeEach(() => window.history.replaceState(null, "", "/profile/numbers"));

test("a number says what for, what came, when and for how much, and leads to the next one of its kind", async () => {
  show(pageOf([number(1)]));
  const row = within(screen.getByRole("listitem"));
  expect(screen.getByRole("listitem").textContent).toContain("Indonesia");
  expect(screen.getByRole("listitem").textContent).toContain("11-21-2026 10:00");
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
    pageOf([number(1), number(2, { state: "banned", money: "given-back", messages: [] })]),
    undefined,
    locale,
  );
  expect(document.body.textContent).not.toMatch(/activations\.|catalogue\.|\bui\./);
  expect(missing).not.toHaveBeenCalled();
});
