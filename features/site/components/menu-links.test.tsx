import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Footer } from "#features/site/components/footer.tsx";
import { Header } from "#features/site/components/header.tsx";
import { MobileDrawer } from "#features/site/components/mobile-drawer.island.tsx";
import { type Menu, noMenus, type SiteMenus } from "#features/site/menus.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

vi.mock("server-only", () => ({}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/services",
}));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf } = await import("#lib/i18n/messages.ts");
  return {
    getTranslations: async (namespace: string) =>
      createTranslator({ locale: "ru", messages: messagesOf("ru"), namespace }),
  };
});

const link = (label: string, href: string) => ({ key: href, label, href, children: [] });
const help = {
  key: "help",
  label: "Помощь",
  href: null,
  children: [
    { key: "a", label: "Справка", href: "/guide" },
    { key: "b", label: "Статус", href: "https://status.smsden.test/" },
  ],
};
const menuOf = (title: string, entries: Menu["entries"], language: Locale = "ru"): Menu => ({
  title,
  language,
  entries,
});
const menus: SiteMenus = {
  header: menuOf("Верх", [link("Цены", "/prices"), help]),
  footer: [menuOf("Первое", [help]), menuOf("Second", [link("Prices", "/prices")], "en")],
  documents: menuOf("Бумаги", [link("Оферта", "/public-offer")]),
  social: [{ network: "x", url: "https://x.com/smsden", locale: null }],
};

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link", { hidden: true })
    .map((one) => [one.textContent, one.getAttribute("href")]);
const HELP_LINKS = [
  ["Справка", "/ru/guide"],
  ["Статус", "https://status.smsden.test/"],
];

beforeEach(() => {
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  return () => vi.unstubAllGlobals();
});

async function footerOf(shown: SiteMenus) {
  return Footer({
    locale: "ru",
    brand: "SMS Den",
    builtAt: undefined,
    socialLinks: [{ network: "vk", url: "https://vk.com/smsden", locale: null }],
    support: { email: "help@smsden.test", hours: undefined },
    paymentMarks: [],
    menus: shown,
  });
}

async function showHeader() {
  renderIsland(await Header({ locale: "ru", brand: "SMS Den", orders: null, menus }), "ru");
  return screen.getByRole("navigation", { name: "Главное меню" });
}

test("the bar at the top has the editors' menu in place of the product's own, with lists that open", async () => {
  const menu = await showHeader();
  expect(linksIn(menu)).toEqual([["Цены", "/ru/prices"], ...HELP_LINKS]);
  const list = menu.querySelector("details");
  expect(list?.open).toBe(false);
  await userEvent.click(within(menu).getByText("Помощь"));
  expect(list?.open).toBe(true);
});

test("an open list closes by Escape, which gives the focus back, by a press elsewhere and by one on its links", async () => {
  const menu = await showHeader();
  const list = menu.querySelector("details")!;
  const name = within(menu).getByText("Помощь");
  const open = () => {
    list.open = true;
  };
  open();
  await userEvent.keyboard("{Escape}");
  expect([list.open, document.activeElement]).toEqual([false, name]);
  open();
  await userEvent.click(list.querySelector("ul")!);
  expect(list.open).toBe(true);
  await userEvent.click(document.body);
  expect(list.open).toBe(false);
  open();
  const guide = within(list).getByRole("link", { name: "Справка" });
  guide.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(guide);
  expect(list.open).toBe(false);
});

test("the page's end has the editors' menus under their titles, and marks the one that is in English", async () => {
  renderIsland(await footerOf(menus), "ru");
  expect(linksIn(screen.getByRole("navigation", { name: "Первое" }))).toEqual(HELP_LINKS);
  const second = screen.getByRole("navigation", { name: "Second" });
  expect([second.lang, linksIn(second)]).toEqual(["en", [["Prices", "/ru/prices"]]]);
  expect(linksIn(screen.getByRole("navigation", { name: "Бумаги" }))).toEqual([
    ["Оферта", "/ru/public-offer"],
  ]);
  expect(linksIn(screen.getByRole("list", { name: "Социальные сети" }))).toEqual([
    ["X", "https://x.com/smsden"],
  ]);
  expect(screen.queryByRole("navigation", { name: "Продукт" })).toBeNull();
});

test("a phone's drawer shows every address of the editors' menus, and the product's own where there is none", () => {
  const { header, documents } = menus;
  const drawer = { brand: "SMS Den", sites: {}, open: true, onOpenChange: () => {} };
  const { unmount } = renderIsland(<MobileDrawer {...drawer} menus={{ header, documents }} />, "ru");
  const linksOf = (name: string) => linksIn(screen.getByRole("navigation", { name }));
  expect(linksOf("Главное меню")).toEqual([["Цены", "/ru/prices"], ...HELP_LINKS]);
  expect(linksOf("Документы")).toEqual([["Оферта", "/ru/public-offer"]]);
  unmount();
  renderIsland(<MobileDrawer {...drawer} menus={{ ...noMenus, documents }} />, "ru");
  expect(linksOf("Главное меню").length).toBeGreaterThan(4);
  expect(linksOf("Документы")).toEqual([["Оферта", "/ru/public-offer"]]);
});

describe("two hundred texts that would run a script", () => {
  /** A menu in which every name is made of one of them. */
  const menuWith = (wordsOf: (payload: string) => string): Menu =>
    menuOf(
      wordsOf("<script>alert(1)</script>"),
      xssPayloads.map((payload, at) => {
        const [key, label] = [String(at), wordsOf(payload)];
        const below = { key, label, href: "/guide", children: [] };
        return at % 2 ? below : { ...below, href: null, children: [below] };
      }),
    );
  const places: Readonly<Record<string, (menu: Menu) => ReactElement | Promise<ReactElement>>> = {
    "the bar at the top": (header) =>
      Header({ locale: "ru", brand: "SMS Den", orders: null, menus: { header, documents: header } }),
    "the page's end": (menu) =>
      footerOf({
        ...noMenus,
        footer: menu.entries.map(({ label }) => ({ ...menu, title: label })).slice(0, 9),
        documents: menu,
      }),
    "a phone's drawer": (header) => (
      <MobileDrawer
        brand="SMS Den"
        sites={{}}
        open
        onOpenChange={() => {}}
        menus={{ header, documents: header }}
      />
    ),
  };

  test.each(Object.keys(places))("stay texts in the editors' menus of %s", async (place) => {
    const shown = async (wordsOf: (payload: string) => string) => {
      const { unmount } = renderIsland(await places[place]!(menuWith(wordsOf)), "ru");
      const root = document.querySelector("header, footer, [role=dialog]") as HTMLElement;
      const [lines, text] = [skeletonOf(root), root.textContent ?? ""];
      unmount();
      return { lines, text };
    };
    const hostile = await shown((payload) => payload);
    for (const payload of xssPayloads) expect(hostile.text).toContain(payload);
    expect(hostile.lines).toEqual((await shown(() => "words")).lines);
  });
});
