import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

type Wish = { locale?: Locale; ready?: true };

async function openHelp(isRentOpen: boolean, { locale = "en", ready }: Wish = {}) {
  sessionStorage.clear();
  renderIsland(
    <ModeTabs
      {...{ title: "Numbers", lead: "Buy one", buy: <p>buying</p> }}
      {...{ isRentOpen, rubPerUsd: 80, pageServiceCode: null }}
      ready={ready ? <p>accounts</p> : null}
    />,
    locale,
  );
  const opener = screen.getByText("?");
  expect(opener.getAttribute("aria-haspopup")).toBe("dialog");
  fireEvent.click(opener);
  return screen.findByRole("dialog", { name: String(opener.getAttribute("aria-label")) });
}
const headings = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

test("the help tells how a number is received by a purchase, a search and a rent, with the product's figures", async () => {
  const dialog = await openHelp(true);
  expect(headings(dialog)).toEqual([
    "Buy: a number for one code",
    "Search: until a number appears",
    "Rent: a number for hours or weeks",
  ]);
  expect(dialog.textContent).toMatch(/within 20 minutes.*4 hours to 4 weeks.*cancel within 20 minutes/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the help tells how ready accounts are received to who is offered them", async () => {
  const dialog = await openHelp(false, { ready: true });
  expect(headings(dialog).slice(2)).toEqual(["Ready accounts: registered already"]);
  expect(dialog.textContent).toMatch(/My accounts.*claim an account that does not work/);
});

test("the help says nothing of rent to who is not offered it", async () => {
  expect(headings(await openHelp(false))).toHaveLength(2);
});

test.each(locales)("the help with getting a number has all its words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  const dialog = await openHelp(true, { locale, ready: true });
  expect(dialog.textContent).not.toMatch(/rentals\.|\bui\.|[{}]|undefined/);
  expect(dialog.textContent).toMatch(/20.*\b4\b.*\b4\b.*20/);
  expect(missing).not.toHaveBeenCalled();
});
