import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LanguageLinks } from "#features/site/components/language-menu.island.tsx";
import { locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/ru/telegram",
}));

const assign = vi.fn();
beforeEach(() => {
  assign.mockClear();
  const { href, origin } = globalThis.location;
  vi.stubGlobal("location", { href, origin, search: "?r=bear", assign });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

type Country = { header?: string | null | undefined; account?: string | undefined };

/** The language menu of a Russian page; English is at home on another site. */
function show(country: Country) {
  if (country.account) cookie.set("signed-in", "1");
  const dynamicFields = { custom_price: false, country: country.account ?? null };
  renderIsland(<LanguageLinks locale="ru" sites={{ en: "https://smsden.example" }} />, "ru");
  return fakeApi(({ path }) =>
    path === "/users/me"
      ? { status: 200, body: { id: 3, email: "a@b.test", name: "A", dynamicFields } }
      : { status: 200, body: { variables: {}, country: country.header ?? null } },
  );
}
const pressEnglish = () => userEvent.click(screen.getByRole("link", { name: "English" }));
const there = "https://smsden.example/telegram?r=bear";

test.each([[{ header: "RU" }], [{ account: "RU" }]])(
  "who is in Russia by %j is warned before leaving for the site of another language, and may stay or go",
  async (country) => {
    show(country);
    await pressEnglish();
    await screen.findByRole("dialog", { name: "Вы переходите на smsden.example" });
    expect(screen.getByRole("link", { name: "Перейти" }).getAttribute("href")).toBe(there);
    expect(assign).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Остаться" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(cookie.get("locale")).toBeUndefined();
  },
);

test.each([[{ header: "KZ" }], [{ header: null }], [{ account: "TR" }]])(
  "who is elsewhere or unknown (%j) is led to the site of another language at once",
  async (country) => {
    show(country);
    await pressEnglish();
    await waitFor(() => expect(assign).toHaveBeenCalledWith(there));
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

test("a language of the same site is never asked about and is remembered", async () => {
  const requests = show({ header: "RU" });
  await userEvent.click(screen.getByRole("link", { name: "Türkçe" }));
  expect([screen.queryByRole("dialog"), requests, cookie.get("locale")]).toEqual([null, [], "tr"]);
});

test("the warning before leaving has its words in every language", () => {
  const parts = locales.map((locale) =>
    Object.keys((messagesOf(locale).site as { leaving: object }).leaving),
  );
  expect(parts).toEqual(locales.map(() => ["title", "text", "go", "stay", "close"]));
});
