import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { MyRentals } from "#features/rentals/components/my-rentals.island.tsx";
import { useFreshRental } from "#features/rentals/fresh-rental.client.ts";
import { putRental, rentalQuery, rentalsKey } from "#features/rentals/rentals.client.ts";
import type { RentalDetails, RentalView } from "#features/rentals/rentals.contract.ts";
import type { RentalTab } from "#features/rentals/rentals.rules.ts";
import { SupportFrame } from "#features/site/components/support.island.tsx";
import { setLive } from "#lib/api/live-state.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const push = vi.fn();
vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  useRouter: () => ({ push }) as unknown as ReturnType<Awaited<ReturnType<typeof original>>["useRouter"]>,
}));

function view(wish: Partial<RentalView> = {}): RentalView {
  return {
    id: 7,
    state: "active",
    tab: "active",
    service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
    country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
    isFull: false,
    operator: "any",
    number: "6281234567890",
    hours: 30,
    priceKopecks: 24_000,
    money: "held",
    closeReason: null,
    requestedAt: "2026-11-21T10:00:00.000Z",
    expiresAt: "2026-11-22T16:00:00.000Z",
    closedAt: null,
    secondsLeft: 30 * 3_600,
    cancellableForSeconds: 600,
    extendableHours: 600,
    messagesCount: 0,
    callsCount: 0,
    isForgotten: false,
    extensions: [],
    ...wish,
  };
}
const message = {
  id: 1,
  sender: "Telegram",
  text: "<b>Code</b> 482135",
  code: "482135",
  receivedAt: "2026-11-21T10:01:00.000Z",
};
const call = { id: 2, caller: "+441234", calledAt: "2026-11-21T10:02:00.000Z" };
const details = (wish: Partial<RentalView> = {}): RentalDetails => ({
  ...view(wish),
  messages: [message],
  calls: [call],
});
const received = {
  state: "received",
  tab: "received",
  money: "captured",
  messagesCount: 1,
  callsCount: 1,
  cancellableForSeconds: null,
} as const;

type Answer = ReturnType<Parameters<typeof fakeApi>[0]>;
function rentalsApi(rentals: RentalView[], more: (request: FakeRequest) => Answer | null = () => null) {
  return fakeApi((request) => {
    const answer = more(request);
    if (answer) return answer;
    if (request.path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
    if (request.path !== "/rentals") return { status: 200, body: {} };
    const tab = request.query.tab as RentalTab;
    const count = (wanted: RentalTab) => rentals.filter((each) => each.tab === wanted).length;
    return {
      status: 200,
      body: {
        rentals: rentals.filter((each) => each.tab === tab),
        counts: { active: count("active"), received: count("received"), canceled: count("canceled") },
      },
    };
  });
}

function show(locale: Locale = "en", firstTab?: RentalTab) {
  return renderIsland(<MyRentals rubPerUsd={80} isRentOpen firstTab={firstTab} />, locale);
}
const tab = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  setLive(true);
  sessionStorage.clear();
  push.mockClear();
  useToasts.setState({ list: [] });
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = "signed-in=1; path=/";
});

it("a rental's card shows the number, the time left in words and the refund on the cancel button", async () => {
  rentalsApi([view()]);
  show();
  await screen.findByText("+62 812 3456 7890");
  expect(screen.getByRole("timer").textContent).toBe("1 day 6 hours left");
  screen.getByRole("button", { name: "Cancel, get 240,00\u00a0₽ back" });
  screen.getByText("available for 10 minutes more");
});

it("the card of the number that was rented a moment ago gets the focus once it is there, and no other does", async () => {
  useFreshRental.setState({ rentalId: 8 });
  const list = [view()];
  rentalsApi(list);
  const { client } = show();
  await screen.findByText("+62 812 3456 7890");
  expect(document.activeElement).toBe(document.body);
  list.unshift(view({ id: 8 }));
  await act(() => client.invalidateQueries({ queryKey: rentalsKey }));
  await waitFor(() => expect(document.activeElement?.id).toBe("rental-8"));
  expect(useFreshRental.getState().rentalId).toBeNull();
});

