import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { RegistrationForm } from "#features/identity/sign-in-pages/registration-form.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

const passSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });

/** Registers an address; `resend` answers who asks for the mail again. */
async function register(email: string, resend: () => ReturnType<Parameters<typeof fakeApi>[0]>) {
  const requests = fakeApi(async ({ path }) => {
    if (path === "/auth/captcha") return { status: 200, body: await proofOfWork.task(0) };
    if (path === "/auth/resend-confirmation") return resend();
    return {
      status: 202,
      body: { status: "confirmation-sent", request: "r".repeat(43), resendSeconds: 60 },
    };
  });
  renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: email } });
  fireEvent.click(screen.getByRole("checkbox"));
  fireEvent.click(screen.getByRole("button", { name: "Register" }));
  await screen.findByText(`We sent a message to ${email}.`, { exact: false });
  return requests;
}

test("the mail is asked for again when the server's wait is counted down, and then after the next wait", async () => {
  const requests = await register("anna@example.com", () => ({
    status: 202,
    body: { status: "confirmation-sent", resendSeconds: 120 },
  }));
  expect((await button(/^Send again in (01:00|00:5\d)$/)).disabled).toBe(true);
  await passSeconds(61);
  const again = await button("Send again");
  expect(again.disabled).toBe(false);
  fireEvent.click(again);
  await screen.findByText("The message is on its way again. Only its new code and link work.");
  expect((await button(/^Send again in (02:00|01:5\d)$/)).disabled).toBe(true);
  const posts = requests.filter(({ path }) => path === "/auth/resend-confirmation");
  expect(posts.map(({ body }) => body)).toMatchObject([{ email: "anna@example.com" }]);
});

test("a refusal that only time opens is told by the seconds on the button alone", async () => {
  await register("anna@example.com", () => refusal(429, "TOO_MANY_ATTEMPTS", "Wait.", { seconds: 300 }));
  await passSeconds(61);
  fireEvent.click(await button("Send again"));
  expect((await button(/^Send again in (05:00|04:5\d)$/)).disabled).toBe(true);
  expect(screen.queryByText("Wait.")).toBeNull();
});

test("who mistyped the address changes it in the form, which holds all that was sent", async () => {
  await register("ana@example.com", () => refusal(500, "SERVER_ERROR", "x"));
  fireEvent.click(await button("Change the address"));
  const field = screen.getByLabelText<HTMLInputElement>("Email");
  expect(field.value).toBe("ana@example.com");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect((screen.getByRole("checkbox") as HTMLInputElement).checked).toBe(true);
  fireEvent.change(field, { target: { value: "anna@example.com" } });
  fireEvent.click(screen.getByRole("button", { name: "Register" }));
  await screen.findByText("We sent a message to anna@example.com.", { exact: false });
});
