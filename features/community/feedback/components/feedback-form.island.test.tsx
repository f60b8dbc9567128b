import { act, screen, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { beforeEach, expect, test } from "vitest";
import { FeedbackForm } from "#features/community/feedback/components/feedback-form.island.tsx";
import { answering, pressReady, sent, type } from "#features/identity/captcha/open-form-suites.factory.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

beforeEach(() => history.replaceState(null, "", "/feedback"));

function show(locale: Locale = "en") {
  return renderIsland(<FeedbackForm />, locale, messagesOf(locale));
}
const ticket = () => ({ status: 202, body: { number: 10_001 } });
const submit = () => pressReady("Send");

test("a user's message goes out for the account, whose address stays, and the ticket's number is told", async () => {
  cookie.set("signed-in", "1");
  const requests = answering(ticket);
  show();
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  expect((screen.getByLabelText(/Email/) as HTMLInputElement).readOnly).toBe(true);
  type(/Message/, " Where is my number? ");
  await submit();
  await screen.findByText("Your application has been accepted");
  screen.getByText(/Its number is 10001/);
  expect(sent(requests)).toMatchObject([
    { path: "/feedback", body: { name: "Anna", message: "Where is my number?" } },
  ]);
  expect(sent(requests)[0]?.body).not.toHaveProperty("email");
  expect(sent(requests)[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("a sent message leaves the focus on what becomes of it", async () => {
  cookie.set("signed-in", "1");
  answering(ticket);
  show();
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  type(/Message/, "Where is my number?");
  await submit();
  const words = await screen.findByText("Your application has been accepted");
  await waitFor(() => expect(document.activeElement).toBe(words.closest("[tabindex]")));
});

test("what is missing or wrong is said at its field in the product's words, and nothing is sent", async () => {
  const requests = answering(ticket);
  show();
  await submit();
  await waitFor(() => expect(screen.getAllByText("Required to fill in")).toHaveLength(3));
  type(/Email/, "a@b");
  type(/Message/, "short");
  await submit();
  await screen.findByText("Invalid email");
  screen.getByText("Minimum number of characters: 10");
  expect(sent(requests)).toEqual([]);
});

test("a refusal says that nothing was sent, stands at its field, and what was typed stays", async () => {
  cookie.set("signed-in", "1");
  let isRefused = true;
  answering(() =>
    isRefused
      ? refusal(429, "TOO_MANY_ATTEMPTS", "Too many attempts")
      : refusal(400, "TOO_MANY_LINKS", "A text may hold 5 links at most."),
  );
  show();
  await waitFor(() => expect((screen.getByLabelText(/Name/) as HTMLInputElement).value).toBe("Anna"));
  type(/Message/, "Where is my number?");
  await submit();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Sending error");
  expect(alert.textContent).toContain("Too many attempts");
  isRefused = false;
  await submit();
  await screen.findByText("A text may hold 5 links at most.");
  expect(screen.getByLabelText(/Message/).getAttribute("aria-invalid")).toBe("true");
  expect((screen.getByLabelText(/Message/) as HTMLTextAreaElement).value).toBe("Where is my number?");
});

test("the link of a mail leads on in its ticket, without name and address", async () => {
  history.replaceState(null, "", "/feedback#10001.abcdefghij-_0123456789");
  const requests = answering(ticket);
  show();
  await screen.findByText("Message No. 10001");
  expect(screen.queryByLabelText(/Email/)).toBeNull();
  type(/Message/, "It has come, thank you.");
  await submit();
  await screen.findByText(/Its number is 10001/);
  expect(sent(requests)).toMatchObject([
    {
      path: "/feedback/messages",
      body: { number: 10_001, token: "abcdefghij-_0123456789", message: "It has come, thank you." },
    },
  ]);
});

test("what was written in a ticket stays when the content is skipped to; another mail's link opens its own ticket", async () => {
  const goTo = (fragment: string) =>
    act(async () => {
      history.replaceState(null, "", `/feedback${fragment}`);
      dispatchEvent(new Event("hashchange"));
    });
  const message = () => screen.getByLabelText<HTMLTextAreaElement>(/Message/);
  await goTo("#10001.abcdefghij-_0123456789");
  answering(ticket);
  show();
  await screen.findByText("Message No. 10001");
  type(/Message/, "It has come, thank you.");
  await goTo("#content");
  screen.getByText("Message No. 10001");
  expect(message().value).toBe("It has come, thank you.");
  await submit();
  await screen.findByText(/Its number is 10001/);
  await goTo("#10002.abcdefghij-_0123456789");
  screen.getByText("Message No. 10002");
  expect(message().value).toBe("");
});

test.each(locales)("the form of feedback speaks %s", (locale) => {
  answering(ticket);
  const { container } = show(locale);
  expect(container.textContent).not.toMatch(/community\.|[{}]/);
});
