import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { openPage } from "#features/identity/identity.client.ts";
import { ConfirmEmail } from "#features/identity/sign-in-pages/confirm-email.island.tsx";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { RegistrationForm } from "#features/identity/sign-in-pages/registration-form.island.tsx";
import { RequestPasswordForm } from "#features/identity/sign-in-pages/request-password-form.island.tsx";
import { ResetPasswordForm } from "#features/identity/sign-in-pages/reset-password-form.island.tsx";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("#features/identity/identity.client.ts"), async (original) => ({
  ...(await original()),
  openPage: vi.fn(),
}));

const PASSWORD = "correct horse battery";
const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});

/** The real captcha answers its own address; everything else is up to the test. */
function withCaptcha(respond: (request: FakeRequest) => ReturnType<Parameters<typeof fakeApi>[0]>) {
  return fakeApi(async (request) => {
    if (request.path === "/auth/captcha") {
      return { status: 200, body: await proofOfWork.task(Number(request.query.level ?? 0)) };
    }
    return respond(request);
  });
}

function check(request: FakeRequest | undefined) {
  const captcha = (request?.body as { captcha?: string } | undefined)?.captcha ?? "";
  return proofOfWork.check(captcha, "192.0.2.1");
}

async function isSolved(request: FakeRequest | undefined): Promise<boolean> {
  return (await check(request)).isSolved;
}

const SENT = {
  status: 202,
  body: { status: "confirmation-sent", request: "r".repeat(43), resendSeconds: 60 },
} as const;

