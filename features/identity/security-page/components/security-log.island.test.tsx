import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { securityEventKinds } from "#features/identity/security-log/security-log.rules.ts";
import { SecurityLog } from "#features/identity/security-page/components/security-log.island.tsx";
import type { SecurityEventView } from "#features/identity/security-page/security-page.contract.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const event = (id: number, more: Partial<SecurityEventView> = {}): SecurityEventView => ({
  id,
  kind: "settingsChanged",
  what: "",
  amountKopecks: null,
  ip: "",
  userAgent: "",
  createdAt: "2026-11-20T10:00:00.000Z",
  ...more,
});
const LOGIN = event(2, {
  kind: "signedInByPassword",
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
});
const page = (events: SecurityEventView[], isMore = false) => ({ status: 200, body: { events, isMore } });
const lines = () => within(screen.getByRole("list", { name: "Security log" })).getAllByRole("listitem");

beforeEach(() => sessionStorage.clear());

describe("the security log on the screen", () => {
  test("says how, by which browser and from where somebody logged in, and what was withdrawn to where", async () => {
    const asked = event(1, { kind: "withdrawalAsked", what: "•••• 4242", amountKopecks: 123_456_789 });
    fakeApi(() => page([LOGIN, asked]));
    renderIsland(<SecurityLog />);
    await screen.findByText("Login with the password");
    expect(lines()[0]?.textContent).toContain("Firefox, Linux · 203.0.113.7");
    expect(lines()[1]?.textContent).toContain("Withdrawal requested");
    expect(lines()[1]?.textContent).toContain("•••• 4242");
    expect(lines()[1]?.textContent).toMatch(/1\s?234\s?567,89|1,234,567\.89/);
  });

  test("has words for nothing and for a failure, and goes on where a page ends", async () => {
    fakeApi(() => page([]));
    const empty = renderIsland(<SecurityLog />);
    await screen.findByText("Nothing has happened yet");
    empty.unmount();
    const asked = fakeApi(({ query }) => (query.before ? page([event(1)]) : page([event(2)], true)));
    renderIsland(<SecurityLog />);
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(asked.at(-1)?.query).toEqual({ before: "2" });
  });

  test("says what ends before it ends, and leads on to a new password afterwards", async () => {
    const asked = fakeApi(({ method }) =>
      method === "POST" ? { status: 200, body: { status: "secured" } } : page([LOGIN]),
    );
    renderIsland(<SecurityLog />);
    await user.click(await screen.findByRole("button", { name: "This was not me: Login with the password" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("revoke all API keys");
    expect(asked.filter(({ method }) => method === "POST")).toHaveLength(0);
    await user.click(within(dialog).getByRole("button", { name: "Secure my account" }));
    await screen.findByText("Now set a new password");
    expect(asked.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/users/security-events/not-me", body: { eventId: 2 } },
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("has the way out beside every kind of line but the one that says so already", async () => {
    const others = securityEventKinds.filter((kind) => kind !== "notMe");
    const asked = fakeApi(({ method }) =>
      method === "POST"
        ? { status: 200, body: { status: "secured" } }
        : page(securityEventKinds.map((kind, at) => event(at + 1, { kind }))),
    );
    renderIsland(<SecurityLog />);
    const ways = await screen.findAllByRole("button", { name: /^This was not me: ./ });
    expect(ways).toHaveLength(others.length);
    const words = messagesOf("en").identity as { securityLog: { kinds: Record<string, string> } };
    expect(ways.map((way) => way.getAttribute("aria-label"))).toEqual(
      others.map((kind) => `This was not me: ${words.securityLog.kinds[kind]}`),
    );
    await user.click(screen.getByRole("button", { name: "This was not me: Passkey added" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog.textContent).toContain("Passkey added");
    await user.click(within(dialog).getByRole("button", { name: "Secure my account" }));
    await screen.findByText("Now set a new password");
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      eventId: securityEventKinds.indexOf("passkeyAdded") + 1,
    });
  });

  test("keeps the question open with the reason where the press was refused", async () => {
    fakeApi(({ method }) =>
      method === "POST" ? refusal(404, "SECURITY_EVENT_NOT_FOUND", "It is not there.") : page([LOGIN]),
    );
    renderIsland(<SecurityLog />);
    await user.click(await screen.findByRole("button", { name: /This was not me:/ }));
    await user.click(await screen.findByRole("button", { name: "Secure my account" }));
    expect((await screen.findByRole("alert")).textContent).toBe("It is not there.");
  });
});
