import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { RunningSearches } from "#features/activations/search/components/running-searches.island.tsx";
import { putSearch, searchesKey } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const running = {
  ...{ id: 50_001, state: "searching", operator: "any", attempt: 4, attempts: 30, maxPriceKopecks: 1_000 },
  ...{ service: { code: "tg", name: "Telegram", icon: null }, seconds: 60, secondsLeft: 50, replace: null },
  ...{ country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" }, activationId: null },
  refusal: { code: "CHANNELS_LIMIT", message: "Wait for a code" },
  ...{ quoted: null, lowestKopecks: null, waitingFor: null },
  steps: [
    { afterSeconds: 0, maxPriceKopecks: 1_000 },
    { afterSeconds: 30, maxPriceKopecks: 1_500 },
  ],
  ...{ createdAt: "2026-11-22T12:00:00.000Z", closedAt: null },
};

const noNumbers = { code: "NO_NUMBERS", message: "Number not available. Try again" };

test("searches begun on any device are shown with attempt and limits, and are stopped here", async () => {
  let searches: object[] = [running];
  const requests = fakeApi(({ path }) => {
    if (path === "/searches") return { status: 200, body: { searches } };
    searches = [{ ...running, state: "stopped", closedAt: "2026-11-22T12:00:30.000Z" }];
    return { status: 200, body: searches[0] as object };
  });
  renderIsland(<RunningSearches rubPerUsd={null} />);
  await screen.findByText("Attempt 4 of 30");
  expect(document.body.textContent).toMatch(/At most 10,00.*now\..*From second 30 on: at most 15,00/);
  expect(screen.getByText("Last answer: Wait for a code")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Stop the search: Telegram, Indonesia" }));
  await waitFor(() => expect(screen.queryByText("Telegram, Indonesia")).toBeNull());
  expect(requests.map(({ path }) => path)).toContain("/searches/50001/stop");
});

test("a search without a limit shows its quote and, above it, the price that it waits for", async () => {
  const risen = {
    ...running,
    ...{ maxPriceKopecks: null, steps: [], lowestKopecks: 2_900 },
    quoted: { priceKopecks: 1_400, mostKopecks: 1_470 },
    refusal: { code: "PRICE_ABOVE_QUOTED", message: "Too dear." },
  };
  fakeApi(() => ({ status: 200, body: { searches: [risen] } }));
  renderIsland(<RunningSearches rubPerUsd={null} />);
  await screen.findByText("Attempt 4 of 30");
  expect(document.body.textContent).toMatch(/Quoted: 14,00.*It buys for at most 14,70/);
  expect(document.body.textContent).toMatch(/Last answer: Too dear\. The lowest price now is 29,00/);
});

test.each([
  ["money", /Waiting for money: the balance does not cover the price/],
  ["offer", /Waiting for an offer that fits/],
])("a search that waits for %s says so", async (waitingFor, words) => {
  fakeApi(() => ({ status: 200, body: { searches: [{ ...running, waitingFor }] } }));
  renderIsland(<RunningSearches rubPerUsd={null} />);
  await screen.findByText("Attempt 4 of 30");
  expect(screen.getByText(words).getAttribute("role")).toBe("status");
});

test("a search that ended while nobody looked says why there is no number", async () => {
  const ended = { ...running, refusal: noNumbers, closedAt: "2026-11-22T12:00:30.000Z" };
  const elsewhere = { country: { id: 151, iso2: "CL", name: "Chile", icon: "" } };
  const searches = [
    { ...ended, id: 2, state: "over" },
    {
      ...ended,
      ...elsewhere,
      id: 3,
      state: "refused",
      refusal: { code: "KEY_SPENT", message: "Limit reached" },
    },
    { ...ended, id: 1, state: "found", activationId: 7 },
  ];
  fakeApi(() => ({ status: 200, body: { searches } }));
  renderIsland(<RunningSearches rubPerUsd={null} />);
  await screen.findByText("Search over: no number appeared in time.");
  expect(screen.getByText("Search ended: Limit reached")).toBeTruthy();
  expect(screen.getAllByText(/^Telegram, /).map((each) => each.textContent)).toEqual([
    "Telegram, Indonesia",
    "Telegram, Chile",
  ]);
  expect(screen.queryByRole("button", { name: /^Stop/ })).toBeNull();
});

test("a search that a limit kept from buying ends on its card with the words of a purchase and the reason", async () => {
  const over = { ...running, state: "over", closedAt: "2026-11-22T12:00:30.000Z" };
  fakeApi(() => ({ status: 200, body: { searches: [over] } }));
  renderIsland(<RunningSearches rubPerUsd={null} />);
  await screen.findByText("Number not available. Try again. Wait for a code");
  expect(screen.queryByText("Search over: no number appeared in time.")).toBeNull();
});

test("a search that found nothing is begun anew as it was, and is listed no longer when the new one is there", async () => {
  const over = {
    ...running,
    state: "over",
    refusal: noNumbers,
    replace: { afterSeconds: 60, times: 2, done: 0 },
  };
  let searches: object[] = [over];
  const requests = fakeApi(({ path, method }) => {
    if (path !== "/searches" || method === "GET") return { status: 200, body: { searches } };
    searches = [{ ...running, id: 50_002 }, over];
    return { status: 200, body: searches[0] as object };
  });
  renderIsland(<RunningSearches rubPerUsd={null} />);
  fireEvent.click(await screen.findByRole("button", { name: "Search again" }));
  await screen.findByText("Attempt 4 of 30");
  expect(screen.queryByText("Search over: no number appeared in time.")).toBeNull();
  expect(requests.find(({ method }) => method === "POST")?.body).toEqual({
    ...{ service: "tg", country: 6, operator: "any", seconds: 60, maxPriceKopecks: 1_000 },
    raises: [{ afterSeconds: 30, maxPriceKopecks: 1_500 }],
    replace: { afterSeconds: 60, times: 2 },
  });
});

/** The list of searches, of which one reading is answered by `answer`; what is asked after it never gets an answer. */
function slowList() {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>();
  const unanswered = new Promise<never>(() => {});
  const readings = [promise, unanswered];
  return {
    next: () => readings.shift() ?? unanswered,
    answer: (...searches: object[]) => resolve({ status: 200, body: { searches } }),
  };
}
const told = (search: object) => search as SearchView;

test("a search that begins while the list is being read stays when an older list without it comes", async () => {
  const list = slowList();
  const requests = fakeApi(() => list.next());
  const { client } = renderIsland(<RunningSearches rubPerUsd={null} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  act(() => putSearch(client, told(running)));
  await screen.findByText("Attempt 4 of 30");
  list.answer();
  await waitFor(() => expect(client.getQueryState(searchesKey)?.dataUpdateCount).toBe(2));
  expect(client.getQueryData(searchesKey)).toMatchObject([{ id: running.id, state: "searching" }]);
});

test("a search that ends while the list is being read stays ended when an older list comes in which it runs", async () => {
  const list = slowList();
  const requests = fakeApi(() => list.next());
  const { client } = renderIsland(<RunningSearches rubPerUsd={null} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  const over = { ...running, state: "over", refusal: noNumbers, closedAt: "2026-11-22T12:00:30.000Z" };
  act(() => putSearch(client, told(over)));
  await screen.findByText("Search over: no number appeared in time.");
  list.answer(running);
  await waitFor(() => expect(client.getQueryState(searchesKey)?.dataUpdateCount).toBe(2));
  expect(client.getQueryData(searchesKey)).toMatchObject([{ id: running.id, state: "over" }]);
});
