import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ErrorPage } from "#features/site/components/error-page.island.tsx";
import { FailureView } from "#features/site/components/failure-view.tsx";
import { Footer } from "#features/site/components/footer.tsx";
import { Header } from "#features/site/components/header.tsx";
import { MobileDrawer } from "#features/site/components/mobile-drawer.island.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { noMenus } from "#features/site/menus.rules.ts";
import { documentLinks, mainMenu } from "#features/site/navigation.rules.ts";
import { ApiProblem } from "#lib/api/browser-client.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { parseSocialLinks } from "#lib/i18n/social-links.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const page = vi.hoisted(() => ({ locale: "en", pathname: "/services" }));
vi.mock("server-only", () => ({}));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => page.pathname,
  useRouter: () => ({ push: () => {} }),
}));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf: textsOf } = await import("#lib/i18n/messages.ts");
  return {
    getTranslations: async (namespace: string) =>
      createTranslator({ locale: page.locale, messages: textsOf(page.locale as Locale), namespace }),
  };
});

/** A text of a language, by its key. */
function textOf(locale: Locale, key: string): string {
  let at: unknown = messagesOf(locale);
  for (const part of key.split(".")) at = (at as Record<string, unknown>)[part];
  return String(at);
}

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link")
    .map((link) => [link.textContent, link.getAttribute("href")]);
const menuOf = (locale: Locale) =>
  mainMenu.map(({ href, key }) => [textOf(locale, `site.nav.${key}`), localizedPath(locale, href)]);

