import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { FaqTopic } from "#features/content/faq/faq.rules.ts";
import { FaqDraftPage, FaqPage } from "#features/content/faq/faq-page.tsx";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { documentOf } from "#features/content/rich-text/rich-text.factory.ts";
import { readSearchQuery } from "#features/content/site-search/site-search.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

const topicOf = (question: string): FaqTopic => ({
  slug: "money",
  name: "Money",
  entries: [{ slug: "when", language: "en", question, answer: richTextOf(["When the code has come."]) }],
});

const pageOf = (topics: readonly FaqTopic[]) => <FaqPage topics={topics} email="help@smsden.test" />;
const show = (topics: readonly FaqTopic[], locale: Locale = "en") =>
  renderIsland(pageOf(topics), locale, messagesOf(locale));

describe.each(locales)("the help page in %s", (locale) => {
  test("has a field that leads to what the search of the site finds among answers", () => {
    show([topicOf("When do I pay?")], locale);
    const form = screen.getByRole("search") as HTMLFormElement;
    const words = within(form).getByRole("searchbox", {
      name: translateMessage(locale, "content.faq.search"),
    });
    fireEvent.change(words, { target: { value: "refund" } });
    expect([form.method, new URL(form.action).pathname]).toEqual(["get", localizedPath(locale, "/search")]);
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>;
    expect(readSearchQuery(typed)).toMatchObject({ text: "refund", tab: "faq" });
  });

  test("leads to each topic by its name, and has no list of one", () => {
    const { unmount } = show([topicOf("When?"), { slug: "codes", name: "Codes", entries: [] }], locale);
    const topics = screen.getByRole("navigation", { name: translateMessage(locale, "content.faq.topics") });
    for (const link of within(topics).getAllByRole("link")) {
      const id = link.getAttribute("href")?.slice(1) ?? "";
      expect(document.getElementById(id)?.textContent).toBe(link.textContent);
    }
    expect(within(topics).getAllByRole("link")).toHaveLength(2);
    unmount();
    show([topicOf("When?")], locale);
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  test("says to whom to write while there are no answers, and has nothing to search in", () => {
    const { container } = show([], locale);
    expect(container.textContent).toContain("help@smsden.test");
    expect(screen.queryByRole("search")).toBeNull();
    expect(container.querySelector("script")).toBeNull();
  });
});

test("a question has an address of its own on the help page, leads to it, and says in which language it is", () => {
  const { container } = show([topicOf("When do I pay?")], "ru");
  const entry = container.querySelector("#when");
  expect(entry?.getAttribute("lang")).toBe("en");
  expect(within(entry as HTMLElement).getByRole("heading", { level: 3 }).textContent).toBe("When do I pay?");
  const own = within(entry as HTMLElement).getByRole("link", { name: "When do I pay?" });
  expect(own.getAttribute("href")).toBe("#when");
});

test("headings of the same words in two answers, a question and a topic are each found by an address of their own", () => {
  const heading = (words: string) => ({
    type: "heading",
    tag: "h3",
    children: [{ type: "text", text: words }],
  });
  const answer = {
    root: { type: "root", children: [heading("Refunds"), heading("When"), heading("Topic money")] },
  };
  const [entry] = topicOf("When do I pay?").entries;
  const entries = [
    { ...entry!, answer },
    { ...entry!, slug: "how", answer },
  ];
  const { container } = show([{ slug: "money", name: "Money", entries }]);
  const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
  expect([...container.querySelectorAll("h3[id]")].map(({ id }) => id)).toEqual([
    ...["refunds", "when-2", "topic-money-2"],
    ...["refunds-2", "when-3", "topic-money-3"],
  ]);
});

test("the draft of a question says that only editors see it, and is no part of the help page for search engines", () => {
  const draft = <FaqDraftPage topic={topicOf("When do I pay?")} />;
  const { container } = renderIsland(draft, "en", messagesOf("en"));
  screen.getByText(/^Only editors see this page/);
  screen.getByRole("heading", { level: 2, name: "Money" });
  screen.getByText("When the code has come.");
  expect(container.querySelector("script")).toBeNull();
});

test("two hundred texts that would run a script stay texts as topics, questions and answers", () => {
  expectInert(
    (words) => {
      const [entry] = topicOf(words).entries;
      const entries = [{ ...entry!, answer: documentOf(words) }];
      return sentMarkup(pageOf([{ slug: "money", name: words, entries }]));
    },
    (page, words) => {
      expect(page.querySelector("h2")?.textContent).toBe(words);
      expect(page.querySelector("#when h3")?.textContent).toBe(words);
      const [told] = JSON.parse(page.querySelector("script")?.textContent ?? "").mainEntity;
      expect(told.name).toBe(words);
    },
  );
});
