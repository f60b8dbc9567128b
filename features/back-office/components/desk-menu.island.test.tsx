import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { DeskMenu } from "./desk-menu.island.tsx";

const seen = vi.hoisted(() => ({ path: "/desk/reconciliation" }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => seen.path,
}));

/** Where the menu is scrolled to, and where its entry of the page stands in it, in px; the menu shows 400. */
const layout = { scrolled: 0, entryAt: 1_000 };

beforeEach(() => {
  seen.path = "/desk/reconciliation";
  Object.assign(layout, { scrolled: 0, entryAt: 1_000 });
  vi.spyOn(Element.prototype, "scrollTop", "get").mockImplementation(() => layout.scrolled);
  vi.spyOn(Element.prototype, "scrollTop", "set").mockImplementation((to) => {
    layout.scrolled = to;
  });
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    return this.tagName === "NAV"
      ? new DOMRect(0, 0, 200, 400)
      : new DOMRect(0, layout.entryAt - layout.scrolled, 200, 40);
  });
});
afterEach(() => vi.restoreAllMocks());

const makeMenu = () => <DeskMenu isReadyShopOpen isSoftwareSold />;
const renderMenu = () => renderIsland(makeMenu(), "en", messagesOf("en"));

test("the desk's menu shows the entry of the page when that lies beyond its edge", () => {
  renderMenu();
  expect(layout.scrolled).toBe(820);
});

test("a desk's menu that was scrolled before the page listened stays there", () => {
  layout.scrolled = 120;
  renderMenu();
  expect(layout.scrolled).toBe(120);
});

test("a desk's menu that shows the entry of the page already is not moved by the next page", () => {
  const { rerender } = renderMenu();
  layout.entryAt = 900;
  seen.path = "/desk/people";
  rerender(makeMenu());
  expect(layout.scrolled).toBe(820);
});
