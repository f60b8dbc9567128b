import { fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { KeyboardHelpButton } from "#features/site/components/keyboard-help-button.island.tsx";
import { KeyboardShortcuts } from "#features/site/components/keyboard-shortcuts.island.tsx";
import { useKeyboardHelp } from "#features/site/keyboard.client.ts";
import { locales } from "#lib/i18n/locales.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  useKeyboardHelp.setState({ isOpen: false });
});

function page(locale?: (typeof locales)[number]) {
  renderIsland(
    <>
      <input aria-label="search" data-service-search="" />
      <textarea aria-label="note" />
      <button type="button" data-buy="900">
        dear
      </button>
      <button type="button" data-buy="100" disabled>
        gone
      </button>
      <button type="button" data-buy="500">
        cheap
      </button>
      <KeyboardHelpButton className="" />
      <KeyboardShortcuts />
    </>,
    locale,
  );
}
const focused = () => document.activeElement;
const cheap = () => screen.getByRole("button", { name: "cheap" });

it("the keyboard goes to the search with / and to the cheapest button that can be pressed with b, and writes neither", async () => {
  page();
  await user.keyboard("b");
  expect(focused()).toBe(cheap());
  await user.keyboard("/");
  expect(focused()).toBe(screen.getByLabelText("search"));
  expect(screen.getByLabelText<HTMLInputElement>("search").value).toBe("");
});

it("the site leaves keys alone while somebody types and with a modifier", async () => {
  page();
  const note = screen.getByLabelText<HTMLTextAreaElement>("note");
  note.focus();
  await user.keyboard("/b?");
  expect(note.value).toBe("/b?");
  expect(focused()).toBe(note);
  note.blur();
  await user.keyboard("{Control>}b{/Control}{Alt>}b{/Alt}{Meta>}b{/Meta}");
  expect(focused()).toBe(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the site knows a letter by its place on a keyboard of another script", () => {
  page();
  fireEvent.keyDown(document.body, { key: "и", code: "KeyB" });
  expect(focused()).toBe(cheap());
});

it("the site lists its keys on ?, and the list can switch them off and on again from any page", async () => {
  page();
  await user.keyboard("?");
  await screen.findByRole("dialog", { name: "Keyboard shortcuts" }, { timeout: 10_000 });
  screen.getByText(/^To buy from the home page: \/, the first letters of the service, Enter, b, Enter/);
  await user.click(screen.getByRole("switch", { name: "Single keys as shortcuts" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  (focused() as HTMLElement).blur();
  await user.keyboard("b?");
  expect(focused()).toBe(document.body);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keyboard shortcuts" }));
  await user.click(await screen.findByRole("switch", { name: "Single keys as shortcuts" }));
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.keyboard("b");
  expect(focused()).toBe(cheap());
});

it.each(locales)("the help of the keyboard has all its words in %s", async (locale) => {
  page(locale);
  await user.keyboard("?");
  await screen.findByRole("dialog", {}, { timeout: 10_000 });
  expect(document.body.textContent).not.toContain("site.keyboard");
});
