import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { StatementLine, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import { noFilters } from "#features/ledger/statement/statement.rules.ts";
import { PartnerEarnings } from "#features/partners/statement/components/partner-earnings.island.tsx";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { accountMessages } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const sums: EarningSums = {
  ...{ availableKopecks: 18_000, pendingKopecks: 9_000, heldKopecks: 5_000, owedKopecks: 0 },
  ...{ nextAvailableAt: "2026-11-28T14:05:00.000Z", version: 1 },
};
const balance = { postedKopecks: 18_000, heldKopecks: 0, availableKopecks: 18_000 };
const line = (version: number): StatementLine => ({
  ...{ id: version, version, at: "2026-11-21T14:05:00.000Z", number: String(100 + version) },
  ...{ kind: "partner_accrual", kindText: "Partner earnings", move: "in", moveText: "Received" },
  ...{ reason: null, reasonText: null, amountKopecks: 9_000, changeKopecks: 9_000, after: balance },
  subject: { title: "Telegram", detail: "Indonesia · +628110001", icon: null, detailIcon: null },
  page: null,
  dueAt: null,
  outcome: null,
});
const pageOf = (lines: StatementLine[]): StatementPage => ({
  ...{ lines, nextCursor: null, opening: balance, closing: balance },
});
const choices = { kinds: [{ kind: "partner_accrual", text: "Partner earnings" }], services: [] };
const wallet = { postedKopecks: 0, heldKopecks: 0, availableKopecks: 0, debtKopecks: 0, version: 0 };
const fines = { items: [], hasMore: false };

/** Answers for what stands beside the statement; null is the statement's own call. */
function beside(path: string) {
  if (path === "/balance") return { status: 200, body: wallet };
  return path === "/cabinet/fines" ? { status: 200, body: fines } : null;
}

function show(initial: StatementPage | null, given = sums) {
  const messages = accountMessages("en", ["partners"]);
  renderIsland(
    <PartnerEarnings sums={given} filters={noFilters} choices={choices} initial={initial} />,
    "en",
    messages,
  );
}

beforeEach(() => window.history.replaceState(null, "", "/partner/earnings"));

test("a partner sees what is available, pending until when, held and owed, and what a line is about", () => {
  fakeApi(({ path }) => beside(path) ?? { status: 200, body: pageOf([]) });
  show(pageOf([line(1)]), { ...sums, owedKopecks: 700 });
  const money = screen.getByText("Available").closest("dl")?.textContent?.replaceAll("\u00a0", " ");
  expect(money).toContain("Available180,00 ₽");
  const inZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const next = formatMoment("en", new Date(sums.nextAvailableAt ?? 0), inZone);
  expect(money).toContain("Pending90,00 ₽The next becomes available ");
  screen.getByTitle(next);
  expect(money).toContain("Held for withdrawals and fines50,00 ₽");
  expect(money).toContain("Owed7,00 ₽For refunded orders and fines; taken from your next earnings.");
  const [first] = screen.getAllByRole("listitem");
  within(first as HTMLElement).getByText(/Indonesia · \+628110001/);
  within(first as HTMLElement).getByText(/No\. 101/);
});

test("the kind is chosen and stands in the address; no service is asked for", async () => {
  const requests = fakeApi(({ path }) => beside(path) ?? { status: 200, body: pageOf([]) });
  show(pageOf([line(1)]));
  expect(screen.queryByLabelText("Service")).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText("What for"), "partner_accrual");
  expect(window.location.search).toBe("?kind=partner_accrual");
  await screen.findByText("Nothing found");
  const asked = requests.findLast(({ path }) => path === "/cabinet/earnings/statement");
  expect(asked?.query).toMatchObject({ kind: "partner_accrual", captures: "inside" });
});

test("without a movement the page says what will stand there, and a failing call can be repeated", async () => {
  fakeApi(({ path }) => beside(path) ?? refusal(503, "UNAVAILABLE", "away"));
  show(pageOf([]));
  screen.getByText("Earnings, withdrawals and reversals will appear here.");
  expect(screen.queryByRole("link", { name: "Top up" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Incoming" }));
  await waitFor(() => screen.getByText("The history could not be loaded"));
  screen.getByRole("button", { name: "Retry" });
});
