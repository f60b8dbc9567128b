import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { openPage } from "#features/identity/identity.client.ts";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("#features/identity/identity.client.ts"), async (original) => ({
  ...(await original()),
  openPage: vi.fn(),
}));

const user = userEvent.setup();
const REQUEST = "r".repeat(43);
beforeEach(() => vi.mocked(openPage).mockClear());

/** The API with one code that is right; `after` is what it opens. */
function withCode(right: string, after: object) {
  return fakeApi(async ({ path, body }) => {
    if (path === "/auth/captcha") return { status: 200, body: await proofOfWork.task(0) };
    if (path === "/auth/login/mail-code/request")
      return {
        status: 202,
        body: { status: "code-sent", request: REQUEST, expiresAt: "2026-11-22T12:00:00.000Z" },
      };
    const { code } = body as { code: string };
    return code === right
      ? { status: 200, body: after }
      : refusal(403, "MAIL_CODE_WRONG", "The code is not right.");
  });
}

async function askForCode(email: string) {
  await user.click(screen.getByRole("button", { name: "Log in with a code by email" }));
  await user.type(await screen.findByLabelText("Email"), email);
  await user.click(screen.getByRole("button", { name: "Send the code" }));
  return screen.findByLabelText("Code from the message");
}

test("a code by mail leads where the visitor wanted to go, and a wrong one is told under its field", async () => {
  const requests = withCode("1234 5678", { status: "signed-in", expiresAt: "2026-11-22T12:00:00.000Z" });
  renderIsland(<LoginForm mailbox="/mailbox" returnPath="/profile/pay" />);
  const field = await askForCode("anna@example.com");
  expect(screen.getByRole("link", { name: "Open the demo mailbox" }).getAttribute("href")).toBe("/mailbox");
  await user.type(field, "1111 1111");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await screen.findByText("The code is not right.");
  expect(document.activeElement).toBe(field);
  await user.clear(field);
  await user.type(field, "1234 5678");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await eventually(() => expect(openPage).toHaveBeenCalledWith("/profile/pay"));
  expect(requests.at(-1)?.body).toEqual({ request: REQUEST, code: "1234 5678" });
});

test("after a code by mail the second factor is asked for, and nothing is opened before", async () => {
  withCode("12345678", {
    status: "second-factor",
    challenge: "c".repeat(43),
    expiresAt: "2026-11-22T12:00:00.000Z",
  });
  renderIsland(<LoginForm mailbox={null} returnPath={null} />);
  await user.type(await askForCode("anna@example.com"), "12345678");
  await user.click(screen.getByRole("button", { name: "Log in" }));
  await screen.findByText("Enter the code");
  expect(openPage).not.toHaveBeenCalled();
});

test("the address typed for the password is taken over, and the way back to the password stays open", async () => {
  withCode("12345678", {});
  renderIsland(<LoginForm mailbox={null} returnPath={null} />);
  await user.type(screen.getByLabelText("Email"), "anna@example.com");
  await user.click(screen.getByRole("button", { name: "Log in with a code by email" }));
  await screen.findByRole("button", { name: "Send the code" });
  expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("anna@example.com");
  await user.click(screen.getByRole("button", { name: "Log in with the password" }));
  await screen.findByLabelText("Password");
});
