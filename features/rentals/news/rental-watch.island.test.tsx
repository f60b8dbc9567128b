import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastList } from "#components/ui/toast-list.island.tsx";
import { useToasts } from "#components/ui/toasts.ts";
import { hearRental } from "#features/rentals/news/rental-news.client.ts";
import { RentalWatch } from "#features/rentals/news/rental-watch.island.tsx";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { pageMessages } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { silenceAudio } from "#lib/testing/silent-audio.ts";

let pathname = "/docs/errors";
vi.mock("next/navigation", () => ({ usePathname: () => pathname }));

const tell = (rental: RentalDetails) => act(() => hearRental(rental));

// The server's day is another one than this machine's: what is new is told by its clock alone.
const code = { id: 1, sender: "Telegram", text: "Code 482135", code: "482135" };
const call = { id: 2, caller: "+441234" };
const at = (second: string) => `2031-01-01T00:00:${second}.000Z`;

/** A rental as the server tells it half a minute after midnight, an hour before its end. */
function view(wish: Partial<RentalDetails> = {}): RentalDetails {
  return {
    ...{ id: 7, state: "received", tab: "received", isFull: false, operator: "any", hours: 4 },
    service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
    country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
    ...{ number: "6281234567890", priceKopecks: 24_000, money: "captured", closeReason: null },
    ...{ requestedAt: at("00"), expiresAt: "2031-01-01T01:00:30.000Z", closedAt: null, secondsLeft: 3_600 },
    ...{ cancellableForSeconds: null, extendableHours: 600, messagesCount: 1, callsCount: 0 },
    ...{ isForgotten: false, extensions: [], messages: [], calls: [] },
    ...wish,
  };
}
const withCode = view({ messages: [{ ...code, receivedAt: at("29") }] });

type Wish = { locale?: Locale; sound?: boolean; isGuest?: true };

function show({ locale = "en", sound = true, isGuest }: Wish = {}) {
  fakeApi(() => ({ status: 200, body: {} }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const settings = { sound_on_code: sound, info_on_active_purchases: true, lower_balance_threshold: null };
  const visitor = { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, settings } };
  client.setQueryData(visitorQuery.queryKey, (isGuest ? null : visitor) as never);
  const words = { label: "Notifications", closeLabel: "Close", copiedLabel: "Copied", copyFailedLabel: "No" };
  const page = (
    <>
      <RentalWatch />
      <ToastList {...words} />
    </>
  );
  return renderIsland(page, locale, pageMessages(locale), client);
}

beforeEach(() => {
  pathname = "/docs/errors";
  document.title = "Errors";
  useToasts.setState({ list: [] });
  // A page that has been open for ten seconds.
  vi.spyOn(performance, "now").mockReturnValue(10_000);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a code for a rented number is spoken on every page, marks the title and can be copied from a notification", async () => {
  show();
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  tell(withCode);
  await screen.findByText("Telegram +62 812 3456 7890: code 4 8 2 1 3 5");
  expect(document.title).toBe("(1) Errors");
  const told = screen.getByRole("listitem");
  expect(told.textContent).toContain("Telegram +62\u00a0812\u00a03456\u00a07890: code 482\u00a0135");
  screen.getByRole("button", { name: "Copy code 482135" });
  fireEvent.focus(window);
  expect(document.title).toBe("Errors");
});

test("what came for a rented number is told once, however often its rental is told", async () => {
  show();
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  tell(withCode);
  tell(withCode);
  expect(document.title).toBe("(1) Errors");
  tell({ ...withCode, calls: [{ ...call, calledAt: at("30") }] });
  await screen.findAllByText("Telegram +62 812 3456 7890: new message or call");
  expect(document.title).toBe("(2) Errors");
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

test("what had come for a rented number before the page was opened is no news", () => {
  show();
  tell(view({ messages: [{ ...code, receivedAt: at("19") }] }));
  expect(useToasts.getState().list).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("the page of one's rentals tells by itself what comes for them, and no notification covers it", () => {
  pathname = "/ru/profile/rentals";
  show();
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  tell(withCode);
  expect(document.title).toBe("(1) Errors");
  expect(useToasts.getState().list).toEqual([]);
  expect(screen.getByRole("status").textContent).toBe("");
});

test.each([
  [true, 1],
  [false, 0],
])("a code for a rented number makes a sound only where the setting wants it (%s)", (sound, times) => {
  const sounded = silenceAudio();
  show({ sound });
  tell(withCode);
  expect(sounded).toHaveBeenCalledTimes(times);
});

test("a guest hears of no rented numbers", () => {
  show({ isGuest: true });
  expect(screen.queryByRole("status")).toBeNull();
});

test.each(locales)("news of rented numbers have all their words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  show({ locale });
  tell({ ...withCode, calls: [{ ...call, calledAt: at("30") }] });
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(document.body.textContent).not.toMatch(/rentals\./);
  expect(missing).not.toHaveBeenCalled();
});