beforeEach(() => {
  page.locale = "en";
  page.pathname = "/services";
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.theme;
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

const footer = (locale: Locale, social = "", hours: string | null = "09:00–21:00") => {
  page.locale = locale;
  return Footer({
    locale,
    brand: "SMS Den",
    builtAt: "2026-11-28T00:05:00.000Z",
    socialLinks: parseSocialLinks(social)!,
    support: { email: "help@smsden.test", hours: hours ?? undefined },
    paymentMarks: [{ mark: "/icons/payments/card.svg", name: "Bank card" }],
    menus: noMenus,
  });
};

describe("the page's end", () => {
  test.each(locales)("in %s has the menu, the documents and when this version was built", async (locale) => {
    renderIsland(await footer(locale), locale);
    const menu = screen.getByRole("navigation", { name: textOf(locale, "site.footer.product") });
    expect(linksIn(menu)).toEqual([
      ...menuOf(locale),
      [textOf(locale, "site.footer.partners"), localizedPath(locale, "/partner-program")],
      [textOf(locale, "site.footer.feedback"), localizedPath(locale, "/feedback")],
    ]);
    const documents = screen.getByRole("navigation", { name: textOf(locale, "site.footer.documents") });
    expect(linksIn(documents)).toEqual(
      documentLinks.map(({ href, key }) => [
        textOf(locale, `content.${key}.title`),
        localizedPath(locale, href),
      ]),
    );
    expect(document.querySelector("time")?.dateTime).toBe("2026-11-28T00:05:00.000Z");
    expect(screen.getByText(textOf(locale, "site.footer.legal").replace("{brand}", "SMS Den"))).toBeTruthy();
  });

  test("shows the marks of the ways to pay with their names, and where and when help is asked for", async () => {
    renderIsland(await footer("en"));
    const marks = screen.getByRole("list", { name: "Payment methods" });
    expect(within(marks).getByRole("img", { name: "Bank card" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "help@smsden.test" }).getAttribute("href")).toBe(
      "mailto:help@smsden.test",
    );
    expect(screen.getByText("Every day 09:00–21:00 UTC")).toBeTruthy();
  });

  test("says nothing of hours where the operator has set none", async () => {
    renderIsland(await footer("en", "", null));
    expect(screen.getByRole("link", { name: "help@smsden.test" })).toBeTruthy();
    expect(screen.queryByText(/UTC/, { selector: "span" })).toBeNull();
  });

  test("leads to the operator's social pages with mark and name, and has no list where none is set", async () => {
    const { unmount } = renderIsland(
      await footer("ru", "telegram=https://t.me/smsden,vk=https://vk.com/smsden"),
      "ru",
    );
    const list = screen.getByRole("list", { name: "Социальные сети" });
    expect(linksIn(list)).toEqual([
      ["Telegram", "https://t.me/smsden"],
      ["VK", "https://vk.com/smsden"],
    ]);
    for (const link of within(list).getAllByRole("link")) {
      expect(link.getAttribute("rel")).toBe("noopener noreferrer");
      expect(link.querySelector("svg path")?.getAttribute("d")).toMatch(/^m/i);
    }
    unmount();
    renderIsland(await footer("ru"), "ru");
    expect(screen.queryByRole("list", { name: "Социальные сети" })).toBeNull();
  });
});

describe("the bar at the top", () => {
  async function showHeader(locale: Locale = "en") {
    page.locale = locale;
    renderIsland(await Header({ locale, brand: "SMS Den", orders: null, menus: noMenus }), locale);
  }

  test.each(locales)("in %s has the menu, and this page in every language", async (locale) => {
    await showHeader(locale);
    const menu = screen.getByRole("navigation", { name: textOf(locale, "site.nav.main") });
    expect(linksIn(menu)).toEqual(menuOf(locale));
    for (const href of ["/services", "/countries"])
      expect(linksIn(menu).map(([, address]) => address)).toContain(localizedPath(locale, href));
    for (const option of locales) {
      const link = screen.getByRole("link", { name: localeFacts[option].name, hidden: true });
      expect(link.getAttribute("href")).toBe(localizedPath(option, "/services"));
      expect(link.getAttribute("aria-current")).toBe(option === locale ? "true" : null);
    }
  });

  test("changes the currency at once and keeps it", async () => {
    await showHeader();
    const choice = within(screen.getByRole("group", { name: "Currency of prices" }));
    await userEvent.click(choice.getByRole("button", { name: "Roubles" }));
    expect(choice.getByRole("button", { pressed: true }).textContent).toContain("Roubles");
    expect([document.documentElement.dataset.currency, cookie.get("currency")]).toEqual(["rub", "rub"]);
  });

  test("turns dark and light again, and keeps what was chosen", async () => {
    await showHeader();
    for (const theme of ["dark", "light"]) {
      await userEvent.click(screen.getByRole("button", { name: "Switch between light and dark" }));
      expect([document.documentElement.dataset.theme, cookie.get("theme")]).toEqual([theme, theme]);
    }
  });

  test("opens the search over the page and the drawer of phones with one press each", async () => {
    await showHeader();
    for (const [button, dialog] of [
      ["Search the site", "Search"],
      ["Open menu", "SMS Den"],
    ] as const) {
      await userEvent.click(screen.getByRole("button", { name: button }));
      await screen.findByRole("dialog", { name: dialog });
      await userEvent.keyboard("{Escape}");
    }
  });
});

test.each(locales)("in %s a phone's drawer has menu, currency, theme, languages and documents", (locale) => {
  renderIsland(<MobileDrawer brand="SMS Den" sites={{}} open onOpenChange={() => {}} />, locale);
  const drawer = screen.getByRole("dialog", { name: "SMS Den" });
  const inDrawer = within(drawer);
  const menu = inDrawer.getByRole("navigation", { name: textOf(locale, "site.nav.main") });
  expect(linksIn(menu)).toEqual(menuOf(locale));
  expect(inDrawer.getByRole("group", { name: textOf(locale, "site.currency.label") })).toBeTruthy();
  expect(inDrawer.getByRole("button", { name: textOf(locale, "site.theme.toggle") })).toBeTruthy();
  for (const option of locales)
    expect(inDrawer.getByRole("link", { name: localeFacts[option].name }).getAttribute("lang")).toBe(
      localeFacts[option].tag,
    );
  const documents = inDrawer.getByRole("navigation", { name: textOf(locale, "site.nav.documents") });
  expect(linksIn(documents).map(([, href]) => href)).toEqual(
    documentLinks.map(({ href }) => localizedPath(locale, href)),
  );
});

test.each(locales)("in %s an unknown page says so in its words and leads home", async (locale) => {
  page.locale = locale;
  renderIsland(await NotFoundView(), locale);
  expect(screen.getByRole("heading").textContent).toBe(textOf(locale, "site.notFound.title"));
  const home = screen.getByRole("link", { name: textOf(locale, "site.notFound.home") });
  expect(home.getAttribute("href")).toBe(localizedPath(locale, "/"));
});

test("the words of an unknown page are those of the product's rules", () => {
  expect([textOf("en", "site.notFound.title"), textOf("en", "site.notFound.metaTitle")]).toEqual([
    "This page could not be found",
    "Page not found",
  ]);
  expect(textOf("en", "site.failure.title")).toBe("Something went wrong!");
  for (const key of ["site.failure.text", "ui.error", "api.errors.serverError"])
    expect(textOf("en", key)).toBe("An error occurred. Repeat the request later.");
});

test.each(locales)(
  "in %s a page without its data says so with the request's id, another try and the way home",
  async (locale) => {
    page.locale = locale;
    renderIsland(await FailureView({ requestId: "req-9" }), locale);
    expect(screen.getByRole("heading").textContent).toBe(textOf(locale, "site.failure.title"));
    expect(screen.getByText(textOf(locale, "site.failure.text"))).toBeTruthy();
    expect(screen.getByText("req-9")).toBeTruthy();
    // An empty address is this page again; not every DOM counts it among the links.
    expect(screen.getByText(textOf(locale, "site.failure.retry")).getAttribute("href")).toBe("");
    const home = screen.getByRole("link", { name: textOf(locale, "site.failure.home") });
    expect(home.getAttribute("href")).toBe(localizedPath(locale, "/"));
  },
);

test("a page that fails while it is shown says its status, draws itself again and leads home", async () => {
  const reset = vi.fn();
  const words = { title: "Failed", text: "Later", retry: "Again", home: "Home", requestId: "Id" };
  const error = new ApiProblem("", { status: 503, code: "UNAVAILABLE", requestId: null });
  renderIsland(<ErrorPage error={error} words={words} home="/tr" reset={reset} />);
  expect(screen.getByText("503")).toBeTruthy();
  expect(screen.getByText("Later")).toBeTruthy();
  expect(linksIn(document.body)).toEqual([["Home", "/tr"]]);
  await userEvent.click(screen.getByRole("button", { name: "Again" }));
  expect(reset).toHaveBeenCalledOnce();
});