it("a rented number's card that is late takes no focus from who has gone to another list", async () => {
  useFreshRental.setState({ rentalId: 8 });
  const late = { ...received, id: 8 } as const;
  rentalsApi([view(), view(late)], ({ path }) =>
    path === "/rentals/8" ? { status: 200, body: details(late) } : null,
  );
  show();
  await screen.findByText("+62 812 3456 7890");
  tab(/^Received 1$/);
  await screen.findByRole("button", { name: "1 message, 1 call" });
  expect(document.activeElement?.id).not.toBe("rental-8");
});

it("a rental's card has a way to the support with the rental named, whether it runs or has ended", async () => {
  rentalsApi([
    view(),
    view({ id: 8, state: "canceled", tab: "canceled", money: "given-back", secondsLeft: 0 }),
  ]);
  renderIsland(
    <SupportFrame email="help@shop.example">
      <MyRentals rubPerUsd={80} isRentOpen />
    </SupportFrame>,
  );
  const help = () => screen.findByRole("link", { name: "Help with this rental" });
  const mailAbout = (id: number) =>
    `mailto:help@shop.example?subject=Rental%20${id}%3A%20Telegram%2C%20Indonesia`;
  expect((await help()).getAttribute("href")).toBe(mailAbout(7));
  tab(/^Cancelled/);
  await waitFor(async () => expect((await help()).getAttribute("href")).toBe(mailAbout(8)));
});

it("a rental's card tells of a live message, shows it under Received and treats what it says as text", async () => {
  const list = [view()];
  rentalsApi(list, ({ path }) => (path === "/rentals/7" ? { status: 200, body: details(received) } : null));
  const { client } = show();
  await screen.findByText("+62 812 3456 7890");
  list[0] = view(received);
  act(() => putRental(client, details(received)));
  await waitFor(() =>
    expect(useToasts.getState().list[0]?.text).toBe("Telegram +62 812 3456 7890: new message or call"),
  );
  await screen.findByText("No active rentals");
  tab(/^Received 1$/);
  await screen.findByRole("button", { name: "Copy code 482135" });
  screen.getByText("<b>Code</b> 482135");
  screen.getByText("Call from +441234");
  screen.getByRole("button", { name: "1 message, 1 call", expanded: true });
  expect(screen.queryByRole("button", { name: /Cancel,/ })).toBeNull();
});

it("a message that an event tells of while the inbox is being read stays when an older answer without it comes", async () => {
  const reading = Promise.withResolvers<{ status: number; body: unknown }>();
  const one = { ...received, callsCount: 0 };
  const requests = rentalsApi([view(one)], ({ path }) => (path === "/rentals/7" ? reading.promise : null));
  const { client } = show("en", "received");
  await waitFor(() => expect(requests.some(({ path }) => path === "/rentals/7")).toBe(true));
  const newer = { ...message, id: 3, text: "Code 771100", code: "771100" };
  act(() =>
    putRental(client, { ...view({ ...one, messagesCount: 2 }), messages: [newer, message], calls: [] }),
  );
  await screen.findByRole("button", { name: "Copy code 771100" });
  await act(async () => {
    reading.resolve({ status: 200, body: { ...view(one), messages: [message], calls: [] } });
  });
  await waitFor(() => expect(client.getQueryState(rentalQuery(7).queryKey)?.fetchStatus).toBe("idle"));
  screen.getByRole("button", { name: "Copy code 771100" });
});

it("cancelling a rental says what came back", async () => {
  const list = [view()];
  const over = { state: "canceled", tab: "canceled", money: "given-back" } as const;
  const requests = rentalsApi(list, ({ path }) => {
    if (path !== "/rentals/7/cancel") return null;
    list[0] = view({ ...over, cancellableForSeconds: null, closedAt: "2026-11-21T10:05:00.000Z" });
    return { status: 200, body: { ...list[0], messages: [], calls: [] } };
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: /^Cancel,/ }));
  await waitFor(() => expect(useToasts.getState().list[0]?.text).toBe("Cancelled: 240,00\u00a0₽ refunded"));
  expect(requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  tab(/^Cancelled 1$/);
  await screen.findByText("Refunded:");
});

