import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { ContentPage } from "#features/content/pages/content-page.tsx";
import type { EditorsPage } from "#features/content/pages/pages.rules.ts";
import { documentOf } from "#features/content/rich-text/rich-text.factory.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

const head = (path: string, title: string) => ({ path, title, language: "en" as const, summary: null });
const page: EditorsPage = {
  ...head("guide/renting", "Renting"),
  summary: "What holds",
  body: richTextOf(["## Time", "Four hours at least, see the [offer](/public-offer)."]),
  pictures: [],
  searchTitle: null,
  searchDescription: null,
  above: [head("guide", "Guide")],
  below: [{ ...head("guide/renting/ends", "When it ends"), summary: "In short" }],
};

const partOf = (shown: EditorsPage, isDraft = false) => (
  <ContentPage page={shown} publicUrl="https://smsden.test" isDraft={isDraft} />
);
const show = (locale: Locale, isDraft = false) =>
  renderIsland(partOf(page, isDraft), locale, messagesOf(locale));

describe.each(locales)("a page of the editors in %s", (locale) => {
  test("shows the way to it, its text and what stands below it, with links in the reader's language", () => {
    const { container } = show(locale);
    const prefix = locale === "en" ? "" : `/${locale}`;
    const [trail, below] = screen.getAllByRole("navigation");
    const hrefsIn = (element: HTMLElement | undefined) =>
      within(element!)
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    expect(hrefsIn(trail)).toEqual([prefix || "/", `${prefix}/guide`]);
    expect(trail?.querySelector("[aria-current=page]")?.textContent).toContain("Renting");
    expect(hrefsIn(below)).toEqual([`${prefix}/guide/renting/ends`]);
    expect(screen.getAllByRole("heading", { level: 1 }).map((title) => title.textContent)).toEqual([
      "Renting",
    ]);
    expect(screen.getByRole("link", { name: "offer" }).getAttribute("href")).toBe(`${prefix}/public-offer`);
    const facts = JSON.parse(container.querySelector("script")?.textContent ?? "");
    expect(facts.itemListElement.at(-1).item).toBe(`https://smsden.test${prefix}/guide/renting`);
  });

  test("names the language of what is not translated, and says so above it", () => {
    const { container } = show(locale);
    expect(container.querySelector("article")?.lang).toBe("en");
    const marked = [...container.querySelectorAll("li[lang]")].length;
    expect(marked).toBe(locale === "en" ? 0 : 3);
    const notice = (messagesOf(locale) as { content: { pages: { onlyEnglish: string } } }).content.pages;
    expect(screen.queryAllByText(notice.onlyEnglish)).toHaveLength(locale === "en" ? 0 : 1);
  });
});

test("a draft of a page says that only editors see it", () => {
  show("en", true);
  expect(screen.getByText(/Only editors see this page/)).toBeTruthy();
});

test("two hundred texts that would run a script stay texts on a page of the editors and on those around it", () => {
  const named = (path: string, words: string) => ({ ...head(path, words), summary: words });
  expectInert(
    (words) =>
      sentMarkup(
        partOf({
          ...{ ...page, ...named("guide/renting", words), body: documentOf(words) },
          above: [named("guide", words)],
          below: [named("guide/renting/ends", words)],
        }),
      ),
    (shown, words) => {
      expect(shown.querySelector("h1")?.textContent).toBe(words);
      const facts = JSON.parse(shown.querySelector("script")?.textContent ?? "");
      expect(facts.itemListElement.slice(1).map(({ name }: { name: string }) => name)).toEqual([
        words,
        words,
      ]);
    },
  );
});
