import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SimCards } from "#features/partners/sim-cards/components/sim-cards.island.tsx";
import type { SimCard } from "#features/partners/sim-cards/sim-cards.contract.ts";
import { accountMessages } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

// Hundreds of rows would show nothing more.
vi.mock(import("#features/partners/sim-cards/sim-cards.contract.ts"), async (original) => ({
  ...(await original()),
  simCardsAtOnce: 2 as 500,
}));

const card = (at: number, change: Partial<SimCard> = {}): SimCard => ({
  ...{ number: 628_110_000_000 + at, isForRent: false, country: "indonesia", countryName: "Indonesia" },
  ...{ operator: "telkomsel", port: `p${at}`, state: "on-sale", isOnLine: true, isLent: false },
  ...{ onSaleCount: 2, servicesCount: 3, usedCount: 1, firstSeenAt: "2026-11-20T12:00:00.000Z" },
  ...{ earnedKopecks: 0, codesCount: 0 },
  ...change,
});
const countries = [{ slug: "indonesia", name: "Indonesia" }];

function show(items: SimCard[]) {
  const messages = accountMessages("en", ["partners"]);
  renderIsland(
    <SimCards
      initialChoice={{ search: "", country: "", state: "" }}
      initial={{ items, hasMore: false }}
      countries={{ own: countries, all: countries }}
    />,
    "en",
    messages,
  );
}

test("numbers that are picked are taken off sale by one keyed call", async () => {
  const asked = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items: [card(1, { state: "held" }), card(2)], hasMore: false } }
      : { status: 200, body: { changedCount: 1 } },
  );
  show([card(1), card(2)]);
  expect(screen.getByRole("button", { name: "Take off sale" })).toHaveProperty("disabled", true);
  await userEvent.click(screen.getByRole("checkbox", { name: /628110000001/ }));
  await userEvent.click(screen.getByRole("button", { name: "Take off sale" }));
  await waitFor(() => expect(asked.filter(({ method }) => method === "POST")).toHaveLength(1));
  const call = asked.find(({ method }) => method === "POST");
  expect([call?.path, call?.body]).toEqual(["/cabinet/numbers/off-sale", { numbers: [628_110_000_001] }]);
  expect(call?.headers["Idempotency-Key"] ?? call?.headers["idempotency-key"]).toBeTruthy();
  const [first] = screen.getAllByRole("listitem");
  await within(first as HTMLElement).findByText("Off sale");
});

test("of more picked numbers than one call takes, those that were not sent stay picked for the next one", async () => {
  const cards = [card(1), card(2), card(3)];
  const asked = fakeApi(({ method }) => ({
    status: 200,
    body: method === "GET" ? { items: cards, hasMore: false } : { changedCount: 1 },
  }));
  show(cards);
  fireEvent.click(screen.getByText("Select all shown"));
  fireEvent.click(screen.getByText("Take off sale"));
  await screen.findByText("1 selected");
  fireEvent.click(screen.getByText("Take off sale"));
  await screen.findByText("Select all shown");
  const sent = asked.flatMap(({ method, body }) => (method === "POST" ? [body] : []));
  const numberOf = (at: number) => card(at).number;
  expect(sent).toEqual([{ numbers: [numberOf(1), numberOf(2)] }, { numbers: [numberOf(3)] }]);
});

test("a number says what it earned and how many codes came, and leads to its own orders", () => {
  fakeApi(() => ({ status: 200, body: { items: [], hasMore: false } }));
  show([card(1, { earnedKopecks: 12_550, codesCount: 3 }), card(2, { isForRent: true })]);
  const [first, second] = screen.getAllByRole("listitem").map((row) => within(row as HTMLElement));
  first?.getByText(/earned 125,50/);
  first?.getByText("3 codes received");
  const past = first?.getByRole("link", { name: /History/ });
  expect(past?.getAttribute("href")).toBe("/partner/activations-history?number=628110000001");
  const rented = second?.getByRole("link", { name: /History/ });
  expect(rented?.getAttribute("href")).toBe("/partner/activations-history?kind=rental&number=628110000002");
});

test("what narrows the list stands in the address and in the call", async () => {
  const asked = fakeApi(() => ({ status: 200, body: { items: [], hasMore: false } }));
  show([card(1)]);
  await userEvent.selectOptions(screen.getByLabelText("State"), "Off sale");
  await screen.findByText("No number fits");
  expect(window.location.search).toBe("?state=held");
  expect(asked.at(-1)?.query).toEqual({ state: "held" });
});

test("a file that was taken in part says of each other line why not", async () => {
  const refused = [{ line: 3, text: "12345", problem: "NUMBER_WRONG" }];
  fakeApi(({ method }) => ({
    status: 200,
    body:
      method === "GET"
        ? { items: [card(1)], hasMore: false }
        : { linesCount: 3, takenCount: 2, putOnSaleCount: 4, refused },
  }));
  show([card(1)]);
  await userEvent.click(screen.getByText("Import numbers from a file"));
  const file = new File(["628110000001\n628110000002\n12345"], "numbers.txt", { type: "text/plain" });
  await userEvent.upload(screen.getByLabelText("File (CSV or TXT)"), file);
  await waitFor(() =>
    expect(screen.getByLabelText("Numbers")).toHaveProperty("value", "628110000001\n628110000002\n12345"),
  );
  await userEvent.click(screen.getByRole("button", { name: "Import" }));
  await screen.findByText("2 numbers of 3 lines were imported.");
  screen.getByText("Line 3");
  screen.getByText("Not a phone number with its country code.");
});

test("a refusal stands beside the buttons in the API's own words", async () => {
  fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items: [card(1)], hasMore: false } }
      : refusal(404, "NOT_FOUND", "Not found"),
  );
  show([card(1)]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all shown" }));
  await userEvent.click(screen.getByRole("button", { name: "Put on sale" }));
  await screen.findByText("Not found");
});
