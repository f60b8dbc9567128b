import sql from "sql-template-tag";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

type GivenArticle = {
  readonly slug: string;
  /** Title and text by language; null = that language lacks it. */
  readonly texts: Readonly<Record<string, { title: string | null; body: readonly string[] | null }>>;
  readonly isDraft?: boolean;
  /** Minutes until it is shown; before zero, since when it has been. */
  readonly inMinutes?: number;
};

/** An article as the desk writes it. `owner`: the tables' owner, who may. */
export async function givenArticle(
  owner: Db,
  { slug, texts, isDraft = false, inMinutes = -1 }: GivenArticle,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.articles (slug, published_at, _status)
        values (${slug}, app_now() + make_interval(mins => ${inMinutes}), ${isDraft ? "draft" : "published"}) returning id`,
  );
  for (const [locale, { title, body }] of Object.entries(texts)) {
    await execute(
      owner,
      sql`insert into cms.articles_locales (title, body, _locale, _parent_id)
          values (${title}, ${body && JSON.stringify(richTextOf(body))}, ${locale}, ${id})`,
    );
  }
  return id;
}

/** A published question as the desk writes it, under a topic of its own. */
export async function givenQuestion(
  owner: Db,
  { slug, texts }: Pick<GivenArticle, "slug" | "texts">,
): Promise<void> {
  const topic = await one<{ id: number }>(
    owner,
    sql`insert into cms.faq_topics (slug, place) values (${`topic-of-${slug}`}, 1) returning id`,
  );
  await execute(
    owner,
    sql`insert into cms.faq_topics_locales (name, _locale, _parent_id) values ('Topic', 'en', ${topic.id})`,
  );
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.faq_entries (slug, topic_id, place, _status) values (${slug}, ${topic.id}, 1, 'published') returning id`,
  );
  for (const [locale, { title, body }] of Object.entries(texts)) {
    await execute(
      owner,
      sql`insert into cms.faq_entries_locales (question, answer, _locale, _parent_id)
          values (${title}, ${body && JSON.stringify(richTextOf(body))}, ${locale}, ${id})`,
    );
  }
}
