import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { PlainLinks } from "#features/site/components/plain-links.island.tsx";

const push = vi.fn<(address: string) => void>();
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));
vi.mock("next-intl", () => ({ useLocale: () => "en" }));

beforeEach(() => {
  push.mockClear();
  window.history.replaceState(null, "", "/services");
});

/** Shows a link in a long list, presses it and says whether the browser was left to follow it. */
function press(link: Record<string, string>, keys: MouseEventInit = {}, isPlain = true): boolean {
  render(
    <div data-plain-links={isPlain ? "" : undefined}>
      <PlainLinks />
      <a href="/telegram" {...link}>
        <span>Telegram</span>
      </a>
    </div>,
  );
  let isLeft = false;
  const look = (event: MouseEvent) => {
    isLeft = !event.defaultPrevented;
    // There is no other page here to go to.
    event.preventDefault();
  };
  document.addEventListener("click", look, { once: true });
  fireEvent.click(screen.getByText("Telegram"), keys);
  return isLeft;
}

test("a press on a plain link in a long list opens its page without loading the site anew", () => {
  expect(press({ href: "/ru/telegram?country=indonesia#prices" })).toBe(false);
  expect(push.mock.calls).toEqual([["/ru/telegram?country=indonesia#prices"]]);
});

test.each([
  ["with a key that opens a tab of its own", {}, { ctrlKey: true }],
  ["with the middle button", {}, { button: 1 }],
  ["on a link to another site", { href: "https://example.com/telegram" }, {}],
  ["on a download", { href: "/files/list.csv", download: "" }, {}],
  ["on a link that opens a window", { target: "_blank" }, {}],
  ["on an address of the API", { href: "/api/v1/services" }, {}],
  ["on a place of the page that is open", { href: "/services#top" }, {}],
])("a press %s in a long list is left to the browser", (_, link, keys) => {
  expect(press(link as Record<string, string>, keys)).toBe(true);
  expect(push).not.toHaveBeenCalled();
});

test("what has followed a link already is not followed again by the listener of long lists", () => {
  render(
    <div data-plain-links="">
      <PlainLinks />
      <LocaleLink href="/telegram" onClick={(event) => event.preventDefault()}>
        Telegram
      </LocaleLink>
    </div>,
  );
  fireEvent.click(screen.getByText("Telegram"));
  expect(push).not.toHaveBeenCalled();
});

test("a link outside of long lists is left to itself", () => {
  expect(press({}, {}, false)).toBe(true);
  expect(push).not.toHaveBeenCalled();
});
