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

test("an answer cannot end the element in which search engines read it", () => {
  const facts = faqFacts(groupTopics([row("a", "one", "</script><script>alert(1)</script>")]));
  expect(facts).not.toContain("<");
  expect(JSON.parse(facts).mainEntity[0].acceptedAnswer.text).toBe("</script><script>alert(1)</script>");
});
