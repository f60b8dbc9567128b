import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { openPage } from "#features/identity/identity.client.ts";
import { SecondFactor } from "#features/identity/second-factor/components/second-factor.island.tsx";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("#features/identity/identity.client.ts"), async (original) => ({
  ...(await original()),
  openPage: vi.fn(),
}));

const user = userEvent.setup();
const OFF = { isEnabled: false, enabledAt: null, backupCodesLeft: 0 };
const ON = { isEnabled: true, enabledAt: "2026-11-21T10:00:00.000Z", backupCodesLeft: 2 };
const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const click = (name: string) => user.click(screen.getByRole("button", { name }));

test("it is turned on by password, picture and first code; the backup codes are shown until they are kept", async () => {
  let view = OFF as typeof ON | typeof OFF;
  const requests = fakeApi(({ path, body }) => {
    if (path.endsWith("/setup")) {
      return {
        status: 201,
        body: { seed: SEED, uri: "otpauth://totp/x", picture: "data:image/svg+xml;base64,AA==" },
      };
    }
    if (path.endsWith("/enable")) {
      if ((body as { code: string }).code !== "123 456") {
        return refusal(403, "SECOND_FACTOR_WRONG", "The code is not right.");
      }
      view = ON;
      return { status: 200, body: { backupCodes: ["abcd-efgh-ijkm-npqr", "2345-6789-abcd-efgh"] } };
    }
    return { status: 200, body: view };
  });
  renderIsland(<SecondFactor />);
  await user.click(await screen.findByRole("button", { name: "Turn on" }));
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await click("Continue");
  expect(await screen.findByRole("img", { name: /QR code/ })).toBeDefined();
  expect(screen.getByText("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")).toBeDefined();
  await user.type(screen.getByLabelText("Code"), "12345");
  await click("Turn on");
  expect(requests.some(({ path }) => path.endsWith("/enable"))).toBe(false);
  await user.type(screen.getByLabelText("Code"), "0");
  await click("Turn on");
  expect(await screen.findByText("The code is not right.")).toBeDefined();
  await user.clear(screen.getByLabelText("Code"));
  await user.type(screen.getByLabelText("Code"), "123 456");
  await click("Turn on");
  expect((await screen.findByTestId("backup-codes")).textContent).toBe(
    "abcd-efgh-ijkm-npqr2345-6789-abcd-efgh",
  );
  expect(requests.filter(({ path }) => path.endsWith("/enable")).at(-1)?.body).toEqual({ code: "123 456" });
  await click("I have saved them");
  expect(await screen.findByRole("button", { name: "New backup codes" })).toBeDefined();
});

test("turned on it says since when and how few backup codes are left; off takes password and code", async () => {
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path.endsWith("/disable") ? { status: "disabled" } : ON,
  }));
  renderIsland(<SecondFactor />);
  expect(await screen.findByText("On since 11-21-2026")).toBeDefined();
  expect(screen.getByText("2 backup codes left")).toBeDefined();
  await click("Turn off");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await user.type(screen.getByLabelText("Code"), "abcd-efgh-ijkm-npqr");
  await click("Turn off");
  await waitFor(() =>
    expect(requests.find(({ path }) => path.endsWith("/disable"))?.body).toEqual({
      password: "correct horse",
      code: "abcd-efgh-ijkm-npqr",
    }),
  );
});

test("the focus stays in the card: in each step's first field, on the codes, then on the heading, or on the button after Cancel", async () => {
  let view = OFF as typeof ON | typeof OFF;
  fakeApi(({ path }) => {
    if (path.endsWith("/setup")) {
      const picture = "data:image/svg+xml;base64,AA==";
      return { status: 201, body: { seed: SEED, uri: "otpauth://totp/x", picture } };
    }
    if (path.endsWith("/enable")) {
      view = ON;
      return { status: 200, body: { backupCodes: ["abcd-efgh-ijkm-npqr"] } };
    }
    return { status: 200, body: view };
  });
  const expectFocus = (find: () => Element | null) =>
    waitFor(() => expect(document.activeElement).toBe(find()));
  renderIsland(<SecondFactor />);
  await user.click(await screen.findByRole("button", { name: "Turn on" }));
  await expectFocus(() => screen.getByLabelText("Password"));
  await user.keyboard("correct horse{Enter}");
  await expectFocus(() => screen.getByLabelText("Code"));
  await user.keyboard("123 456{Enter}");
  await expectFocus(() => screen.getByTestId("backup-codes").closest("[tabindex]"));
  await click("I have saved them");
  await expectFocus(() => screen.getByRole("heading", { level: 2 }));
  await click("Turn off");
  await expectFocus(() => screen.getByLabelText("Password"));
  await click("Cancel");
  await expectFocus(() => screen.getByRole("button", { name: "Turn off" }));
});

test("a login with a second factor asks for the code, says when it is wrong, and goes back to the password", async () => {
  const requests = fakeApi(({ path }) =>
    path === "/auth/login"
      ? {
          status: 200,
          body: {
            status: "second-factor",
            challenge: "c".repeat(43),
            hasPasskey: false,
            expiresAt: "2026-11-21T10:00:00Z",
          },
        }
      : refusal(403, "SECOND_FACTOR_WRONG", "The code is not right."),
  );
  renderIsland(<LoginForm mailbox={null} returnPath={null} />);
  await user.type(screen.getByLabelText("Email"), "anna@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await click("Log in");
  expect(await screen.findByRole("heading", { name: "Enter the code" })).toBeDefined();
  const field = screen.getByLabelText("Code");
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  await user.type(field, "111111");
  await click("Confirm");
  expect(await screen.findByText("The code is not right.")).toBeDefined();
  expect(requests.at(-1)).toMatchObject({
    path: "/auth/login/second-factor",
    body: { challenge: "c".repeat(43), code: "111111" },
  });
  await click("Back to the password");
  expect(within(document.body).getByLabelText("Email")).toBeDefined();
});

test("the code's step leads on to where the visitor was", async () => {
  fakeApi(({ path }) => ({
    status: 200,
    body:
      path === "/auth/login"
        ? {
            status: "second-factor",
            challenge: "c".repeat(43),
            hasPasskey: false,
            expiresAt: "2026-11-21T10:00:00Z",
          }
        : { status: "signed-in", expiresAt: "2026-11-21T10:00:00Z" },
  }));
  renderIsland(<LoginForm mailbox={null} returnPath="/profile/history?tab=incoming" />);
  await user.type(screen.getByLabelText("Email"), "anna@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await click("Log in");
  await user.type(await screen.findByLabelText("Code"), "111111");
  await click("Confirm");
  await waitFor(() => expect(openPage).toHaveBeenCalledWith("/profile/history?tab=incoming"));
});
