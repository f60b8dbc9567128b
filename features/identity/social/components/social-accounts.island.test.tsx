import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SocialAccounts } from "#features/identity/social/components/social-accounts.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

test("linking an account asks for the password with the focus in its field, and gives it back after Cancel", async () => {
  const providers = [
    { id: "google", name: "Google" },
    { id: "telegram", name: "Telegram" },
  ];
  fakeApi(() => ({ status: 200, body: { providers, accounts: [], hasPassword: true } }));
  renderIsland(<SocialAccounts />);
  await user.click(await screen.findByRole("button", { name: "Link Telegram" }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Password")));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Link Telegram" })),
  );
});
