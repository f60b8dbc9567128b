import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import type { Me } from "#features/identity/identity.contract.ts";
import { NoticesForm } from "#features/identity/settings/components/notices-form.island.tsx";
import { PasswordForm } from "#features/identity/settings/components/password-form.island.tsx";
import { ProfileForm } from "#features/identity/settings/components/profile-form.island.tsx";
import { SessionList } from "#features/identity/settings/components/session-list.island.tsx";
import { SettingsFrame } from "#features/identity/settings/components/settings-frame.tsx";
import { givenMe as me } from "#features/identity/settings/me.factory.ts";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

/** Answers who is signed in by itself; everything else is up to the test. */
function withMe(now: () => Me, respond: (request: FakeRequest) => ReturnType<Parameters<typeof fakeApi>[0]>) {
  return fakeApi((request) =>
    request.path === "/users/me" ? { status: 200, body: now() } : respond(request),
  );
}

const toasts = () => useToasts.getState().list.map(({ type, text, detail }) => ({ type, text, detail }));
const click = (name: string) => user.click(screen.getByRole("button", { name }));

beforeEach(() => useToasts.setState({ list: [] }));

const puts = (requests: FakeRequest[]) => requests.filter(({ method }) => method === "PUT");

describe("profile and notices", () => {
  test("the profile saves what was changed of itself alone, and it is said", async () => {
    const saved = me("Anna B", { language: "tr" });
    let current = me();
    const requests = withMe(
      () => current,
      () => {
        current = saved;
        return { status: 200, body: saved };
      },
    );
    renderIsland(<ProfileForm initial={me()} />);
    await user.clear(screen.getByLabelText("Name"));
    await user.type(screen.getByLabelText("Name"), "Anna B");
    await user.selectOptions(screen.getByLabelText("Language"), "tr");
    await click("Save");
    await waitFor(() =>
      expect(toasts()).toEqual([{ type: "success", text: "Settings changed", detail: undefined }]),
    );
    expect(puts(requests)).toMatchObject([
      { path: "/users/settings", body: { settings: { name: "Anna B", language: "tr" } } },
    ]);
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Anna B");
  });

  test("the profile shows telegram or phone and the phone number, and saves both with it", async () => {
    const requests = withMe(
      () => me("Anna", { telegram: "@anna_s" }),
      () => ({ status: 200, body: me("Anna", { telegram: null, phone: "+14155552671" }) }),
    );
    renderIsland(<ProfileForm initial={me("Anna", { telegram: "@anna_s" })} />);
    const contact = screen.getByLabelText("Telegram or phone") as HTMLInputElement;
    expect(contact.value).toBe("@anna_s");
    screen.getByText(/we do not use it for anything yet, so it is not confirmed/i);
    await user.clear(contact);
    await user.type(contact, "no contact at all!");
    await user.type(screen.getByLabelText("Phone number"), "4155552671");
    await click("Save");
    await screen.findByText("Enter @name, a t.me link or a phone number");
    await screen.findByText("Enter the number with its country code, such as +14155552671");
    expect(puts(requests)).toEqual([]);
    await user.clear(contact);
    await user.clear(screen.getByLabelText("Phone number"));
    await user.type(screen.getByLabelText("Phone number"), "+1 (415) 555-2671");
    await click("Save");
    await waitFor(() => expect(puts(requests)).toHaveLength(1));
    expect(puts(requests)).toMatchObject([
      { body: { settings: { telegram: null, phone: "+1 (415) 555-2671" } } },
    ]);
    await waitFor(() =>
      expect((screen.getByLabelText("Phone number") as HTMLInputElement).value).toBe("+14155552671"),
    );
  });

  test("the notices save what was changed of themselves alone, the comma of an amount too", async () => {
    const saved = me("Anna", { sound_on_code: false, lower_balance_threshold: "99.50" });
    const requests = withMe(
      () => (puts(requests).length > 0 ? saved : me()),
      () => ({ status: 200, body: saved }),
    );
    renderIsland(<NoticesForm initial={me()} />);
    await user.type(screen.getByLabelText(/Low balance/), "99,50");
    await user.click(screen.getByRole("switch", { name: "Sound when a code arrives" }));
    await click("Save");
    await waitFor(() =>
      expect(toasts()).toEqual([{ type: "success", text: "Settings changed", detail: undefined }]),
    );
    const settings = {
      lower_balance_threshold: "99.50",
      sound_on_code: false,
      info_on_active_purchases: true,
    };
    expect(puts(requests).map(({ body }) => body)).toEqual([{ settings }]);
    expect((screen.getByLabelText(/Low balance/) as HTMLInputElement).value).toBe("99.50");
  });

  test("what is typed while the settings are being saved stays in its field, and is saved by the next press", async () => {
    const saved = me("Anna B", { phone: "+14155552671" });
    let answer = () => {};
    const requests = withMe(
      () => (puts(requests).length > 0 ? saved : me()),
      () => new Promise((resolve) => (answer = () => resolve({ status: 200, body: saved }))),
    );
    renderIsland(<ProfileForm initial={me()} />);
    const name = screen.getByLabelText("Name") as HTMLInputElement;
    const telegram = screen.getByLabelText("Telegram or phone") as HTMLInputElement;
    await user.clear(name);
    await user.type(name, "Anna B");
    await user.type(screen.getByLabelText("Phone number"), "+1 415 555-2671");
    await click("Save");
    await waitFor(() => expect(puts(requests)).toHaveLength(1));
    await user.type(telegram, "@anna_b");
    await user.type(name, "C");
    answer();
    await waitFor(() => expect(toasts()).toMatchObject([{ text: "Settings changed" }]));
    const phone = screen.getByLabelText("Phone number") as HTMLInputElement;
    await waitFor(() => expect(phone.value).toBe("+14155552671"));
    expect([name.value, telegram.value]).toEqual(["Anna BC", "@anna_b"]);
    await click("Save");
    await waitFor(() => expect(puts(requests)).toHaveLength(2));
    const settings = { name: "Anna BC", telegram: "@anna_b", phone: "+14155552671" };
    expect(puts(requests)[1]).toMatchObject({ body: { settings } });
  });

  test("an empty name and an amount that is none are told under their fields, and nothing is sent", async () => {
    const requests = withMe(
      () => me(),
      () => refusal(500, "SERVER_ERROR", "x"),
    );
    const profile = renderIsland(<ProfileForm initial={me()} />);
    await user.clear(screen.getByLabelText("Name"));
    await click("Save");
    await screen.findByText("Required to fill in");
    expect(screen.getByLabelText("Name")).toBe(document.activeElement);
    profile.unmount();
    renderIsland(<NoticesForm initial={me()} />);
    await user.type(screen.getByLabelText(/Low balance/), "much");
    await click("Save");
    await screen.findByText("Enter an amount such as 100 or 99,50");
    expect(puts(requests)).toEqual([]);
  });

  test("a refusal and a fault are told apart, and what was typed stays", async () => {
    let answer = refusal(400, "VALIDATION", "Not like this.");
    withMe(
      () => me(),
      () => answer,
    );
    renderIsland(<ProfileForm initial={me()} />);
    await user.type(screen.getByLabelText("Name"), " B");
    await click("Save");
    await waitFor(() =>
      expect(toasts()[0]).toEqual({
        type: "error",
        text: "Error changing settings",
        detail: "Not like this.",
      }),
    );
    answer = refusal(503, "SERVICE_UNAVAILABLE", "x");
    await click("Save");
    await waitFor(() =>
      expect(toasts()[0]).toEqual({ type: "error", text: "Update error", detail: "req-1" }),
    );
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Anna B");
  });
});

