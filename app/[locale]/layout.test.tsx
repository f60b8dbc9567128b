import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Children, isValidElement, type ReactElement, type ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { Footer } from "#features/site/components/footer.tsx";
import { Header } from "#features/site/components/header.tsx";
import type { Locale } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({ headers: async () => new Headers() }));
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/services",
  useRouter: () => ({ push: () => {} }),
}));
vi.mock("next-intl/server", async () => {
  const { createTranslator } = await import("use-intl/core");
  const { messagesOf: textsOf } = await import("#lib/i18n/messages.ts");
  return {
    setRequestLocale: () => {},
    getTranslations: async (namespace: string) =>
      createTranslator({ locale: "en", messages: textsOf("en"), namespace }),
  };
});
const operator = vi.hoisted(() => ({ experiments: [] as string[] }));
/** What an operator has set. */
vi.mock("#lib/env.ts", async (original) => {
  const real = await original<typeof import("#lib/env.ts")>();
  const { parseSocialLinks } = await import("#lib/i18n/social-links.ts");
  const social = "telegram=https://t.me/smsden,ru:vk=https://vk.com/smsden";
  const settings = {
    SOCIAL_LINKS: parseSocialLinks(social),
    SUPPORT_HOURS: "08:30-20:00",
    LANGUAGE_SITES: { ru: "https://smsden.example" },
    get EXPERIMENTS() {
      return operator.experiments;
    },
  };
  return {
    ...real,
    env: Object.defineProperties({ ...real.env }, Object.getOwnPropertyDescriptors(settings)),
  };
});
// What pages read of the database.
vi.mock("#features/content/menus/menus.loaders.ts", async () => {
  const { noMenus } = await import("#features/site/menus.rules.ts");
  return { loadMenus: async () => noMenus };
});
vi.mock("#features/pricing/pricing.loaders.ts", () => ({ loadUsdRate: async () => null }));
vi.mock("#features/pricing/components/rate-line.tsx", () => ({ RateLine: () => null }));
const { default: LocaleLayout } = await import("#app/[locale]/layout.tsx");

type Part = (props: never) => Promise<ReactNode>;

/** The first place of a part in what a page is made of. */
function placeOf(part: Part, tree: ReactNode): ReactElement | null {
  for (const node of Children.toArray(tree)) {
    if (!isValidElement<{ children?: ReactNode }>(node)) continue;
    const found = node.type === (part as unknown) ? node : placeOf(part, node.props.children);
    if (found) return found;
  }
  return null;
}

/** A part of the frame as every page of a language has it. */
async function showPart(part: Part, locale: Locale = "en") {
  const frame = await LocaleLayout({ children: null, params: Promise.resolve({ locale }) });
  const place = placeOf(part, frame);
  return renderIsland((await part(place?.props as never)) as ReactElement, locale);
}
const addressesIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
const russian = () => screen.getAllByRole("link", { name: "Русский", hidden: true });

beforeEach(() => {
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

test("every page ends with the social links that the operator has set for its language", async () => {
  const { unmount } = await showPart(Footer, "en");
  expect(addressesIn(screen.getByRole("list", { name: "Social media" }))).toEqual(["https://t.me/smsden"]);
  unmount();
  await showPart(Footer, "ru");
  const shown = addressesIn(document.body).filter((address) => /t\.me|vk\.com/.test(address ?? ""));
  expect(shown).toEqual(["https://t.me/smsden", "https://vk.com/smsden"]);
});

test("every page ends with the hours of the support that the operator has set", async () => {
  await showPart(Footer);
  expect(screen.getByText("Every day 08:30–20:00 UTC")).toBeTruthy();
});

test("the language menu at the top of every page leads to the site that the operator has set for a language", async () => {
  await showPart(Header);
  expect(russian().map((link) => link.getAttribute("href"))).toEqual(["https://smsden.example/ru/services"]);
});

test("a phone's menu on every page leads to the site that the operator has set for a language", async () => {
  await showPart(Header);
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const drawer = within(await screen.findByRole("dialog", { name: "SMS Den" }));
  expect(drawer.getByRole("link", { name: "Русский" }).getAttribute("href")).toBe(
    "https://smsden.example/ru/services",
  );
});

test("every page says on <html> which experiment the operator runs, and nothing of the others", async () => {
  const marksOf = async (experiments: string[]) => {
    operator.experiments = experiments;
    const params = Promise.resolve({ locale: "en" });
    const { props } = await LocaleLayout({ children: null, params });
    return Object.keys(props).filter((name) => name.startsWith("data-may") && props[name] !== undefined);
  };
  expect(await marksOf([])).toEqual([]);
  expect(await marksOf(["ab-language-service"])).toEqual(["data-may-be-wide"]);
  expect(await marksOf(["ab-hide-rub"])).toEqual(["data-may-hide-rub"]);
  expect(await marksOf(["ab-payment-test"])).toEqual(["data-may-pay-first"]);
});
