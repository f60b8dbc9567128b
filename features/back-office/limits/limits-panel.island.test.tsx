import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { limitsView } from "#features/activations/limits/limits-view.factory.ts";
import type { PersonLimits } from "#features/back-office/limits/limits.contract.ts";
import { LimitsPanel } from "#features/back-office/limits/limits-panel.island.tsx";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const limits = (wish: Partial<PersonLimits>): PersonLimits => ({
  ...limitsView({ openMax: 10 }),
  bans: [],
  ...wish,
});
const ban = {
  id: 1,
  reason: "staff" as const,
  startsAt: "2026-11-21T10:00:00.000Z",
  endsAt: "2026-11-22T10:00:00.000Z",
  note: "many cancelled numbers",
  madeBy: 7,
  liftedAt: null,
  liftedBy: null,
  liftNote: null,
};
/** The panel with the desk's texts, and what was asked of the API. */
function at(wish: Partial<PersonLimits>, locale: Locale = "en") {
  const requests = fakeApi(() => ({ status: 200, body: limits(wish) }));
  renderAtDesk(<LimitsPanel id={5} email="anna@example.com" isSelf={false} />, locale);
  return requests.filter.bind(requests);
}
const user = userEvent.setup();

it("bans for the time that was chosen, with the reason", async () => {
  const sent = at({});
  await user.click(await screen.findByRole("button", { name: "Ban" }));
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByLabelText("How long"), "7 days");
  await user.type(within(dialog).getByLabelText("Reason"), "many cancelled numbers");
  await user.click(within(dialog).getByRole("button", { name: "Ban" }));
  await waitFor(() =>
    expect(sent(({ method }) => method === "POST")).toMatchObject([
      { path: "/desk/people/5/ban", body: { minutes: 10_080, reason: "many cancelled numbers" } },
    ]),
  );
});

it("the staff's panel shows a ban with who made it, and lifts it", async () => {
  const sent = at({ bannedUntil: ban.endsAt, banReason: "staff", bans: [ban] });
  expect(await screen.findByText("Staff 7: many cancelled numbers")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Ban" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Lift the ban" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "explained");
  await user.click(within(dialog).getByRole("button", { name: "Lift the ban" }));
  await waitFor(() => expect(sent(({ path }) => path === "/desk/people/5/lift-ban")).toHaveLength(1));
});

it("the staff's panel gives a limit as a whole number, and takes it back when it is left empty", async () => {
  const sent = at({ grantedMax: 50, openMax: 50 });
  await user.click(await screen.findByRole("button", { name: "Set the limit" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "a large buyer");
  const field = within(dialog).getByLabelText("Orders at once");
  await user.clear(field);
  await user.type(field, "1.5");
  await user.click(within(dialog).getByRole("button", { name: "Set the limit" }));
  expect(sent(({ method }) => method === "POST")).toEqual([]);
  await user.clear(field);
  await user.click(within(dialog).getByRole("button", { name: "Set the limit" }));
  await waitFor(() =>
    expect(sent(({ method }) => method === "POST")).toMatchObject([
      { body: { openMax: null, reason: "a large buyer" } },
    ]),
  );
});

it.each(locales)("the staff's panel has every word in %s", async (locale) => {
  at(
    {
      bannedUntil: ban.endsAt,
      banReason: "staff",
      bans: [ban, { ...ban, id: 2, reason: "unused", madeBy: null }],
    },
    locale,
  );
  const list = await screen.findByRole("list");
  expect(list.closest("section")?.textContent).not.toMatch(/backOffice\.|\{|\}/);
});