describe("password", () => {
  const fill = async (current: string, next: string, repeated: string) => {
    await user.type(screen.getByLabelText("Current password"), current);
    await user.type(screen.getByLabelText("New password"), next);
    await user.type(screen.getByLabelText("Repeat the password"), repeated);
    await click("Change the password");
  };

  test("a wrong current password is told under it; then it is changed and the fields are empty", async () => {
    let isWrong = true;
    const requests = fakeApi(() =>
      isWrong
        ? refusal(400, "PASSWORD_WRONG", "The current password is wrong.")
        : { status: 200, body: { status: "password-changed" } },
    );
    renderIsland(<PasswordForm />);
    await fill("guess", "another good phrase", "another good phrase");
    await screen.findByText("The current password is wrong.");
    await waitFor(() => expect(screen.getByLabelText("Current password")).toBe(document.activeElement));
    isWrong = false;
    await click("Change the password");
    await waitFor(() => expect(toasts()[0]).toMatchObject({ type: "success", text: "Settings changed" }));
    expect(requests.at(-1)).toMatchObject({
      method: "PUT",
      path: "/users/password",
      body: {
        currentPassword: "guess",
        password: "another good phrase",
        endKeys: false,
        endWebhooks: false,
        endPasskeysAndLinks: false,
      },
    });
    expect((screen.getByLabelText("New password") as HTMLInputElement).value).toBe("");
  });

  test("passkeys and linked accounts end with it when that is chosen", async () => {
    const requests = fakeApi(() => ({ status: 200, body: { status: "password-changed" } }));
    renderIsland(<PasswordForm />);
    await user.click(screen.getByLabelText("Remove all passkeys and linked accounts"));
    await fill("old one", "another good phrase", "another good phrase");
    await waitFor(() =>
      expect(requests.at(-1)?.body).toMatchObject({ endPasskeysAndLinks: true, endKeys: false }),
    );
  });

  test("keys and webhooks end with it when that is chosen", async () => {
    const requests = fakeApi(() => ({ status: 200, body: { status: "password-changed" } }));
    renderIsland(<PasswordForm />);
    await user.click(screen.getByLabelText("Revoke all API keys"));
    await user.click(screen.getByLabelText("Turn all webhooks off"));
    await fill("old one", "another good phrase", "another good phrase");
    await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ endKeys: true, endWebhooks: true }));
  });

  test("short and different passwords are told before anything is sent", async () => {
    const requests = fakeApi(() => refusal(500, "SERVER_ERROR", "x"));
    renderIsland(<PasswordForm />);
    await fill("old one", "short", "shorter");
    await screen.findByText("Minimum number of characters: 8");
    screen.getByText("Passwords do not match");
    expect(requests).toEqual([]);
  });
});

