import type { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Statement } from "#features/ledger/statement/components/statement.island.tsx";
import type { StatementLine, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import { noFilters } from "#features/ledger/statement/statement.rules.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const NOTHING = { postedKopecks: 0, heldKopecks: 0, availableKopecks: 0 };

function lineOf(version: number, rest: Partial<StatementLine> = {}): StatementLine {
  return {
    id: 1_000 + version,
    version,
    at: "2026-11-21T14:05:00.000Z",
    number: String(100_000 + version),
    kind: "activation",
    kindText: "Number for SMS",
    move: "hold",
    moveText: "Held",
    reason: null,
    reasonText: null,
    subject: { title: "WhatsApp", detail: "Indonesia", icon: null, detailIcon: null },
    amountKopecks: 1_250,
    changeKopecks: -1_250,
    after: { postedKopecks: 10_000, heldKopecks: 1_250, availableKopecks: 8_750 },
    page: null,
    dueAt: null,
    outcome: null,
    ...rest,
  };
}

const pageOf = (lines: StatementLine[], nextCursor: string | null = null): StatementPage => ({
  lines,
  nextCursor,
  opening: NOTHING,
  closing: NOTHING,
});

const choices = {
  kinds: [
    { kind: "activation", text: "Number for SMS" },
    { kind: "top_up", text: "Top-up" },
  ],
  services: [{ code: "wa", name: "WhatsApp" }],
};
const balance = { ...NOTHING, debtKopecks: 0, version: 0 };

beforeEach(() => window.history.replaceState(null, "", "/profile/history"));

function show(initial: StatementPage | null, client?: QueryClient) {
  const island = <Statement balance="user" filters={noFilters} choices={choices} initial={initial} />;
  return renderIsland(island, "en", undefined, client);
}

test("a hold and what became of it are one line with its reason; what was refunded comes in beside it", () => {
  fakeApi(() => ({ status: 200, body: balance }));
  show(
    pageOf([
      lineOf(3, {
        move: "give_back",
        moveText: "Refunded",
        reasonText: "you cancelled the number",
        changeKopecks: 1_250,
      }),
      lineOf(2, {
        outcome: {
          id: 9,
          at: "2026-11-21T14:06:00.000Z",
          move: "capture",
          moveText: "Paid",
          reasonText: "the SMS arrived",
        },
      }),
      lineOf(1, { page: "/profile/numbers?number=100001" }),
    ]),
  );
  const [back, paid, held] = screen.getAllByRole("listitem").map((item) => within(item));
  back!.getByText("Refunded");
  back!.getByText("you cancelled the number");
  back!.getByText(/\+12,50/);
  paid!.getByText("Paid");
  paid!.getByText(/the SMS arrived/);
  paid!.getByText(/−12,50/);
  held!.getByText("Held");
  const order = held!.getByRole("link", { name: "No. 100001" });
  expect(order.getAttribute("href")).toBe("/profile/numbers?number=100001");
  expect(paid!.queryByRole("link")).toBeNull();
  expect(paid!.queryByText(/held/i)).toBeNull();
  held!.getByText(/^87,50/);
  held!.getByText(/12,50.*held/);
});

test("more lines are fetched from where the last one ended, and filters go into the address", async () => {
  const requests = fakeApi(({ path, query }) => {
    if (path === "/balance") return { status: 200, body: balance };
    if (query.cursor === "2") return { status: 200, body: pageOf([lineOf(1)]) };
    return { status: 200, body: pageOf([lineOf(7, { kind: "top_up", kindText: "Top-up", subject: null })]) };
  });
  show(pageOf([lineOf(3), lineOf(2)], "2"));
  await userEvent.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(3));
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Incoming" }));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
  await userEvent.selectOptions(screen.getByLabelText("What for"), "top_up");
  expect(window.location.search).toBe("?tab=incoming&kind=top_up");
  await waitFor(() =>
    expect(requests.at(-1)?.query).toMatchObject({
      direction: "incoming",
      kind: "top_up",
      captures: "inside",
    }),
  );
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("?tab=incoming");
});

test("no money yet leads to the top-up; nothing found leads to other filters", async () => {
  fakeApi(({ path }) => ({ status: 200, body: path === "/balance" ? balance : pageOf([]) }));
  show(pageOf([]));
  expect(screen.getByText("No transactions yet")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Top up" }).getAttribute("href")).toBe("/profile/pay");
  await userEvent.click(screen.getByRole("button", { name: "Outgoing" }));
  await screen.findByText("Nothing found");
});

test("a failing call says so with the request's id, and the next try shows the lines", async () => {
  let isAway = true;
  fakeApi(({ path }) => {
    if (path === "/balance") return { status: 200, body: balance };
    return isAway
      ? refusal(503, "UNAVAILABLE", "away for a moment")
      : { status: 200, body: pageOf([lineOf(1)]) };
  });
  show(null);
  await screen.findByText("The history could not be loaded");
  screen.getByText("away for a moment");
  screen.getByText("req-1");
  isAway = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findAllByRole("listitem")).toHaveLength(1);
});

test("a movement of the balance brings its line by itself", async () => {
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path === "/balance" ? { ...balance, version: 9 } : pageOf([lineOf(9), lineOf(1)]),
  }));
  show(pageOf([lineOf(1)]));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  expect(requests.filter(({ path }) => path === "/balance/history")).toHaveLength(1);
});

test("a refused download is told in the dialog and keeps what was chosen", async () => {
  fakeApi(({ path }) => {
    if (path === "/balance") return { status: 200, body: balance };
    const refused = refusal(429, "TOO_MANY_REQUESTS", "Too many requests");
    return path.endsWith("export") ? refused : { status: 200, body: pageOf([]) };
  });
  show(pageOf([lineOf(1)]));
  await userEvent.click(screen.getByRole("button", { name: "Download" }));
  const dialog = within(await screen.findByRole("dialog", {}, { timeout: 10_000 }));
  await userEvent.selectOptions(dialog.getByLabelText("Format"), "csv");
  await userEvent.click(dialog.getByRole("button", { name: "Download" }));
  await dialog.findByText("Too many requests");
  expect((dialog.getByLabelText("Format") as HTMLSelectElement).value).toBe("csv");
});

test("a movement of since the page was left a moment ago is in the statement when it is opened again", async () => {
  const newer = pageOf([lineOf(2), lineOf(1)]);
  fakeApi(({ path }) => ({ status: 200, body: path === "/balance/history" ? newer : balance }));
  const { client, unmount } = show(pageOf([lineOf(1)]));
  unmount();
  show(newer, client);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
});
