import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { LimitsCard } from "#features/activations/limits/components/limits-card.island.tsx";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import { limitsView } from "#features/activations/limits/limits-view.factory.ts";
import { locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const show = (wish: Partial<AccountLimits> = {}, locale?: Parameters<typeof renderIsland>[1]) => {
  fakeApi(() => ({ status: 200, body: limitsView(wish) }));
  return renderIsland(<LimitsCard />, locale);
};

it("the limits card tells what is used, the delivery rate, and what the next step needs, each with whether it is reached", async () => {
  show();
  expect(await screen.findByText("3 of 25 in use")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "Numbers at once" }).getAttribute("aria-valuenow")).toBe(
    "12",
  );
  expect(screen.getByText(/^Delivery rate: 25% of 40 finished numbers got a code in 30 days/)).toBeDefined();
  const needs = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(needs).toEqual([
    expect.stringMatching(/3 days old \(yours: 5 days\) reached$/),
    expect.stringMatching(/1\s500,00\s₽ in 30 days \(yours: 999,00\s₽\) not yet$/),
    expect.stringMatching(/delivery rate of 25% \(yours: 25%\) reached$/),
  ]);
});

it("the limits card tells what a purchase without a highest price may cost", async () => {
  show({ openPrice: { tolerancePercent: 7, toldSeconds: 90 } });
  expect(
    await screen.findByText(/costs at most 7% more than the lowest price shown .* in the last 90 seconds/),
  ).toBeDefined();
});

it("the limits card shows the whole table with the account's own step", async () => {
  show();
  await userEvent.click(await screen.findByText("All levels"));
  const rows = screen.getAllByRole("row");
  expect(rows).toHaveLength(openLevels.length + 1);
  expect(within(rows[2]!).getByRole("rowheader").textContent).toBe("25yours");
});

it("a new account reads that it has no delivery rate yet; the highest level has no next one", async () => {
  const { unmount } = show({ openMax: 10, finishedCount: 2, deliveredPercent: null });
  expect(
    await screen.findByText(/^No delivery rate yet: it takes 10 finished numbers .* so far: 2\./),
  ).toBeDefined();
  unmount();
  show({ openMax: 500 });
  expect(await screen.findByText(/^This is the highest limit/)).toBeDefined();
});

it("the limits card says until when nothing can be bought, and why; and that the support gave a limit", async () => {
  const { unmount } = show({ bannedUntil: "2026-11-22T10:30:00.000Z", banReason: "unused" });
  expect(await screen.findByText(/^No purchases until .*22/)).toBeDefined();
  expect(screen.getByText(/cancelled without a code/)).toBeDefined();
  unmount();
  show({ openMax: 2_000, grantedMax: 2_000, bannedUntil: "2026-11-22T10:30:00.000Z", banReason: "staff" });
  expect(await screen.findByText(/^Support has given this account/)).toBeDefined();
  expect(screen.getByText(/^Support has stopped purchases/)).toBeDefined();
});

it.each(locales)("the limits card has every word in %s", async (locale) => {
  const { container } = show({ bannedUntil: "2026-11-22T10:30:00.000Z", banReason: "unused" }, locale);
  await screen.findByRole("progressbar");
  expect(container.textContent).not.toMatch(/activations\.limits|\{|\}/);
});

it("the limits card can be asked again when the answer does not come", async () => {
  let isDown = true;
  fakeApi(() =>
    isDown ? refusal(503, "UNAVAILABLE", "Not available for a moment") : { status: 200, body: limitsView() },
  );
  renderIsland(<LimitsCard />);
  expect(await screen.findByText("Not available for a moment")).toBeDefined();
  isDown = false;
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("3 of 25 in use")).toBeDefined();
});
