import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { EmailBack } from "#features/identity/email-change/components/email-back.island.tsx";
import { EmailCard } from "#features/identity/email-change/components/email-card.island.tsx";
import { givenMe } from "#features/identity/settings/me.factory.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const TOKEN = "t".repeat(43);
const click = (name: string) => user.click(screen.getByRole("button", { name }));
const posts = (requests: FakeRequest[]) => requests.filter(({ method }) => method === "POST");
const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text);

/** Answers who is signed in by itself; everything else is up to the test. */
function withMe(email: () => string, respond: (request: FakeRequest) => ReturnType<typeof refusal>) {
  return fakeApi((request) =>
    request.path === "/users/me" ? { status: 200, body: { ...givenMe(), email: email() } } : respond(request),
  );
}

async function openForm() {
  await click("Change the email");
  await screen.findByLabelText("New email");
}

beforeEach(() => useToasts.setState({ list: [] }));

describe("the card of the account's email", () => {
  test("asks for the new one with the password, then for the code that went there, and shows the new one", async () => {
    let email = "anna@example.com";
    const requests = withMe(
      () => email,
      ({ path }) => {
        if (path === "/users/email") return { status: 202, body: { status: "code-sent" } };
        email = "new@example.com";
        return { status: 200, body: { status: "changed", email } };
      },
    );
    renderIsland(<EmailCard initial={givenMe()} hasPassword />);
    screen.getByText("anna@example.com");
    await openForm();
    await type("New email", "new@example.com");
    await type("Password", "correct horse battery");
    await click("Send the code");
    await screen.findByText(/If new@example.com has no account yet, a code is on its way there/);
    await type("Code from the message", "1234 5678");
    await click("Confirm the new email");
    await screen.findByText("new@example.com");
    expect(posts(requests)).toMatchObject([
      { path: "/users/email", body: { email: "new@example.com", password: "correct horse battery" } },
      { path: "/users/email/confirm", body: { code: "1234 5678" } },
    ]);
    expect(useToasts.getState().list[0]?.text).toBe("Email changed. We have told the old address.");
    expect(screen.queryByLabelText("Code from the message")).toBeNull();
  });

  test("tells a wrong password, a present address and a wrong code under their fields, and stays", async () => {
    let answer = refusal(403, "PASSWORD_WRONG", "Not this password.");
    withMe(
      () => "anna@example.com",
      () => answer,
    );
    renderIsland(<EmailCard initial={givenMe()} hasPassword />);
    await openForm();
    await click("Send the code");
    expect(await screen.findAllByText("Required to fill in")).toHaveLength(2);
    await type("New email", "new@example.com");
    await type("Password", "wrong");
    await click("Send the code");
    await screen.findByText("Not this password.");
    answer = { status: 202, body: { status: "code-sent" } };
    await click("Send the code");
    await screen.findByLabelText("Code from the message");
    answer = refusal(403, "MAIL_CODE_WRONG", "Not this code.");
    await type("Code from the message", "12345678");
    await click("Confirm the new email");
    await screen.findByText("Not this code.");
    answer = refusal(409, "EMAIL_TAKEN", "Another account uses it.");
    await click("Confirm the new email");
    await screen.findByText("Another account uses it.");
    await click("Cancel");
    screen.getByRole("button", { name: "Change the email" });
  });

  test("keeps the focus: in each step's first field, and on its button after Cancel and after the change", async () => {
    withMe(
      () => "anna@example.com",
      ({ path }) =>
        path === "/users/email"
          ? { status: 202, body: { status: "code-sent" } }
          : { status: 200, body: { status: "changed", email: "new@example.com" } },
    );
    const expectFocus = (find: () => HTMLElement) =>
      waitFor(() => expect(document.activeElement).toBe(find()));
    const opener = () => screen.getByRole("button", { name: "Change the email" });
    renderIsland(<EmailCard initial={givenMe()} hasPassword />);
    await openForm();
    await expectFocus(() => screen.getByLabelText("New email"));
    await click("Cancel");
    await expectFocus(opener);
    await openForm();
    await expectFocus(() => screen.getByLabelText("New email"));
    await type("New email", "new@example.com");
    await type("Password", "correct horse battery");
    await click("Send the code");
    await expectFocus(() => screen.getByLabelText("Code from the message"));
    await type("Code from the message", "12345678");
    await click("Confirm the new email");
    await expectFocus(opener);
  });

  test("leads an account without a password to where it sets one, and asks for nothing", async () => {
    withMe(
      () => "anna@example.com",
      () => refusal(500, "SERVER_ERROR", "x"),
    );
    renderIsland(<EmailCard initial={givenMe()} hasPassword={false} />);
    await openForm();
    expect(screen.getByRole("link", { name: /password/i }).getAttribute("href")).toBe("/request-password");
    expect(screen.queryByRole("button", { name: "Send the code" })).toBeNull();
  });
});

describe("the page of the mailed way back", () => {
  test("takes the account back after a press alone, since mail programs open links by themselves", async () => {
    const requests = fakeApi(() => ({ status: 200, body: { status: "taken-back" } }));
    renderIsland(<EmailBack token={TOKEN} />);
    expect(requests).toHaveLength(0);
    await click("Get the account back");
    await screen.findByText("The account is yours again");
    expect(requests).toMatchObject([{ path: "/auth/email-back", body: { token: TOKEN } }]);
  });

  test("says that a link was used or is too old, and keeps one whose answer was lost", async () => {
    let answer = refusal(503, "SERVICE_UNAVAILABLE", "Try again.");
    fakeApi(() => answer);
    renderIsland(<EmailBack token={TOKEN} />);
    await click("Get the account back");
    await screen.findByText("Try again.");
    answer = refusal(400, "LINK_INVALID", "x");
    await click("Get the account back");
    await screen.findByText("This link does not work");
    await waitFor(() => expect(screen.getByRole("link", { name: "Ask for a new password" })).toBeTruthy());
  });
});
