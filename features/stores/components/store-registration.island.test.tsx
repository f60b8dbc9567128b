import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { StoreStanding } from "#features/stores/applications/store-applications.contract.ts";
import { StoreRegistration } from "#features/stores/components/store-registration.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const at = "2026-11-25T10:00:00.000Z";
const application = {
  ...{ id: 2_001, state: "waiting" as const, name: "Den", description: "Accounts", email: "a@example.com" },
  ...{ reason: null, createdAt: at, decidedAt: null },
};
const nobody: StoreStanding = { isOwner: false, application: null, rulesVersion: 1 };

beforeEach(() => sessionStorage.clear());

type Shown = { standing?: StoreStanding; locale?: Locale; answer?: ReturnType<typeof refusal> };

function show({ standing = nobody, locale = "en", answer = { status: 201, body: application } }: Shown = {}) {
  const requests = fakeApi(() => answer);
  const { container } = renderIsland(
    <StoreRegistration initial={standing} email="anna@example.com" />,
    locale,
    messagesOf(locale),
  );
  return { requests, container };
}
const send = () => user.click(screen.getByRole("button", { name: "Send the application" }));

async function fillIn() {
  await user.type(screen.getByLabelText("Name of the store"), "Den");
  await user.type(screen.getByLabelText("Description"), "Accounts");
  for (const box of screen.getAllByRole("checkbox")) await user.click(box);
}

test("an applicant sends words, the account's address and the version of the rules, and sees that it waits and what was sent", async () => {
  const { requests } = show();
  await fillIn();
  await send();
  await screen.findByText("Your application is waiting for our answer");
  expect(screen.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    "Den",
    "Accounts",
    "a@example.com",
  ]);
  expect(requests).toEqual([
    expect.objectContaining({
      ...{ method: "POST", path: "/stores/applications" },
      body: {
        ...{ name: "Den", description: "Accounts", email: "anna@example.com" },
        ...{ rulesVersion: 1, agreeOffer: true },
      },
    }),
  ]);
});

test("a sent application leaves the focus on what becomes of it, and a waiting one takes none as its page opens", async () => {
  show();
  await fillIn();
  await send();
  const words = await screen.findByText("Your application is waiting for our answer");
  await eventually(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
  cleanup();
  show({ standing: { ...nobody, application } });
  screen.getByText("Your application is waiting for our answer");
  expect(document.activeElement).toBe(document.body);
});

test("an application without words or agreement is not sent, and each field says what is missing", async () => {
  const { requests } = show();
  await user.clear(screen.getByLabelText("Email for the store"));
  await user.type(screen.getByLabelText("Email for the store"), "nobody");
  await send();
  expect(screen.getAllByText("Required to fill in")).toHaveLength(2);
  screen.getByText("Invalid email");
  screen.getByText("Agree to both first.");
  expect(requests).toEqual([]);
});

test("a refusal of an application is told in the words of the API, and what was typed stays", async () => {
  show({ answer: refusal(409, "STORE_RULES_CHANGED", "The rules have changed") });
  await fillIn();
  await send();
  await eventually(() => screen.getByText("The rules have changed"));
  expect(screen.getByLabelText("Name of the store")).toHaveProperty("value", "Den");
});

test("whoever was declined reads why and may apply again with what was sent before", () => {
  const declined = { ...application, state: "declined" as const, reason: "too new", decidedAt: at };
  show({ standing: { ...nobody, application: declined } });
  screen.getByText("too new");
  expect(screen.getByLabelText("Name of the store")).toHaveProperty("value", "Den");
  expect(screen.getByLabelText("Description")).toHaveProperty("value", "Accounts");
  expect(screen.getByLabelText("Email for the store")).toHaveProperty("value", "a@example.com");
  screen.getByRole("button", { name: "Send the application" });
});

test.each(locales)("the registration of a store is in %s with the rules of the marketplace", (locale) => {
  const { container } = show({ locale });
  expect(container.textContent).not.toMatch(/stores\.|\{/);
  expect(screen.getAllByRole("listitem").length).toBeGreaterThan(5);
});
