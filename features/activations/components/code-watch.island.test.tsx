import { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastList } from "#components/ui/toast-list.island.tsx";
import { useToasts } from "#components/ui/toasts.ts";
import { activationView } from "#features/activations/activation-views.factory.ts";
import { putActivation } from "#features/activations/activations.client.ts";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { CodeWatch } from "#features/activations/components/code-watch.island.tsx";
import { MyNumbersBar } from "#features/activations/components/my-numbers-bar.island.tsx";
import { OpenOrdersChip } from "#features/activations/components/open-orders-chip.island.tsx";
import { putSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { setLive } from "#lib/api/live-state.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { pageMessages } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { silenceAudio } from "#lib/testing/silent-audio.ts";

let pathname = "/prices";
vi.mock("next/navigation", () => ({ usePathname: () => pathname }));

const user = userEvent.setup();

const code: MessageView = {
  ...{ id: 7, sender: "Telegram", text: "Telegram code: 482135", code: "482135" },
  ...{ receivedAt: "2026-11-21T10:01:00.000Z", late: false },
};

const received = activationView({
  state: "received",
  money: "captured",
  messages: [code],
  cancellableInSeconds: null,
});
const search = { id: 9, state: "searching", closedAt: null, secondsLeft: 60 } as SearchView;

type Wish = {
  locale?: Locale;
  settings?: { sound_on_code: boolean; info_on_active_purchases: boolean } | null;
};

/** The parts of every page, as a buyer with these numbers sees them; `settings: null` is a guest. */
async function show(numbers: ActivationView[], wish: Wish = {}) {
  const { locale = "en", settings = { sound_on_code: true, info_on_active_purchases: true } } = wish;
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path === "/searches" ? { searches: [] } : { activations: numbers },
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const visitor = settings && {
    ...{ id: 3, email: "a@b.test", name: "A" },
    dynamicFields: { custom_price: false, settings: { ...settings, lower_balance_threshold: null } },
  };
  client.setQueryData(visitorQuery.queryKey, visitor);
  const words = {
    label: "Notifications",
    closeLabel: "Close",
    copiedLabel: "Text copied",
    copyFailedLabel: "Copy error",
  };
  const shown = renderIsland(
    <>
      <CodeWatch />
      <OpenOrdersChip />
      <MyNumbersBar />
      <ToastList {...words} />
    </>,
    locale,
    pageMessages(locale),
    client,
  );
  if (visitor) await waitFor(() => expect(requests).toHaveLength(2));
  return { requests, ...shown };
}

beforeEach(() => {
  pathname = "/prices";
  setLive(true);
  document.title = "Prices";
  useToasts.setState({ list: [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a code that comes while another page is open is spoken, marks the title and can be copied from a notification", async () => {
  const { client } = await show([activationView()]);
  vi.spyOn(document, "hasFocus").mockReturnValue(false);
  await screen.findAllByText("1 waiting");
  act(() => putActivation(client, received));
  await screen.findByText("Telegram: code 4 8 2 1 3 5");
  expect(document.title).toBe("(1) Prices");
  const told = screen.getByRole("listitem");
  expect(told.textContent).toContain("Telegram: code 482 135");
  // The status speaks already.
  expect(told.getAttribute("aria-live")).toBe("off");
  const [copy] = screen.getAllByRole("button", { name: "Copy code 482135" });
  await user.click(copy!);
  expect(await navigator.clipboard.readText()).toBe("482135");
  act(() => window.dispatchEvent(new Event("focus")));
  expect(document.title).toBe("Prices");
});

test("the same code that comes once more is spoken once more", async () => {
  const { client } = await show([activationView()]);
  await screen.findAllByText("1 waiting");
  act(() => putActivation(client, received));
  const first = await screen.findByText("Telegram: code 4 8 2 1 3 5");
  act(() => putActivation(client, { ...received, messages: [{ ...code, id: 8 }, code] }));
  await waitFor(() => expect(screen.getByText("Telegram: code 4 8 2 1 3 5")).not.toBe(first));
});

test("the list of numbers shows a code itself: there it is spoken, and no notification covers it", async () => {
  pathname = "/ru/profile";
  const { client } = await show([activationView()]);
  await screen.findAllByText("1 waiting");
  act(() => putActivation(client, received));
  await screen.findByText("Telegram: code 4 8 2 1 3 5");
  expect(screen.queryByRole("listitem")).toBeNull();
});

test("codes that were there when a page opened are no news", async () => {
  await show([received]);
  await screen.findAllByText("1 code received");
  expect(screen.queryByText("Telegram: code 4 8 2 1 3 5")).toBeNull();
  expect(screen.queryByRole("listitem")).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])(
  "a code makes a sound only where the setting wants it (%s), in one tab of the browser",
  async (isOn, times) => {
    const sounded = silenceAudio();
    let isTaken = false;
    const request = async (_name: string, _options: object, work: (lock: object | null) => unknown) => {
      const lock = isTaken ? null : {};
      isTaken = true;
      await work(lock);
    };
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { locks: { request } }));
    const settings = { sound_on_code: isOn, info_on_active_purchases: true };
    const { client } = await show([activationView()], { settings });
    await screen.findAllByText("1 waiting");
    act(() => putActivation(client, received));
    await screen.findByText("Telegram: code 4 8 2 1 3 5");
    act(() => putActivation(client, { ...received, messages: [{ ...code, id: 8, code: "111222" }, code] }));
    await screen.findByText("Telegram: code 1 1 1 2 2 2");
    expect(sounded).toHaveBeenCalledTimes(times);
  },
);

test("the header says how many numbers and searches wait and for how long, and leads to them", async () => {
  const { client } = await show([activationView()], { locale: "ru" });
  act(() => putSearch(client, search));
  const [chip] = await screen.findAllByRole("link", { name: /2 ожидают/ });
  expect(chip?.textContent).toMatch(/(1:00|0:59)$/);
  expect(chip?.getAttribute("href")).toBe("/ru/profile");
});

test("the chip in the header tells waiting from received by its picture, where its words have no room", async () => {
  const { client } = await show([activationView()]);
  const pictures = () => {
    const chip = document.querySelector("[data-open-orders]");
    return [...(chip?.querySelectorAll("svg") ?? [])].map((picture) => picture.classList[1]);
  };
  await screen.findAllByText("1 waiting");
  expect(pictures()).toEqual(["lucide-hourglass"]);
  act(() => putActivation(client, received));
  await screen.findAllByText("1 code received");
  expect(pictures()).toEqual(["lucide-message-square-text"]);
});

test("the bar at the lower edge shows the newest code of an open number, its service and its clock", async () => {
  await show([received, activationView({ id: 2 })]);
  const bar = (await screen.findAllByRole("link")).at(-1)!;
  expect(bar.textContent).toMatch(/^Telegram482 13514:0\d$/);
  screen.getByRole("button", { name: "Copy code 482135" });
});

test("a buyer who turned it off in the settings sees neither chip nor bar, and still hears of codes", async () => {
  const { client } = await show([activationView()], {
    settings: { sound_on_code: true, info_on_active_purchases: false },
  });
  await waitFor(() => expect(client.getQueryData(["activations"])).toBeDefined());
  expect(screen.queryByRole("link")).toBeNull();
  act(() => putActivation(client, received));
  await screen.findByText("Telegram: code 4 8 2 1 3 5");
});

test("a guest is asked nothing and sees nothing of numbers", async () => {
  const { requests } = await show([], { settings: null });
  expect(requests).toEqual([]);
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.queryByRole("status")).toBeNull();
});

test.each(locales)("chip, bar and news have all their words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  const { client } = await show([activationView()], { locale });
  await screen.findAllByRole("link");
  act(() => putActivation(client, received));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  expect(document.body.textContent).not.toMatch(/activations\.|\bui\./);
  expect(missing).not.toHaveBeenCalled();
});
