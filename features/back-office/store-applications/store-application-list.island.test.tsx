import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import type { StoreApplicationView } from "#features/back-office/store-applications/desk-store-applications.contract.ts";
import { StoreApplicationList } from "#features/back-office/store-applications/store-application-list.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { expectInertRows } from "#lib/testing/hostile-texts.ts";

const user = userEvent.setup();
const HOSTILE = `<img src=x onerror="alert(1)"> ${"long ".repeat(60)}`;
const application: StoreApplicationView = {
  ...{ id: 2_001, state: "waiting", user: { id: 9, name: "Seller", email: "seller@example.com" } },
  ...{ name: "Den of accounts", description: HOSTILE, email: "store@example.com", reason: null },
  flags: ["links"],
  ...{ decidedBy: null, decidedAt: null, createdAt: "2026-11-25T10:00:00.000Z" },
};

function show(items: StoreApplicationView[] | null, { mayDecide = true, locale = "en" as Locale } = {}) {
  const requests = fakeApi(({ method }) => {
    if (method !== "GET") return { status: 200, body: { state: "approved" } };
    return items
      ? { status: 200, body: { items, hasMore: false } }
      : refusal(500, "INTERNAL", "Something broke");
  });
  const { container } = renderAtDesk(<StoreApplicationList mayDecide={mayDecide} />, locale);
  return { requests, container };
}

test("an application is approved with a reason, and the applicant's words are text", async () => {
  const { requests, container } = show([application]);
  await screen.findByText("Den of accounts");
  expect(container.querySelector("img")).toBeNull();
  screen.getByText("Links");
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox"), "known to us");
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  await eventually(() =>
    expect(requests).toContainEqual(
      expect.objectContaining({
        ...{ method: "POST", path: "/desk/store-applications/2001/decide" },
        body: { decision: "approve", reason: "known to us" },
      }),
    ),
  );
});

test("two hundred applications for stores that would run a script stay texts at the desk", async () => {
  await expectInertRows(async (texts) => {
    const applications = texts.map((words, id): StoreApplicationView => {
      const person = { id: 9, name: words, email: words };
      return {
        ...{ ...application, id, state: "declined", user: person, decidedBy: person },
        ...{ name: words, description: words, email: words, reason: words, decidedAt: application.createdAt },
      };
    });
    const { container } = show(applications);
    await eventually(() => expect(container.querySelectorAll("dl")).toHaveLength(200));
    return container;
  });
});

test("whoever may not decide about applications for stores finds no button for it", async () => {
  show([application], { mayDecide: false });
  await screen.findByText("Den of accounts");
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test.each(locales)(
  "applications for stores are in %s, also when there is none or the call fails",
  async (locale) => {
    const { container } = show([{ ...application, state: "declined", reason: "too new" }], { locale });
    await screen.findByText("Den of accounts");
    expect(container.textContent).not.toMatch(/storeApplications|backOffice/);
  },
);

test("the desk says when no application for a store waits", async () => {
  show([]);
  await screen.findByText("There are no such applications.");
});

test("the desk says when applications for stores cannot be read", async () => {
  show(null);
  await screen.findByText("Something broke");
});
