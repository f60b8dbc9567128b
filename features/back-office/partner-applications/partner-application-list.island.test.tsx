import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PartnerApplicationList } from "#features/back-office/partner-applications/partner-application-list.island.tsx";
import type { PartnerApplicationView } from "#features/back-office/partner-applications/partner-applications.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const HOSTILE = '<img src=x onerror="alert(1)">';
const at = "2026-11-25T10:00:00.000Z";
const person = { id: 9, name: "Staff", email: "staff@example.com" };
const application: PartnerApplicationView = {
  ...{ id: 1001, state: "waiting", email: "anna@example.com", account: null, isOwn: false, locale: "ru" },
  ...{ contact: HOSTILE, simCountries: "Latvia", modems: "Ejoin", ports: 1_600, about: "Cards" },
  ...{ reason: null, decidedBy: null, decidedAt: null, supplierCode: null, createdAt: at },
  notes: [{ id: 1, author: person, text: "Called", at }],
};

function show(items: PartnerApplicationView[], { mayDecide = true, locale = "en" as Locale } = {}) {
  const requests = fakeApi(({ method }) =>
    method === "GET"
      ? { status: 200, body: { items, hasMore: false } }
      : { status: 200, body: { state: "approved", partnerUserId: null } },
  );
  const { container } = renderAtDesk(<PartnerApplicationList mayDecide={mayDecide} />, locale);
  return { requests, container };
}

test("an application is approved with a reason, after the desk said that its address is not registered yet", async () => {
  const { requests } = show([application]);
  fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  within(dialog).getByText(/Nobody has registered with this address yet/);
  const press = () => fireEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  press();
  await within(dialog).findByText(/with a reason of at least 3 characters/);
  fireEvent.change(within(dialog).getByLabelText("Reason"), { target: { value: "a good fleet" } });
  press();
  await expect
    .poll(() => requests.filter(({ method }) => method === "POST"))
    .toMatchObject([
      {
        path: "/desk/partner-applications/1001/decide",
        body: { decision: "approve", reason: "a good fleet" },
      },
    ]);
});

test("what a stranger wrote is shown as text, and who may not decide writes notes alone", async () => {
  const { container } = show([application], { mayDecide: false });
  expect((await screen.findByText(HOSTILE)).tagName).toBe("BDI");
  expect(container.querySelector("img")).toBeNull();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  screen.getByRole("button", { name: "Add a note" });
  screen.getByText("Called");
});

test.each(locales)("applications are shown in the words of %s", async (locale) => {
  const decided = { ...application, id: 1002, account: person, decidedBy: person, decidedAt: at };
  const states = (["approved", "declined"] as const).map((state, index) => {
    return { ...decided, id: 1003 + index, state, reason: "no", supplierCode: "partner-9" };
  });
  const { container } = show([application, decided, ...states], { locale });
  await screen.findAllByText(HOSTILE);
  expect(container.textContent).not.toMatch(/partnerApplications|backOffice/);
});