describe("registration", () => {
  const choosePassword = () => user.click(screen.getByRole("button", { name: "Set a password" }));
  const fill = async (values: { email?: string; password?: string; agree?: boolean }) => {
    if (values.email) await user.type(screen.getByLabelText("Email"), values.email);
    if (values.password) await user.type(screen.getByLabelText("Password"), values.password);
    if (values.agree) await user.click(screen.getByRole("checkbox"));
  };
  const send = () => user.click(screen.getByRole("button", { name: "Register" }));

  test("an empty form names every field in the spec's words and the first one gets the focus", async () => {
    const requests = withCaptcha(() => refusal(500, "SERVER_ERROR", "x"));
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    expect(screen.getAllByRole("textbox")).toHaveLength(1);
    await choosePassword();
    await send();
    expect(await screen.findAllByText("Required to fill in")).toHaveLength(2);
    expect(screen.getAllByText("Your agreement is needed")).toHaveLength(1);
    expect(screen.getByLabelText("Email")).toBe(document.activeElement);
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
    expect(requests.filter((request) => request.method === "POST")).toEqual([]);
  });

  test("a wrong address and a short password are told under their fields", async () => {
    withCaptcha(() => refusal(500, "SERVER_ERROR", "x"));
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    await choosePassword();
    await fill({ email: "anna@example", password: "short" });
    await send();
    await screen.findByText("Invalid email");
    screen.getByText("Minimum number of characters: 8");
  });

  test("an address and one agreement are sent with a solved captcha, and the code of the mail leads back", async () => {
    vi.mocked(openPage).mockClear();
    const requests = withCaptcha(({ path }) =>
      path === "/auth/registration"
        ? SENT
        : { status: 200, body: { status: "signed-in", expiresAt: "2026-11-22T12:00:00.000Z" } },
    );
    renderIsland(<RegistrationForm returnPath="/telegram?choice=tg.6.840" mailbox="/mailbox" />);
    await fill({ email: "anna@example.com", agree: true });
    await send();
    await screen.findByText(/We sent a message to anna@example.com/);
    const post = requests.find((request) => request.method === "POST");
    expect(post?.body).toMatchObject({
      email: "anna@example.com",
      agreePrivacy: true,
      agreeOffer: true,
      returnPath: "/telegram?choice=tg.6.840",
    });
    expect(post?.body).not.toHaveProperty("password");
    expect(await isSolved(post)).toBe(true);
    expect(screen.getByRole("link", { name: "Open the demo mailbox" }).getAttribute("href")).toBe("/mailbox");
    expect(screen.getByText("Check your email")).toBe(document.activeElement);
    await user.type(screen.getByLabelText("Code from the message"), "1234 5678");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(openPage).toHaveBeenCalledWith("/telegram?choice=tg.6.840"));
    expect(requests.at(-1)).toMatchObject({
      path: "/auth/login/mail-code",
      body: { request: SENT.body.request, code: "1234 5678" },
    });
  });

  test("an account with a second factor that registers again is asked for it after the code", async () => {
    withCaptcha(({ path }) =>
      path === "/auth/registration"
        ? SENT
        : { status: 200, body: { status: "second-factor", challenge: "c".repeat(43), hasPasskey: false } },
    );
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    await fill({ email: "anna@example.com", agree: true });
    await send();
    await user.type(await screen.findByLabelText("Code from the message"), "12345678");
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await screen.findByText("Enter the code");
  });

  test("a refusal about the password stands under it, in the API's words, and nothing typed is lost", async () => {
    withCaptcha(() =>
      refusal(400, "PASSWORD_TOO_COMMON", "This password is too easy to guess. Choose another one."),
    );
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    await choosePassword();
    await fill({ email: "anna@example.com", password: "password123", agree: true });
    await send();
    await screen.findByText("This password is too easy to guess. Choose another one.");
    await waitFor(() => expect(screen.getByLabelText("Password")).toBe(document.activeElement));
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("anna@example.com");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe("password123");
    expect((screen.getByRole("checkbox") as HTMLInputElement).checked).toBe(true);
  });

  test("a lost connection keeps the form, and the next try solves a new captcha", async () => {
    let isDown = true;
    const requests = withCaptcha(() => (isDown ? "offline" : SENT));
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    await fill({ email: "anna@example.com", agree: true });
    await send();
    await screen.findByText(/could not be reached/);
    isDown = false;
    await send();
    await screen.findByText(/We sent a message/);
    const answers = requests
      .filter((request) => request.method === "POST")
      .map(({ body }) => (body as { captcha: string }).captcha);
    expect(new Set(answers).size).toBe(2);
  });

  test("the form says so when the captcha cannot load, and goes on after a retry", async () => {
    let isDown = true;
    const requests = fakeApi(async (request) => {
      if (request.path !== "/auth/captcha") return SENT;
      return isDown ? "offline" : { status: 200, body: await proofOfWork.task(0) };
    });
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />);
    await screen.findByText(/robot check could not be loaded/);
    await fill({ email: "anna@example.com", agree: true });
    await send();
    await screen.findByText(/robot check could not be loaded/);
    expect(requests.filter((request) => request.method === "POST")).toEqual([]);
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText(/Robot check passed/);
    await send();
    await screen.findByText(/We sent a message/);
  });

  test.each([
    ["ru", "Зарегистрироваться", "Обязательно для заполнения"],
    ["cn", "注册", "必填项"],
    ["tr", "Kaydol", "Doldurulması zorunlu"],
    ["es", "Registrarse", "Campo obligatorio"],
    ["hi", "रजिस्टर करें", "भरना ज़रूरी है"],
  ] as const)("the form and its refusals are shown in %s", async (locale, button, required) => {
    withCaptcha(() => refusal(500, "SERVER_ERROR", "x"));
    renderIsland(<RegistrationForm returnPath={null} mailbox={null} />, locale);
    await user.click(screen.getByRole("button", { name: button }));
    expect(await screen.findAllByText(required)).toHaveLength(1);
  });
});

