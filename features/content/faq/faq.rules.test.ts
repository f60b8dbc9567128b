import { expect, test } from "vitest";
import { faqFacts, groupTopics } from "#features/content/faq/faq.rules.ts";

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

test("search engines are told each question with its whole answer", () => {
  expect(faqFacts(groupTopics([row("a", "one", "Yes, it does."), row("b", "two")]))).toMatchObject({
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: [
      { "@type": "Question", name: "one?", acceptedAnswer: { "@type": "Answer", text: "Yes, it does." } },
      { "@type": "Question", name: "two?", acceptedAnswer: { "@type": "Answer", text: "yes" } },
    ],
  });
});
