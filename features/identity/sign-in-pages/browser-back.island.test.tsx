import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openPage } from "#features/identity/identity.client.ts";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { RegistrationSent } from "#features/identity/sign-in-pages/registration-sent.island.tsx";
import { SocialReturn } from "#features/identity/sign-in-pages/social-return.island.tsx";
import { SocialButtons } from "#features/identity/social/components/social-buttons.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { showPage } from "#lib/testing/show-page.ts";

vi.mock(import("#features/identity/identity.client.ts"), async (original) => ({
  ...(await original()),
  openPage: vi.fn(),
}));
beforeEach(() => vi.mocked(openPage).mockClear());

const SIGNED_IN = { status: "signed-in", expiresAt: "2026-11-22T12:00:00.000Z", returnPath: null };
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });

/** Presses the button and looks that it is busy while the next page opens, and no longer when the page comes back out of the browser's memory. */
async function expectWakesAfterBack(name: string) {
  const button = screen.getByRole("button", { name });
  fireEvent.click(button);
  await waitFor(() => expect(openPage).toHaveBeenCalledTimes(1));
  await showPage({ persisted: false });
  expect(button.getAttribute("aria-busy")).toBe("true");
  await showPage({ persisted: true });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
}

test("the login is busy while the next page opens, and can be sent again after the browser's Back", async () => {
  fakeApi(() => ({ status: 200, body: SIGNED_IN }));
  renderIsland(<LoginForm mailbox={null} returnPath={null} />);
  type("Email", "anna@example.com");
  type("Password", "correct horse battery");
  await expectWakesAfterBack("Log in");
});

test("the code of a registration is busy while the next page opens, and can be sent again after the browser's Back", async () => {
  fakeApi(() => ({ status: 200, body: SIGNED_IN }));
  const sent = { email: "anna@example.com", request: "r".repeat(43), resendSeconds: 60 };
  renderIsland(<RegistrationSent {...sent} returnPath={null} mailbox={null} />);
  type("Code from the message", "12345678");
  await expectWakesAfterBack("Log in");
});

test("the way to an account elsewhere is busy while its page opens, and can be taken again after the browser's Back", async () => {
  fakeApi(() => ({ status: 200, body: { url: "https://accounts.example/" } }));
  renderIsland(<SocialButtons providers={[{ id: "google", name: "Google" }]} returnPath={null} />);
  await expectWakesAfterBack("Continue with Google");
});

test("the return from an account elsewhere says that it works while the next page opens, and leads to the login after the browser's Back", async () => {
  fakeApi(() => ({ status: 200, body: SIGNED_IN }));
  renderIsland(<SocialReturn query="code=1" mailbox={null} />);
  await waitFor(() => expect(openPage).toHaveBeenCalledTimes(1));
  await showPage({ persisted: false });
  screen.getByText("Logging you in…");
  await showPage({ persisted: true });
  expect((await screen.findByRole("link", { name: "To the login" })).getAttribute("href")).toBe(
    "/authorization",
  );
  expect(screen.queryByText("Logging you in…")).toBeNull();
});
