import { fireEvent, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { expect, test } from "vitest";
import { answering, sent, type } from "#features/identity/captcha/open-form-suites.factory.ts";
import { ApplicationForm } from "#features/partners/partner-applications/application-form.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

function show(locale: Locale = "en") {
  return renderIsland(<ApplicationForm />, locale, messagesOf(locale));
}
const submit = () => fireEvent.click(screen.getByRole("button", { name: "Send the application" }));
const email = () => screen.getByLabelText(/Account email/) as HTMLInputElement;

async function fillIn(ports = "32") {
  await waitFor(() => expect(email().value).toBe("a@b.test"));
  type(/Contact/, "@anna");
  type(/Countries of your SIM cards/, "Latvia, Chile");
  type(/GSM modem models/, "Ejoin");
  type(/COM ports/, ports);
  type(/About you/, "64 cards");
}

test("a user's application goes out for the account, whose address is filled in and stays, and its success is said", async () => {
  cookie.set("signed-in", "1");
  const requests = answering(() => ({ status: 202, body: { status: "accepted" } }));
  show();
  await fillIn();
  expect(email().readOnly).toBe(true);
  submit();
  await screen.findByText("Application sent successfully");
  expect(sent(requests)).toMatchObject([
    {
      path: "/partner-applications",
      body: {
        contact: "@anna",
        simCountries: "Latvia, Chile",
        modems: "Ejoin",
        ports: 32,
        about: "64 cards",
      },
    },
  ]);
  expect(sent(requests)[0]?.body).not.toHaveProperty("email");
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a sent application leaves the focus on what becomes of it", async () => {
  cookie.set("signed-in", "1");
  answering(() => ({ status: 202, body: { status: "accepted" } }));
  show();
  await fillIn();
  submit();
  const words = await screen.findByText("Application sent successfully");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
});

test("every field that is empty or wrong says so, the first one is focused, and nothing is sent", async () => {
  const requests = answering(() => ({ status: 202, body: {} }));
  show();
  await waitFor(() => expect(screen.getByRole("button").hasAttribute("disabled")).toBe(false));
  submit();
  await waitFor(() => expect(screen.getAllByText("Required to fill in")).toHaveLength(6));
  expect(document.activeElement).toBe(screen.getByLabelText(/Contact/));
  type(/Countries of your SIM cards/, "Latvia,,");
  type(/COM ports/, "15");
  type(/Account email/, "a@b");
  submit();
  await screen.findByText("16 ports or more");
  await screen.findByText("Write the countries with commas between them: Latvia, Kazakhstan.");
  await screen.findByText("Invalid email");
  expect(sent(requests)).toEqual([]);
});

test.each([
  [refusal(400, "PARTNER_PORTS_TOO_FEW", "A partner has 16 ports or more."), /16 ports or more/],
  [refusal(409, "PARTNER_APPLICATION_OPEN", "It waits already."), /It waits already/],
  [refusal(500, "SERVER_ERROR", ""), /An error occurred, try again later/],
])("a refusal of the API is said, and what was typed stays", { timeout: 30_000 }, async (answer, message) => {
  cookie.set("signed-in", "1");
  answering(() => answer);
  show();
  await fillIn();
  submit();
  expect((await screen.findByRole("alert", {}, { timeout: 10_000 })).textContent).toMatch(message);
  expect((screen.getByLabelText(/About you/) as HTMLTextAreaElement).value).toBe("64 cards");
});

test.each(locales)("the form of partners speaks %s", (locale) => {
  answering(() => ({ status: 202, body: {} }));
  const { container } = show(locale);
  expect(container.textContent).not.toMatch(/partners\.|[{}]/);
});
