import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ClosingTerms } from "#features/identity/closing/closing.contract.ts";
import { ClosingCard } from "#features/identity/closing/components/closing-card.island.tsx";
import { KeepAccount } from "#features/identity/closing/components/keep-account.island.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock(import("#features/identity/identity.client.ts"), async (original) => ({
  ...(await original()),
  openPage: vi.fn(),
}));

const user = userEvent.setup();
beforeEach(() => vi.mocked(openPage).mockClear());

const terms = (more: Partial<ClosingTerms> = {}) => ({
  status: 200,
  body: { hindrances: [], leftKopecks: 0, ...more },
});

async function open(hasPassword = true) {
  renderIsland(<ClosingCard hasPassword={hasPassword} />);
  await user.click(screen.getByRole("button", { name: "Close the account" }));
}

describe("the card that closes the account", () => {
  test("names what has to end first, and offers no way on", async () => {
    fakeApi(() => terms({ hindrances: ["orders", "withdrawals"] }));
    await open();
    await screen.findByText("Some things have to end first");
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Active numbers",
      "Withdrawals under way",
    ]);
    expect(screen.queryByRole("button", { name: "Close my account" })).toBeNull();
  });

  test("says what happens and asks for the password only after the rest was given up", async () => {
    const calls = fakeApi(({ method }) =>
      method === "POST"
        ? refusal(403, "PASSWORD_WRONG", "The password is wrong.")
        : terms({ leftKopecks: 123_456_789 }),
    );
    await open();
    const notice = await screen.findByText(/is left on your account/);
    expect(notice.textContent).toMatch(/1[\s,]?234[\s,]?567[.,]89/);
    expect(screen.getByText(/^For 14 days:/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Close my account" })).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: /^I give up/ }));
    await user.type(screen.getByLabelText("Password"), "wrong words");
    await user.click(screen.getByRole("button", { name: "Close my account" }));
    await screen.findByText("The password is wrong.");
    expect(calls.filter(({ method }) => method === "POST")).toMatchObject([
      { path: "/users/closing", body: { password: "wrong words", givenUpKopecks: 123_456_789 } },
    ]);
  });

  test("asks again where there is another amount by now", async () => {
    let left = 100;
    fakeApi(({ method }) => {
      if (method !== "POST") return terms({ leftKopecks: left });
      left = 200;
      return refusal(409, "BALANCE_CHANGED", "The balance has changed.");
    });
    await open();
    await user.click(await screen.findByRole("checkbox", { name: /^I give up/ }));
    await user.type(screen.getByLabelText("Password"), "the right words");
    await user.click(screen.getByRole("button", { name: "Close my account" }));
    await screen.findByText(/2[.,]00.*is left on your account/);
    expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
  });

  test("leads an account without a password to where it sets one", async () => {
    fakeApi(() => terms());
    await open(false);
    const link = await screen.findByRole("link", { name: "Set a password" });
    expect(link.getAttribute("href")).toBe("/request-password");
  });

  test("keeps the focus: on what closing means once it is opened, and on its button after Cancel", async () => {
    fakeApi(() => terms());
    await open();
    const meaning = await screen.findByText(/^For 14 days:/);
    await waitFor(() => expect(document.activeElement).toBe(meaning.closest("[tabindex]")));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close the account" })),
    );
  });

  test("opens the page with the way back when the account begins to close", async () => {
    fakeApi(({ method }) =>
      method === "POST" ? { status: 200, body: { endsAt: "2026-12-12T10:00:00.000Z" } } : terms(),
    );
    await open();
    await user.type(await screen.findByLabelText("Password"), "the right words");
    await user.click(screen.getByRole("button", { name: "Close my account" }));
    await waitFor(() => expect(openPage).toHaveBeenCalledWith("/authorization/closing"));
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the page of an account that is being closed", () => {
  test("keeps the account at a press and goes on to the settings", async () => {
    const calls = fakeApi(() => ({ status: 200, body: { status: "kept" } }));
    renderIsland(<KeepAccount endsAt="2026-12-12T10:00:00.000Z" />);
    expect(screen.getByText(/^It will be closed on/).textContent).toContain("12");
    await user.click(screen.getByRole("button", { name: "Keep my account" }));
    await waitFor(() => expect(openPage).toHaveBeenCalledWith("/profile/settings"));
    expect(calls).toMatchObject([{ method: "POST", path: "/auth/closing/keep" }]);
  });

  test("says why the account could not be kept", async () => {
    fakeApi(() => refusal(404, "CLOSING_NOT_FOUND", "This account is not being closed."));
    renderIsland(<KeepAccount endsAt="2026-12-12T10:00:00.000Z" />);
    await user.click(screen.getByRole("button", { name: "Keep my account" }));
    expect((await screen.findByRole("alert")).textContent).toContain("This account is not being closed.");
  });
});
