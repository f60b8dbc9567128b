import sql from "sql-template-tag";
import type { FaqTopic } from "#features/content/faq/faq.rules.ts";
import { groupTopics } from "#features/content/faq/faq.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type FaqRow = Parameters<typeof groupTopics>[0][number];

/** All questions with their answers in a language, whole in English where it has not both; by topic, in the editors' order. */
export async function listFaq(db: Queryable, locale: Locale): Promise<FaqTopic[]> {
  const found = await rows<FaqRow>(
    db,
    sql`select topic, topic_name as "topicName", slug, text_locale as language, question, answer from content_faq
        where locale = ${locale} order by topic_place, topic, place, slug limit 500`,
  );
  return groupTopics(found);
}

/** What an editor has saved last of a question, published or not, below its topic; null when there is no such question or nothing is written. */
export async function findFaqDraft(db: Queryable, locale: Locale, id: number): Promise<FaqTopic | null> {
  const found = await maybeOne<FaqRow>(
    db,
    sql`select topic, topic_name as "topicName", slug, text_locale as language, question, answer from content_faq_drafts
        where locale = ${locale} and id = ${id}`,
  );
  return found && (groupTopics([found])[0] ?? null);
}
