import { type Block, plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type FaqEntry = {
  /** What it is found by in the address: `/faq#when-do-i-pay`. */
  readonly slug: string;
  readonly language: Locale;
  readonly question: string;
  /** As the editor's document has it. */
  readonly answer: unknown;
};

export type FaqTopic = {
  readonly slug: string;
  readonly name: string;
  readonly entries: readonly FaqEntry[];
};

type FaqRow = FaqEntry & { readonly topic: string; readonly topicName: string };

/** Questions under their topics; the order stays. */
export function groupTopics(rows: readonly FaqRow[]): FaqTopic[] {
  return [...Map.groupBy(rows, ({ topic }) => topic)].map(([slug, entries]) => ({
    slug,
    name: entries[0]?.topicName ?? slug,
    entries: entries.map(({ topic: _topic, topicName: _name, ...entry }) => entry),
  }));
}

/** What a topic is found by in the address. */
export function topicId({ slug }: Pick<FaqTopic, "slug">): string {
  return `topic-${slug}`;
}

/** The answers of a page by their entries. No heading in them is found by what another one, a question or a topic is found by. */
export function readAnswers(topics: readonly FaqTopic[]): ReadonlyMap<FaqEntry, readonly Block[]> {
  const entries = topics.flatMap((topic) => topic.entries);
  const ids = new Set([...topics.map(topicId), ...entries.map(({ slug }) => slug)]);
  return new Map(entries.map((entry) => [entry, readRichText(entry.answer, [], ids)]));
}

/** What search engines are told of the questions. */
export function faqFacts(topics: readonly FaqTopic[]): object {
  const questions = topics.flatMap(({ entries }) =>
    entries.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: plainText(readRichText(answer)) },
    })),
  );
  return { "@context": "https://schema.org", "@type": "FAQPage", mainEntity: questions };
}
