import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PaidWeeks } from "#features/loyalty/components/paid-weeks.island.tsx";
import type { PaidWeekView } from "#features/loyalty/loyalty.contract.ts";
import { api } from "#lib/api/browser-client.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const week = (number: number, part: Partial<PaidWeekView> = {}): PaidWeekView => ({
  week: `2026-W${number}`,
  startsAt: new Date(Date.UTC(2026, 10, 16 + (number - 47) * 7)).toISOString(),
  endsAt: new Date(Date.UTC(2026, 10, 23 + (number - 47) * 7)).toISOString(),
  totalKopecks: 350_000,
  cashbackBp: 150,
  cashbackKopecks: 5_250,
  returnedKopecks: 0,
  paidAt: new Date(Date.UTC(2026, 10, 23 + (number - 47) * 7)).toISOString(),
  ...part,
});

const shown = () =>
  screen.getAllByRole("listitem").map((item) => item.textContent?.replaceAll("\u00a0", " "));

beforeEach(() => vi.restoreAllMocks());

describe("paid weeks", () => {
  test("say what to do when there are none", () => {
    renderIsland(<PaidWeeks initial={{ weeks: [], isMore: false }} rubPerUsd={80} locale="en" />);
    expect(screen.getByText("No cashback has been paid yet")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("show each week from Monday to Sunday in the language's own days, with percent, cashback and what went back", () => {
    renderIsland(
      <PaidWeeks
        initial={{ weeks: [week(47, { returnedKopecks: 100 })], isMore: false }}
        rubPerUsd={null}
        locale="ru"
      />,
      "ru",
    );
    expect(shown()).toEqual([
      "16.11.2026 – 22.11.2026Пополнено3 500,00 ₽Кешбэк1,5%52,50 ₽1,00 ₽ из него отменено вместе с возвращёнными пополнениями",
    ]);
  });

  test("bring earlier ones when asked, and keep what is there when they cannot be had", async () => {
    const get = vi.spyOn(api, "get").mockRejectedValueOnce(new Error("offline"));
    renderIsland(
      <PaidWeeks initial={{ weeks: [week(47), week(46)], isMore: true }} rubPerUsd={80} locale="en" />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Show earlier weeks" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Earlier weeks cannot be shown right now.");
    expect(shown()).toHaveLength(2);
    get.mockResolvedValueOnce({ data: { weeks: [week(45)], isMore: false }, headers: new Headers() });
    await userEvent.click(screen.getByRole("button", { name: "Show earlier weeks" }));
    await screen.findByText("11-02-2026 to 11-08-2026");
    expect(get.mock.calls.at(-1)?.[1]).toMatchObject({ params: { before: "2026-W46" } });
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