it("who cancels a rental goes on at the tab of the list that it has left", async () => {
  const over = {
    state: "canceled",
    tab: "canceled",
    money: "given-back",
    cancellableForSeconds: null,
  } as const;
  const list = [view()];
  rentalsApi(list, ({ path }) => {
    if (path !== "/rentals/7/cancel") return null;
    list[0] = view(over);
    return { status: 200, body: { ...list[0], messages: [], calls: [] } };
  });
  show();
  const cancel = await screen.findByRole("button", { name: /^Cancel,/ });
  cancel.focus();
  fireEvent.click(cancel);
  await screen.findByText("No active rentals");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Active/ }));
});

it("the card of a rental that has ended leads to the next one of its kind; a running one's does not", async () => {
  const closed = { closedAt: "2026-11-22T16:00:00.000Z", secondsLeft: 0, extendableHours: 0 };
  rentalsApi([view(received), view({ ...received, ...closed, id: 8, state: "expired" })]);
  show("en", "received");
  const links = await screen.findAllByRole("link", { name: "Rent again: Telegram, Indonesia" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/?type=rent&choice=tg.6.24000.30hours"]);
});

it("an extension shows its price and the new end before it is paid, costs that at most, and is kept in the history", async () => {
  const extension = { at: "2026-11-21T10:10:00.000Z", priceKopecks: 36_000, hours: 48 };
  const requests = rentalsApi([view({ extensions: [extension] })], ({ path, query }) => {
    if (path === "/rentals/7/extension-price") {
      const hours = Number(query.hours);
      const expiresAt = "2026-11-24T16:00:00.000Z";
      return { status: 200, body: { hours, priceKopecks: hours * 500, expiresAt, maxHours: 600 } };
    }
    return path === "/rentals/7/extend" ? { status: 200, body: details() } : null;
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Extend" }));
  const dialog = await screen.findByRole("dialog", { name: "Extend rental" });
  fireEvent.change(within(dialog).getByRole("spinbutton", { name: "Days" }), { target: { value: "2" } });
  const button = await within(dialog).findByRole("button", { name: /^Extend for 240,00/ });
  within(dialog).getByText(/^New end: 11-24-2026/);
  within(dialog).getByText(/no longer be cancelled/);
  await act(async () => void fireEvent.click(button));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [paid] = requests.filter(({ method }) => method === "POST");
  expect(paid).toMatchObject({
    path: "/rentals/7/extend",
    body: { amount: 2, unit: "days", maxPriceKopecks: 24_000 },
  });
  expect(paid?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  screen.getByText("Extensions: 1");
  screen.getByRole("cell", { name: "2 days" });
});

it("an empty list of rentals says what to do next, and offers renting", async () => {
  rentalsApi([]);
  show();
  await screen.findByText("No active rentals");
  expect(screen.getByRole("link", { name: "Rent a number" }).getAttribute("href")).toBe("/?type=rent");
});

it("the list of rentals keeps its place while loading, and on failure says so with request id and retry", async () => {
  let isBroken = true;
  rentalsApi([view()], () => (isBroken ? refusal(503, "UNAVAILABLE", "Briefly unavailable") : null));
  show();
  screen.getByRole("status", { name: "Loading" });
  await screen.findByText("Your rentals could not be loaded");
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("+62 812 3456 7890");
});

it("a long list of rentals is fetched page by page", async () => {
  fakeApi(({ query }) => ({
    status: 200,
    body: {
      rentals: Array.from({ length: 40 }, (_, at) => view({ id: Number(query.page) * 100 + at })),
      counts: { active: 80, received: 0, canceled: 0 },
    },
    headers: { "x-pagination-page-count": "2" },
  }));
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(80));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
}, 20_000);

it.each(locales)("the list of rentals has all its words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  const extensions = [{ at: "2026-11-21T10:10:00.000Z", priceKopecks: 36_000, hours: 48 }];
  const all = [
    view({ extensions }),
    view({ id: 8, state: "requested", number: null }),
    view({ ...received, id: 9, tab: "active" }),
    view({ id: 10, state: "expired", money: "captured", closedAt: "2026-11-21T10:10:00.000Z" }),
    view({ id: 11, state: "canceled", money: "given-back", isForgotten: true }),
  ];
  rentalsApi(all, ({ path }) => (path === "/rentals/9" ? { status: 200, body: details(received) } : null));
  show(locale);
  await screen.findByText("<b>Code</b> 482135");
  expect(document.body.textContent).not.toMatch(/rentals\.|\bui\./);
  expect(missing).not.toHaveBeenCalled();
});