describe("login", () => {
  const signIn = async (email = "anna@example.com") => {
    await user.type(screen.getByLabelText("Email"), email);
    await user.type(screen.getByLabelText("Password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Log in" }));
  };

  test.each([
    ["en", "/profile/pay?service=52", "/profile/pay?service=52"],
    ["ru", "/telegram?choice=tg.6.840", "/ru/telegram?choice=tg.6.840"],
    ["hi", "/?choice=tg.6.840", "/hi?choice=tg.6.840"],
    ["ru", null, "/ru/profile"],
  ] as const)("a right password leads in %s to %s", async (locale, returnPath, opened) => {
    vi.mocked(openPage).mockClear();
    fakeApi(() => ({ status: 200, body: { status: "signed-in" } }));
    renderIsland(<LoginForm mailbox={null} returnPath={returnPath} />, locale);
    const text = (key: string) => translateMessage(locale, `identity.${key}`);
    await user.type(screen.getByLabelText(text("fields.email")), "anna@example.com");
    await user.type(screen.getByLabelText(text("fields.password")), PASSWORD);
    await user.click(screen.getByRole("button", { name: text("login.submit") }));
    await waitFor(() => expect(openPage).toHaveBeenCalledWith(opened));
  });

  test("the way back goes on over a forgotten password", () => {
    fakeApi(() => "offline");
    renderIsland(<LoginForm mailbox={null} returnPath="/profile/history?tab=incoming" />);
    expect(screen.getByRole("link", { name: "Forgot your password?" }).getAttribute("href")).toBe(
      "/request-password?goback=1&to=%2Fprofile%2Fhistory%3Ftab%3Dincoming",
    );
  });

  test("a return is promised only to who comes from somewhere", () => {
    fakeApi(() => "offline");
    const { unmount } = renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    expect(screen.queryByText(/You will return to where you were/)).toBeNull();
    unmount();
    renderIsland(<LoginForm mailbox={null} returnPath="/telegram" />);
    screen.getByText(/You will return to where you were/);
  });

  test("after three failures the captcha appears and its answer is sent", async () => {
    const requests = withCaptcha(() =>
      refusal(401, "LOGIN_FAILED", "Wrong email or password.", { captchaRequired: true }),
    );
    renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    await signIn();
    await screen.findByText("Wrong email or password.");
    expect((screen.getByLabelText("Password") as HTMLInputElement).value).toBe(PASSWORD);
    await screen.findByText(/Robot check passed/);
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(requests.filter((request) => request.method === "POST")).toHaveLength(2));
    expect(await isSolved(requests.findLast((request) => request.method === "POST"))).toBe(true);
  });

  test("whoever is told to wait may do harder work instead, and is told so", async () => {
    const requests = withCaptcha(() =>
      refusal(429, "TOO_MANY_ATTEMPTS", "Too many attempts. Try again in 1 minute.", {
        captchaRequired: true,
        workLevel: 3,
      }),
    );
    renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    await signIn();
    await screen.findByText("Too many attempts. Try again in 1 minute.");
    await screen.findByText(/No need to wait: send the form again/);
    await user.click(screen.getByRole("button", { name: "Log in" }));
    await waitFor(() => expect(requests.filter((request) => request.method === "POST")).toHaveLength(2));
    const sent = await check(requests.findLast((request) => request.method === "POST"));
    expect(sent).toMatchObject({ isSolved: true, level: 3 });
  });

  test("an unconfirmed address offers the link again", async () => {
    const requests = withCaptcha((request) =>
      request.path === "/auth/login"
        ? refusal(403, "EMAIL_NOT_CONFIRMED", "Confirm your email first")
        : { status: 202, body: { status: "confirmation-sent" } },
    );
    renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    await signIn();
    await user.click(await screen.findByRole("button", { name: "Send the link again" }));
    await screen.findByText(/a new link is on its way/);
    expect(requests.at(-1)).toMatchObject({
      path: "/auth/resend-confirmation",
      body: { email: "anna@example.com" },
    });
  });

  test("a contact left before signing in becomes a setting", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's own way to leave it
    document.cookie = "telegram_or_phone=@anna_s; path=/";
    const requests = fakeApi(() => ({ status: 200, body: {} }));
    renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    await signIn();
    await waitFor(() =>
      expect(requests.at(-1)).toMatchObject({
        method: "PUT",
        path: "/users/settings",
        body: { settings: { telegram: "@anna_s" } },
      }),
    );
    await waitFor(() => expect(document.cookie).not.toContain("telegram_or_phone"));
  });

  test("the password can be looked at and is hidden at first", async () => {
    fakeApi(() => "offline");
    renderIsland(<LoginForm mailbox={null} returnPath={null} />);
    const field = screen.getByLabelText("Password") as HTMLInputElement;
    expect(field.type).toBe("password");
    await user.click(screen.getByRole("button", { name: "Show password" }));
    expect(field.type).toBe("text");
  });
});

