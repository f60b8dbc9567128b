import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { useToasts } from "#components/ui/toasts.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

beforeEach(() => useToasts.setState({ list: [] }));
afterEach(() => {
  Reflect.deleteProperty(navigator, "clipboard");
  Reflect.deleteProperty(document, "execCommand");
});

test("a text that the browser does not let copy is told as 'Copy error', never as copied", async () => {
  const clipboard = { writeText: () => Promise.reject(new Error("denied")) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  Object.defineProperty(document, "execCommand", { value: () => false, configurable: true });
  render(
    <CopyButton
      text="482135"
      label="Copy code"
      copiedLabel={translateMessage("en", "ui.copied")}
      failedLabel={translateMessage("en", "ui.copyFailed")}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy code" }));
  await waitFor(() =>
    expect(useToasts.getState().list).toMatchObject([{ type: "error", text: "Copy error" }]),
  );
  expect(screen.getByRole("status").textContent).toBe("");
});
