import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type {
  PartnerOrder,
  PartnerOrderPage,
} from "#features/partners/activations-history/activations-history.contract.ts";
import { noHistoryFilters } from "#features/partners/activations-history/activations-history.rules.ts";
import { ActivationsHistory } from "#features/partners/activations-history/components/activations-history.island.tsx";
import { accountMessages } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const order = (id: number, rest: Partial<PartnerOrder> = {}): PartnerOrder => ({
  id,
  kind: "activation",
  number: `62811000${id}`,
  at: "2026-11-21T14:05:00.000Z",
  service: { code: "tg", name: "Telegram", icon: null },
  country: { id: 6, name: "Indonesia", icon: "" },
  operator: "telkomsel",
  status: "completed",
  reason: null,
  sms: 2,
  waitSeconds: 65,
  earnedKopecks: 1_250,
  ...rest,
});
const pageOf = (orders: PartnerOrder[], nextCursor: string | null = null): PartnerOrderPage => ({
  orders,
  nextCursor,
});
const choices = {
  services: [{ code: "tg", name: "Telegram" }],
  countries: [{ id: 6, name: "Indonesia" }],
};

function show(initial: PartnerOrderPage) {
  const messages = accountMessages("en", ["partners", "statistics"]);
  return renderIsland(
    <ActivationsHistory filters={noHistoryFilters} choices={choices} initial={initial} />,
    "en",
    messages,
  );
}

beforeEach(() => window.history.replaceState(null, "", "/partner/activations-history"));

test("an order says its number, what for, status, when and what it earned; a cancelled one says why", () => {
  fakeApi(() => ({ status: 200, body: pageOf([]) }));
  show(
    pageOf([
      order(1),
      order(2, { status: "cancelled", reason: "reported", sms: 0, waitSeconds: null, earnedKopecks: 0 }),
    ]),
  );
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("+628110001");
  expect(first?.textContent).toContain("Indonesia, telkomsel");
  expect(first?.textContent).toContain("Completed2 SMS, first after 1 min 5 s");
  within(first as HTMLElement).getByTitle("11-21-2026 14:05 UTC");
  expect(first?.textContent).toContain("12,50");
  expect(second?.textContent).toContain("Cancelledreported as blocked");
});

test("filters are asked for and stand in the address; what finds nothing can be cleared", async () => {
  const requests = fakeApi(() => ({ status: 200, body: pageOf([]) }));
  show(pageOf([order(1)]));
  await userEvent.selectOptions(screen.getByLabelText("Service"), "tg");
  await userEvent.type(screen.getByLabelText("Digits of the number"), "+62 8");
  await screen.findByText("Nothing found");
  await waitFor(() => expect(requests.at(-1)?.query).toMatchObject({ service: "tg", number: "628" }));
  expect(window.location.search).toBe("?service=tg&number=628");
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  expect(window.location.search).toBe("");
});

test("a rare filter may go on looking further back", async () => {
  fakeApi(({ query }) => ({
    status: 200,
    body: query.cursor ? pageOf([order(7, { status: "cancelled", reason: "time" })]) : pageOf([], "500"),
  }));
  show(pageOf([order(1)]));
  await userEvent.selectOptions(screen.getByLabelText("Status"), "cancelled");
  await userEvent.click(await screen.findByRole("button", { name: "Look further back" }));
  expect((await screen.findByRole("listitem")).textContent).toContain("no SMS in time");
});

test("a failing call says so with the request's id, and an empty list what will stand there", async () => {
  fakeApi(() => refusal(500, "SERVER_ERROR", "Something went wrong."));
  show(pageOf([]));
  expect(screen.getByText("No orders yet")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Rentals" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The list could not be loaded");
});