describe("a mailed link", () => {
  const token = "A".repeat(43);

  test("its token leaves the address bar at once and confirms the address", async () => {
    history.replaceState(null, "", `/signup/confirm-email?token=${token}`);
    const requests = fakeApi(() => ({
      status: 200,
      body: { status: "confirmed", returnPath: "/telegram?choice=tg.6.840", isSignedIn: false },
    }));
    renderIsland(<ConfirmEmail token={token} />);
    await screen.findByText("Your email is confirmed");
    expect(location.pathname + location.search).toBe("/signup/confirm-email");
    expect(requests).toMatchObject([{ path: "/auth/confirm-email", body: { token } }]);
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe(
      "/authorization?goback=1&to=%2Ftelegram%3Fchoice%3Dtg.6.840",
    );
  });

  test("in the browser that registered it leads back to where the newcomer was, signed in", async () => {
    vi.mocked(openPage).mockClear();
    fakeApi(() => ({
      status: 200,
      body: { status: "confirmed", returnPath: "/telegram?choice=tg.6.840", isSignedIn: true },
    }));
    renderIsland(<ConfirmEmail token={token} />);
    await screen.findByText("Your email is confirmed");
    await waitFor(() => expect(openPage).toHaveBeenCalledWith("/telegram?choice=tg.6.840"));
    expect(screen.queryByRole("link", { name: "Log in" })).toBeNull();
  });

  test("an old one says so and offers a new one, to whose button the focus goes with the address", async () => {
    fakeApi(() => refusal(400, "LINK_INVALID", "This link has expired or has already been used."));
    renderIsland(<ConfirmEmail token={token} />);
    await screen.findByText("The email was not confirmed");
    await user.type(screen.getByLabelText("Email"), "anna@example.com{Enter}");
    await waitFor(() => expect(screen.queryByLabelText("Email")).toBeNull());
    const resend = screen.getByRole("button", { name: "Send the link again" });
    await waitFor(() => expect(document.activeElement).toBe(resend.closest("[tabindex]")));
  });

  test("a new password is set, and the token is nowhere in the address", async () => {
    history.replaceState(null, "", `/confirm/${token}`);
    const requests = fakeApi(() => ({
      status: 200,
      body: { status: "password-changed", returnPath: "/faq" },
    }));
    renderIsland(<ResetPasswordForm token={token} />);
    expect(location.pathname).toBe("/confirm");
    await user.type(screen.getByLabelText("New password"), PASSWORD);
    await user.type(screen.getByLabelText("Repeat the password"), `${PASSWORD}x`);
    await user.click(screen.getByRole("button", { name: "Save password" }));
    await screen.findByText("Password does not match");
    await user.clear(screen.getByLabelText("Repeat the password"));
    await user.type(screen.getByLabelText("Repeat the password"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Save password" }));
    await screen.findByText("Password changed");
    expect(screen.getByRole("link", { name: "Log in" }).getAttribute("href")).toBe(
      "/authorization?goback=1&to=%2Ffaq",
    );
    expect(requests).toMatchObject([{ path: "/auth/reset-password", body: { token, password: PASSWORD } }]);
  });

  test("without a token the page says what it needs", () => {
    fakeApi(() => "offline");
    renderIsland(<ResetPasswordForm token={null} />);
    screen.getByText("This page needs the link from the email");
  });

  test("a request for a link tells nothing about the account", async () => {
    const requests = withCaptcha(() => ({ status: 202, body: { status: "link-sent" } }));
    renderIsland(<RequestPasswordForm returnPath="/telegram" mailbox={null} />);
    await user.type(screen.getByLabelText("Email"), "anna@example.com");
    await user.click(screen.getByRole("button", { name: "Send the link" }));
    await screen.findByText(
      "If anna@example.com has an account, a link to set a new password is on its way.",
    );
    expect(requests.at(-1)?.body).toMatchObject({ returnPath: "/telegram" });
  });
});
