import type { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ToastList } from "#components/ui/toast-list.island.tsx";
import { useToasts } from "#components/ui/toasts.ts";
import { SearchPopup } from "#features/activations/search/components/search-popup.island.tsx";
import { SearchWatch } from "#features/activations/search/components/search-watch.island.tsx";
import { putSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { locales } from "#lib/i18n/locales.ts";
import { pageMessages } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

let pathname = "/prices";
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  usePathname: () => pathname,
}));

beforeEach(() => {
  pathname = "/prices";
  useToasts.setState({ list: [] });
});

const running = {
  ...{ id: 50_001, state: "searching", operator: "any", attempt: 4, attempts: 30, maxPriceKopecks: 1_000 },
  ...{ service: { code: "tg", name: "Telegram", icon: null }, seconds: 60, secondsLeft: 50, replace: null },
  ...{ country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" }, activationId: null },
  ...{ quoted: null, lowestKopecks: null, waitingFor: null, closedAt: null },
  ...{ steps: [{ afterSeconds: 0, maxPriceKopecks: 1_000 }], createdAt: "2026-11-22T12:00:00.000Z" },
  refusal: { code: "NO_NUMBERS", message: "Number not available. Try again" },
} as SearchView;
const over: SearchView = { ...running, state: "over", secondsLeft: 0, closedAt: "2026-11-22T12:01:00.000Z" };
const list = (
  <ToastList label="Notifications" closeLabel="Close" copiedLabel="Copied" copyFailedLabel="Copy error" />
);

/** The page hears of a search, and shows what it has heard. */
const hear = (client: QueryClient, search: SearchView) =>
  act(async () => {
    putSearch(client, search);
    // The store of answers tells its readers in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });

/** A page of somebody for whom a search runs. */
async function show(locale: (typeof locales)[number] = "en") {
  const island = (
    <>
      <SearchWatch />
      {list}
    </>
  );
  const { client } = renderIsland(island, locale, pageMessages(locale));
  await hear(client, running);
  return (search: SearchView) => hear(client, search);
}
const told = () => screen.queryAllByRole("listitem").map((item) => item.textContent);

test("a search that ends without a number is told once on any other page, with the way to its card", async () => {
  const tell = await show();
  expect(told()).toEqual([]);
  await tell(over);
  await tell({ ...over });
  expect(told()).toEqual([
    "Telegram, Indonesia: the search has ended, no number appeared in time. Show the search",
  ]);
  const link = screen.getByRole("link", { name: "Show the search" });
  expect(link.getAttribute("href")).toBe("/profile");
  link.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(link);
  expect(told()).toEqual([]);
});

test.each([
  ["over", "CHANNELS_LIMIT", "number not available. Try again. Wait for a code."],
  ["refused", "KEY_SPENT", "search ended. Wait for a code."],
] as const)("a search that is %s after %s says why it has no number", async (state, code, words) => {
  const tell = await show();
  await tell({ ...over, state, refusal: { code, message: "Wait for a code." } });
  expect(told()).toEqual([`Telegram, Indonesia: ${words} Show the search`]);
});

test.each([
  ["its buyer has stopped", { ...over, state: "stopped" } as const],
  ["has its number", { ...over, state: "found", activationId: 7 } as const],
])("a search that %s is no news", async (_, end) => {
  const tell = await show();
  await tell(end);
  expect(told()).toEqual([]);
});

test("a search that had ended when the page opened is no news", async () => {
  const tell = await show();
  await tell({ ...over, id: 50_002 });
  expect(told()).toEqual([]);
});

test("the list of searches shows an end itself: there no notification covers it", async () => {
  pathname = "/ru/profile";
  const tell = await show();
  await tell(over);
  expect(told()).toEqual([]);
});

test("the popup of a search tells its end itself, and one that was left to run is told again by a notification", async () => {
  fakeApi(() => ({ status: 200, body: { searches: [running] } }));
  const popup = (
    <SearchPopup
      {...{ id: running.id, what: "Telegram, Indonesia", rubPerUsd: null }}
      others={{ offers: [], deliveries: {}, renderAction: () => null }}
      {...{ onAgain() {}, onEnd() {}, onLeave() {}, onClose() {} }}
    />
  );
  const { client, rerender } = renderIsland(
    <>
      <SearchWatch />
      {popup}
    </>,
  );
  await screen.findByText("Attempt 4 of 30");
  await hear(client, over);
  await screen.findByText("No number appeared within 60 s. Nothing was charged.");
  expect(useToasts.getState().list).toEqual([]);

  rerender(<SearchWatch />);
  const next = { ...running, id: 50_002 };
  await hear(client, next);
  await hear(client, { ...over, id: next.id });
  expect(useToasts.getState().list).toHaveLength(1);
});

test.each(locales)("the end of a search has all its words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  const tell = await show(locale);
  await tell(over);
  expect(told()).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(/activations\./);
  expect(missing).not.toHaveBeenCalled();
  missing.mockRestore();
});
