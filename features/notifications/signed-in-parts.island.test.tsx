import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { SignedInParts } from "#features/notifications/signed-in-parts.island.tsx";
import { visitorQuery } from "#features/site/visitor.client.ts";
import { pageMessages } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("next/navigation"), async (original) => ({
  ...(await original()),
  usePathname: () => "/docs",
}));

/** The browser's stream of live events, which the test speaks on. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static newest: Stream | null = null;
  constructor() {
    super();
    Stream.newest = this;
  }
  close() {}
}

/** Somebody without numbers on a page of the documentation. */
function show() {
  vi.stubGlobal("EventSource", Stream);
  fakeApi(({ path }) => ({
    status: 200,
    body: path === "/searches" ? { searches: [] } : { activations: [] },
  }));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(visitorQuery.queryKey, { id: 3, email: "a@b.test", name: "A" } as never);
  renderIsland(<SignedInParts />, "en", pageMessages("en"), client);
}
/** A live event reaches the page, which shows what it says. */
const hear = (name: string, data: object, lastEventId: string) =>
  act(async () => {
    Stream.newest?.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
    // The store of answers tells its readers in a turn of its own.
    await new Promise((resolve) => setTimeout(resolve));
  });
const toasts = () => useToasts.getState().list;

afterEach(() => {
  vi.unstubAllGlobals();
  useToasts.setState({ list: [] });
  Stream.newest = null;
});

test("a live event with a rented number's code is told on a page that has nothing to do with it", async () => {
  show();
  await waitFor(() => expect(Stream.newest).not.toBeNull());
  const rental = {
    ...{ id: 7, service: { name: "Telegram" }, number: "6281234567890" },
    ...{ expiresAt: "2031-01-01T01:00:00.000Z", secondsLeft: 3_600, messagesCount: 1, callsCount: 0 },
    messages: [{ id: 1, code: "482135", receivedAt: "2031-01-01T00:00:00.000Z" }],
    calls: [],
  };
  await hear("rental", { rental }, "9");
  expect(toasts()).toMatchObject([
    { text: "Telegram +62\u00a0812\u00a03456\u00a07890: code 482\u00a0135", copy: { text: "482135" } },
  ]);
});

test("a live event with the end of a search that found nothing is told on a page that has nothing to do with it", async () => {
  show();
  await waitFor(() => expect(Stream.newest).not.toBeNull());
  const search = {
    ...{ id: 5, state: "searching", closedAt: null, refusal: null, secondsLeft: 9 },
    ...{ service: { name: "Telegram" }, country: { name: "Indonesia" } },
  };
  await hear("search", { search }, "9");
  expect(toasts()).toEqual([]);
  await hear("search", { search: { ...search, state: "over", closedAt: "2031-01-01T00:00:00.000Z" } }, "10");
  expect(toasts()).toMatchObject([{ type: "info", shownMs: 60_000 }]);
});

test("the keys for numbers answer on a page that has nothing to do with them", async () => {
  show();
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: "c" });
    expect(toasts()).toMatchObject([{ text: "No code has arrived yet" }]);
  });
});
