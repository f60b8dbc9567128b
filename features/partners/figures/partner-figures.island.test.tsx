import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { PartnerStatistics } from "#features/partners/figures/components/partner-figures.island.tsx";
import type { PartnerCounts, PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import { firstFiguresChoice } from "#features/partners/figures/partner-figures.rules.ts";
import { accountMessages } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const counts: PartnerCounts = {
  ...{ requests: 12, waiting: 1, codes: 8, sms: 9, cancelled: 3, reported: 1 },
  ...{ medianSeconds: 65, earnedKopecks: 9_050 },
};
const nothing: PartnerCounts = {
  ...{ requests: 0, waiting: 0, codes: 0, sms: 0, cancelled: 0, reported: 0 },
  ...{ medianSeconds: null, earnedKopecks: 0 },
};
const group = { ...counts, day: null, service: null, country: null, operator: null };

function figures(part: Partial<PartnerFigures> = {}): PartnerFigures {
  return {
    ...{ from: "2026-11-20", to: "2026-11-21", timeZone: "UTC", kind: "all", by: "day", total: counts },
    days: [
      { ...nothing, day: "2026-11-20" },
      { ...counts, day: "2026-11-21" },
    ],
    groups: [{ ...group, day: "2026-11-21" }],
    ...part,
  };
}

function show(initial: PartnerFigures) {
  const messages = accountMessages("en", ["partners", "statistics"]);
  return renderIsland(<PartnerStatistics choice={firstFiguresChoice} initial={initial} />, "en", messages);
}
const plain = (text: string | null | undefined) => text?.replaceAll("\u00a0", " ");

beforeEach(() => window.history.replaceState(null, "", "/partner/statistic"));

test("a partner reads requests, codes, cancels, wait and earnings of a period, as tiles and day by day", () => {
  fakeApi(() => ({ status: 200, body: figures() }));
  show(figures());
  const tile = (name: string) => plain(screen.getByText(name, { selector: "dt" }).parentElement?.textContent);
  expect(tile("Requests")).toBe("Requests121 number is waiting");
  expect(tile("Numbers with a code")).toBe("Numbers with a code89 SMS in all");
  expect(tile("Cancelled")).toBe("Cancelled31 reported as blocked");
  expect(tile("Time to the code")).toContain("1 min 5 s");
  expect(tile("Earned")).toContain("90,50 ₽");
  expect(screen.getByRole("figure").textContent).toContain("Highest: 12 (11-21-2026)");
  const row = screen.getByRole("row", { name: /^11-21-2026/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => plain(textContent)),
  ).toEqual([...["12", "8", "9", "3", "1", "1 min 5 s"], expect.stringContaining("90,50 ₽")]);
});

test("a partner's statistics are asked for by country, and the choice stands in the address", async () => {
  const country = { id: 6, name: "Indonesia", icon: "" };
  const requests = fakeApi(() => ({
    status: 200,
    body: figures({ by: "country", groups: [{ ...group, country }] }),
  }));
  show(figures());
  await userEvent.click(screen.getByRole("button", { name: "Countries" }));
  await screen.findByRole("row", { name: /^Indonesia/ });
  expect(requests.at(-1)).toMatchObject({ path: "/cabinet/statistics", query: { by: "country" } });
  await waitFor(() => expect(window.location.search).toBe("?by=country"));
});

test("a partner without orders in the period reads so, with no table of noughts", () => {
  fakeApi(() => ({ status: 200, body: figures() }));
  show(figures({ total: nothing, days: [{ ...nothing, day: "2026-11-21" }], groups: [] }));
  screen.getByText("No orders in this period");
  expect(screen.queryByRole("table")).toBeNull();
});
