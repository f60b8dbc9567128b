import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const press = (name: string) => user.click(screen.getByRole("button", { name }));
const expectFocus = (find: () => HTMLElement) => waitFor(() => expect(document.activeElement).toBe(find()));

/** Two forms that open in the place of their buttons; the second one's button does not come back. */
function Part() {
  const [opened, setOpened] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const frame = useFocusBack<HTMLDivElement>(opened);
  return (
    <>
      <div ref={frame}>
        <h2 tabIndex={-1}>The part</h2>
        {opened === null ? (
          <>
            <button type="button" data-focus-back="name" onClick={() => setOpened("name")}>
              Change the name
            </button>
            {isSent ? null : (
              <button type="button" data-focus-back="claim" onClick={() => setOpened("claim")}>
                Claim
              </button>
            )}
          </>
        ) : (
          <form>
            <input aria-label={opened} />
            <button type="button" onClick={() => setOpened(null)}>
              Cancel
            </button>
            <button
              type="button"
              onClick={() => {
                setSent(true);
                setOpened(null);
              }}
            >
              Send
            </button>
          </form>
        )}
      </div>
      <button type="button">Elsewhere</button>
    </>
  );
}

test("what opens in place of its button takes the focus into its first field, and gives it back to that button", async () => {
  renderIsland(<Part />);
  expect(document.activeElement).toBe(document.body);
  for (const [name, label] of [
    ["Claim", "claim"],
    ["Change the name", "name"],
  ] as const) {
    await press(name);
    await expectFocus(() => screen.getByLabelText(label));
    await press("Cancel");
    await expectFocus(() => screen.getByRole("button", { name }));
  }
});

test("the part's heading takes the focus where the button that opened a form does not come back", async () => {
  renderIsland(<Part />);
  await press("Claim");
  await press("Send");
  await expectFocus(() => screen.getByRole("heading", { name: "The part" }));
});

test("who has gone elsewhere before a form closes keeps the focus there", async () => {
  renderIsland(<Part />);
  await press("Claim");
  const elsewhere = screen.getByRole("button", { name: "Elsewhere" });
  elsewhere.focus();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByRole("button", { name: "Claim" });
  await new Promise((done) => setTimeout(done, 20));
  expect(document.activeElement).toBe(elsewhere);
});
