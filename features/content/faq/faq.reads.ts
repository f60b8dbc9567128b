import sql from "sql-template-tag";
import type { FaqTopic } from "#features/content/faq/faq.rules.ts";
import { groupTopics } from "#features/content/faq/faq.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** All questions with their answers in a language, whole in English where it has not both; by topic, in the editors' order. */
export async function listFaq(db: Queryable, locale: Locale): Promise<FaqTopic[]> {
  const found = await rows<Parameters<typeof groupTopics>[0][number]>(
    db,
    sql`select topic, topic_name as "topicName", slug, text_locale as language, question, answer from content_faq
        where locale = ${locale} order by topic_place, topic, place, slug limit 500`,
  );
  return groupTopics(found);
}
