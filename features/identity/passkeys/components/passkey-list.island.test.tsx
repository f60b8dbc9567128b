import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PasskeyList } from "#features/identity/passkeys/components/passkey-list.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const passkey = {
  ...{ id: 5, name: "Phone", isBackedUp: false },
  ...{ createdAt: "2026-11-20T10:00:00.000Z", lastUsedAt: null },
};
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()));
const button = (name: string) => () => screen.getByRole("button", { name });

beforeEach(() => vi.stubGlobal("PublicKeyCredential", class {}));
afterEach(() => vi.unstubAllGlobals());

test("the form of a new passkey takes the focus, and its button takes it back after Cancel", async () => {
  fakeApi(() => ({ status: 200, body: { passkeys: [passkey] } }));
  renderIsland(<PasskeyList />);
  await user.click(await screen.findByRole("button", { name: "Add a passkey" }));
  await expectFocus(() => screen.getByLabelText("Name of the passkey"));
  await press("Cancel");
  await expectFocus(button("Add a passkey"));
});

test("a cancelled step about a passkey leaves the focus on its button, and a removed passkey on the card's heading", async () => {
  let passkeys = [passkey];
  fakeApi(({ method }) => {
    if (method === "POST") passkeys = [];
    return { status: 200, body: method === "POST" ? { status: "removed" } : { passkeys } };
  });
  renderIsland(<PasskeyList />);
  await user.click(await screen.findByRole("button", { name: "Rename the passkey Phone" }));
  await press("Cancel");
  await expectFocus(button("Rename the passkey Phone"));
  await press("Remove the passkey Phone");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await press("Remove");
  await screen.findByText("No passkeys yet");
  await expectFocus(() => screen.getByRole("heading", { name: "Passkeys" }));
});
