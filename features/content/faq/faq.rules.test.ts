import { expect, test } from "vitest";
import { faqFacts, groupTopics } from "#features/content/faq/faq.rules.ts";
import { plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const answer = (text: string) => ({
  root: { children: [{ type: "paragraph", children: [{ type: "text", text }] }] },
});
const row = (topic: string, slug: string, words = "yes") => ({
  topic,
  topicName: topic.toUpperCase(),
  slug,
  language: "en" as const,
  question: `${slug}?`,
  answer: answer(words),
});

test("questions stand under their topics in the order of the rows", () => {
  const topics = groupTopics([row("b", "one"), row("b", "two"), row("a", "three")]);
  expect(topics.map(({ slug, name, entries }) => [slug, name, entries.map((entry) => entry.slug)])).toEqual([
    ["b", "B", ["one", "two"]],
    ["a", "A", ["three"]],
  ]);
});

test("no question and no answer ends the element in which search engines read them", () => {
  const rows = xssPayloads.map((payload) => ({ ...row("a", "one", `Yes: ${payload}`), question: payload }));
  const facts = faqFacts(groupTopics(rows));
  expect(facts).not.toMatch(/[<>&\u2028\u2029]/);
  const told: { name: string; acceptedAnswer: { text: string } }[] = JSON.parse(facts).mainEntity;
  expect(told.map(({ name }) => name)).toEqual([...xssPayloads]);
  expect(told.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(
    rows.map(({ answer: written }) => plainText(readRichText(written))),
  );
});
