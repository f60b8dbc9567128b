import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PersonRoles } from "#features/back-office/people/components/person-roles.island.tsx";
import type { PersonDetails } from "#features/back-office/people/people.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type AccountRole, accountRoles } from "#lib/api/actor.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const purse = { postedKopecks: 0, heldKopecks: 0, availableKopecks: 0 };
const person: PersonDetails = {
  ...{ id: 5, email: "anna@example.com", name: "Anna", isStaff: false, isSuspended: false },
  ...{ availableKopecks: 0, createdAt: "2026-11-21T10:00:00.000Z", externalId: "a", permission: null },
  ...{ locale: "en", countryIso2: null, hasSecondFactor: false, hasApiKey: false, sessionsCount: 1 },
  ...{ suspendedAt: null, wallet: purse, referral: purse, debtKopecks: 0, toppedUpKopecks: 0 },
  partner: { ...purse, availableKopecks: 150_000 },
  openOrdersCount: 0,
  flags: {
    ...{ isPartner: true, isAgent: false, isReferralSoft: false, isStoreOwner: false },
    ...{ hasCustomPrice: false, hasDisposableEmail: false },
  },
};
const user = userEvent.setup();
type RoleTexts = {
  backOffice: {
    person: { roles: Record<"opens" | "grantWarning" | "removeWarning", Record<AccountRole, string>> };
  };
  licences: { agent: { title: string } };
};

function show(mayChange = true, locale: Locale = "en") {
  const requests = fakeApi(() => ({ status: 200, body: person }));
  renderAtDesk(<PersonRoles person={person} mayChange={mayChange} />, locale);
  return requests;
}

test("a role is granted with its consequence before and a reason", async () => {
  const requests = show();
  await user.click(screen.getByRole("button", { name: "Grant: Soft referral" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Grant: Soft referral" }));
  dialog.getByText(/withdrawals of referral earnings go to the balance only/);
  await user.click(dialog.getByRole("button", { name: "Grant: Soft referral" }));
  expect(requests).toEqual([]);
  await user.type(dialog.getByLabelText("Reason"), "agreed by mail");
  await user.click(dialog.getByRole("button", { name: "Grant: Soft referral" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(requests.filter(({ method }) => method === "POST")).toMatchObject([
    {
      path: "/desk/people/5/roles",
      body: { role: "referralSoft", isGiven: true, reason: "agreed by mail" },
    },
  ]);
});

test("removing the partner's role says what stays on the partner's account", async () => {
  show();
  expect(screen.getAllByText("Granted")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Remove: Partner" }));
  const dialog = await screen.findByRole("dialog", { name: "Remove: Partner" });
  expect(dialog.textContent).toMatch(/Partner earnings1.500,00.₽/);
  within(dialog).getByText(/numbers go off sale/);
});

test("who may not change roles of an account reads them and has no button", () => {
  show(false);
  expect(screen.getAllByRole("listitem")).toHaveLength(accountRoles.length);
  expect(screen.queryByRole("button")).toBeNull();
});

test.each(locales)("the roles of an account have all their words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  show(true, locale);
  expect(document.body.textContent).not.toMatch(/backOffice|[{}]|undefined/);
  expect(missing).not.toHaveBeenCalled();
});

test.each(locales)("the agent's role names in %s the page that it opens and closes", (locale) => {
  const { backOffice, licences } = messagesOf(locale) as unknown as RoleTexts;
  const { opens, grantWarning, removeWarning } = backOffice.person.roles;
  for (const words of [opens, grantWarning, removeWarning])
    expect(words.agent).toContain(licences.agent.title);
});
