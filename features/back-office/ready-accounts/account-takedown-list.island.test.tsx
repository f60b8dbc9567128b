import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AccountTakedownList } from "#features/back-office/ready-accounts/account-takedown-list.island.tsx";
import type { AccountTakedownView } from "#features/back-office/ready-accounts/account-takedowns.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const user = userEvent.setup();
const takedown: AccountTakedownView = {
  ...{ id: 9, service: { code: "tg", name: "Telegram" }, reason: "the service has asked us" },
  ...{ since: "2026-11-28T10:00:00.000Z", by: { id: 3, name: "Anna", email: "anna@example.com" } },
  ...{ withdrawnCount: 1_234, givenBackCount: 2 },
};
const telegram = {
  ...{ id: 52, external_id: "tg", service_external_id: "tg", name: "Telegram", slug: "telegram" },
  ...{ icon: null, icon_id: null, nameTranscriptionEnRu: "", nameTranscriptionRuEn: "", category: "other" },
};

type Shown = { items?: AccountTakedownView[]; mayChange?: boolean; locale?: Locale };

function show({ items = [takedown], mayChange = true, locale = "en" }: Shown = {}) {
  const requests = fakeApi(({ method, path }) => {
    if (method !== "GET") return { status: 200, body: { id: 9, stoppedCount: 1, withdrawnCount: 2 } };
    if (path === "/desk/services") return { status: 200, body: [telegram] };
    return { status: 200, body: { items } };
  });
  const { container } = renderAtDesk(<AccountTakedownList mayChange={mayChange} />, locale);
  return { container, written: () => requests.filter(({ method }) => method !== "GET") };
}

/** The dialog that a button opens. */
async function open(button: string) {
  await user.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog"));
}

test("a service that is taken down is listed with its reason and what was done, and support changes nothing", async () => {
  const { container } = show({ mayChange: false });
  const row = await screen.findByRole("listitem");
  expect(row.textContent).toContain("the service has asked us");
  expect(row.textContent).toContain("accounts withdrawn: 1\u00a0234 · orders refunded: 2");
  expect(container.querySelector("button")).toBeNull();
});

test("a service is taken down once it is chosen and a reason is given", async () => {
  const { written } = show({ items: [] });
  await screen.findByText("No service is taken down.");
  const dialog = await open("Take down a service");
  const press = () => user.click(dialog.getByRole("button", { name: "Take down a service" }));
  await user.type(dialog.getByLabelText("Reason"), "they have asked");
  await press();
  await dialog.findByText(/Fill in every field/);
  expect(written()).toEqual([]);
  await user.type(dialog.getByRole("combobox", { name: "Find a service" }), "telegr{Enter}");
  await dialog.findByRole("button", { name: "Change Telegram" });
  await press();
  await eventually(() =>
    expect(written()).toMatchObject([
      { path: "/desk/ready-accounts/takedowns", body: { serviceCode: "tg", reason: "they have asked" } },
    ]),
  );
  expect(written()[0]?.headers["Idempotency-Key"]).toMatch(/^[\w-]{36}$/);
});

test("a takedown is lifted with a reason", async () => {
  const { written } = show();
  const dialog = await open("Let it be sold again");
  await user.type(dialog.getByLabelText("Reason"), "they agree");
  await user.click(dialog.getByRole("button", { name: "Let it be sold again" }));
  await eventually(() =>
    expect(written()).toMatchObject([
      { path: "/desk/ready-accounts/takedowns/9/lift", body: { reason: "they agree" } },
    ]),
  );
});

test.each(locales)("takedowns are in the words of %s", async (locale) => {
  const { container } = show({ locale });
  await screen.findByText("Telegram");
  expect(container.textContent).not.toMatch(/backOffice\.|accountTakedowns\.|\{/);
});
