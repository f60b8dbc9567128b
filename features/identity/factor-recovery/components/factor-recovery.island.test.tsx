import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CancelRecovery } from "#features/identity/factor-recovery/components/cancel-recovery.island.tsx";
import { SecondFactor } from "#features/identity/second-factor/components/second-factor.island.tsx";
import { LoginCode } from "#features/identity/sign-in-pages/login-code.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const CHALLENGE = "c".repeat(43);
const END = "2026-12-05T10:00:00.000Z";
const click = async (name: string) => user.click(await screen.findByRole("button", { name }));

function renderCode(recovery: { endsAt: string | null } | null) {
  const onDone = vi.fn(async () => {});
  const asked = { challenge: CHALLENGE, hasPasskey: false, recovery };
  renderIsland(<LoginCode asked={asked} onDone={onDone} onBack={() => {}} />);
  return onDone;
}

test("who has lost app and codes reads what will happen, enters a mailed code, and learns when the wait ends", async () => {
  const asked = fakeApi(({ path, body }) => {
    if (path.endsWith("/code")) return { status: 202, body: { status: "code-sent" } };
    return (body as { code: string }).code === "1234 5678"
      ? { status: 200, body: { status: "waiting", endsAt: END } }
      : refusal(403, "MAIL_CODE_WRONG", "Wrong code.");
  });
  const onDone = renderCode({ endsAt: null });
  await click("I lost the app and backup codes");
  expect(await screen.findByText(/After 7 days you can log in/)).toBeDefined();
  expect(screen.queryByLabelText("Code from the message")).toBeNull();
  await click("Email me a code");
  await user.type(await screen.findByLabelText("Code from the message"), "0000 0000");
  await click("Confirm");
  expect(await screen.findByText("Wrong code.")).toBeDefined();
  await user.clear(screen.getByLabelText("Code from the message"));
  await user.type(screen.getByLabelText("Code from the message"), "1234 5678");
  await click("Confirm");
  expect(await screen.findByRole("heading", { name: "The wait has begun" })).toBeDefined();
  expect(screen.getByText(/From .*2026.* on you can log in here/)).toBeDefined();
  expect(asked.at(-1)).toMatchObject({
    path: "/auth/login/second-factor/recovery",
    body: { challenge: CHALLENGE, code: "1234 5678" },
  });
  expect(onDone).not.toHaveBeenCalled();
  await click("Back to the code");
  expect(await screen.findByRole("heading", { name: "Enter the code" })).toBeDefined();
});

test("who asks again reads when the wait ends, and after it the mailed code lets in", async () => {
  fakeApi(({ path }) =>
    path.endsWith("/code")
      ? { status: 202, body: { status: "code-sent" } }
      : { status: 200, body: { status: "signed-in", expiresAt: END } },
  );
  const onDone = renderCode({ endsAt: END });
  await click("I lost the app and backup codes");
  expect(await screen.findByText(/A request is running until .*2026/)).toBeDefined();
  await click("Email me a code");
  await user.type(await screen.findByLabelText("Code from the message"), "12345678");
  await click("Confirm");
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
});

test("a login that did not begin with the password says that a recovery takes one", async () => {
  renderCode(null);
  await click("I lost the app and backup codes");
  expect(await screen.findByText(/only after a login with the password/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Email me a code" })).toBeNull();
});

test("the security settings show a recovery that waits with its end, and one press cancels it", async () => {
  let endsAt: string | null = END;
  const asked = fakeApi(({ method }) => {
    if (method === "DELETE") endsAt = null;
    const view = { isEnabled: true, enabledAt: "2026-11-01T10:00:00.000Z", backupCodesLeft: 2 };
    const body = method === "DELETE" ? { status: "cancelled" } : { ...view, recoveryEndsAt: endsAt };
    return { status: 200, body };
  });
  renderIsland(<SecondFactor />);
  expect(await screen.findByText("Someone asked to turn two-factor authentication off")).toBeDefined();
  expect(screen.getByText(/It can be turned off from .*2026/)).toBeDefined();
  await click("Cancel the request");
  await waitFor(() =>
    expect(screen.queryByText("Someone asked to turn two-factor authentication off")).toBeNull(),
  );
  expect(asked.find(({ method }) => method === "DELETE")?.path).toBe("/auth/second-factor/recovery");
});

test("the mailed link cancels by a press alone, and says so, or that it works no more", async () => {
  const asked = fakeApi(({ body }) =>
    (body as { token: string }).token === "good"
      ? { status: 200, body: { status: "cancelled" } }
      : refusal(400, "LINK_INVALID", "This link has expired."),
  );
  const good = renderIsland(<CancelRecovery token="good" />);
  expect(asked).toEqual([]);
  await click("Cancel the request");
  expect(await screen.findByRole("heading", { name: "The request is cancelled." })).toBeDefined();
  expect(asked).toMatchObject([{ path: "/auth/cancel-recovery", body: { token: "good" } }]);
  good.unmount();
  renderIsland(<CancelRecovery token="old" />);
  await click("Cancel the request");
  expect(await screen.findByText(/has ended or was cancelled already/)).toBeDefined();
});