test.each([
  ["en", "email"],
  ["ru", "письмо"],
  ["cn", "邮件"],
  ["tr", "e-posta"],
  ["es", "correo"],
  ["hi", "ईमेल"],
] as const)("in %s the threshold's hint tells of the mail that is sent", (locale, mail) => {
  fakeApi(() => "offline");
  renderIsland(<NoticesForm initial={me()} />, locale);
  expect(document.getElementById("threshold-hint")?.textContent).toContain(mail);
});

test("each part of the settings is an address of its own, and the row of parts names the one shown", () => {
  renderIsland(<SettingsFrame here="security">below</SettingsFrame>);
  const row = within(screen.getByRole("navigation", { name: "Parts of the settings" }));
  const links = row.getAllByRole("link");
  expect(links.map((link) => `${link.textContent} ${link.getAttribute("href")}`)).toEqual([
    "Profile /profile/settings",
    "Security /profile/settings/security",
    "API /profile/settings/api",
    "Notifications /profile/settings/notifications",
  ]);
  expect(links.filter((link) => link.getAttribute("aria-current") === "page")).toEqual([links[1]]);
});

describe("sessions", () => {
  const session = (id: number, userAgent: string, isCurrent: boolean) => ({
    id,
    ip: `192.0.2.${id}`,
    userAgent,
    createdAt: "2026-11-20T10:00:00.000Z",
    lastSeenAt: "2026-11-21T10:00:00.000Z",
    expiresAt: "2027-01-19T10:00:00.000Z",
    isCurrent,
  });

  test("each is named, this one cannot be ended, another can", async () => {
    let list = [
      session(1, "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", true),
      session(2, "curl/8.5", false),
    ];
    const requests = fakeApi(({ method }) => {
      if (method === "DELETE") list = list.slice(0, 1);
      return {
        status: 200,
        body: method === "DELETE" ? { status: "ended" } : { sessions: list, isMore: false },
      };
    });
    renderIsland(<SessionList />);
    const own = (await screen.findByText("Firefox, Linux")).closest("li") as HTMLElement;
    within(own).getByText("This device");
    within(own).getByText(/192\.0\.2\.1, last used/);
    within(own).getByTitle(/^11-21-2026 /);
    expect(within(own).queryByRole("button")).toBeNull();
    await click("End the session on Unknown device");
    await waitFor(() => expect(screen.queryByText("Unknown device")).toBeNull());
    expect(requests.some(({ method, path }) => method === "DELETE" && path === "/auth/sessions/2")).toBe(
      true,
    );
    expect(screen.queryByRole("button", { name: "Log out everywhere else" })).toBeNull();
  });

  test("old ones come when they are asked for, from where the list ended", async () => {
    const pages = {
      first: { sessions: [session(30, "", true), session(29, "curl/8.5", false)], isMore: true },
      second: { sessions: [session(12, "Wget/1.21", false)], isMore: false },
    };
    fakeApi(({ query }) => ({ status: 200, body: query.before === "29" ? pages.second : pages.first }));
    renderIsland(<SessionList />);
    await screen.findByText(/192\.0\.2\.29/);
    await click("Show more");
    await screen.findByText(/192\.0\.2\.12/);
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("a list that cannot be read says so and can be asked for again", async () => {
    let isDown = true;
    fakeApi(() =>
      isDown
        ? refusal(503, "SERVICE_UNAVAILABLE", "Come back later.")
        : { status: 200, body: { sessions: [session(1, "", true)], isMore: false } },
    );
    renderIsland(<SessionList />);
    await screen.findByText("Come back later.");
    isDown = false;
    await click("Retry");
    await screen.findByText("This device");
  });
});
