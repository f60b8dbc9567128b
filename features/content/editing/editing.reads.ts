import sql from "sql-template-tag";
import type { EditedPlace, ShownText } from "#features/content/editing/editing.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type Found = { readonly id: number; readonly hasDraft: boolean };

/** What of the editors' is shown at a place in a language; null when nothing is. Only for who has been proven an editor. */
export async function findShownText(
  db: Queryable,
  locale: Locale,
  place: EditedPlace,
): Promise<ShownText | null> {
  if (place.of === "list") return { kind: place.kind, id: null, isDraft: false, hasDraft: false };
  if (place.of === "draft") {
    const { kind, id } = place;
    return (await isDraft(db, locale, place)) ? { kind, id, isDraft: true, hasDraft: false } : null;
  }
  const isArticle = place.of === "article";
  const found = await (isArticle ? findArticle(db, locale, place.slug) : findPage(db, locale, place.path));
  return found && { kind: isArticle ? "articles" : "pages", isDraft: false, ...found };
}

/** What was saved last differs from what is published, in this language. A text without versions has never been saved at the desk. */
const HAS_DRAFT = sql`d.id is not null
  and row(d.slug, d.title, coalesce(d.summary, ''), d.body) is distinct from row(p.slug, p.title, coalesce(p.summary, ''), p.body)`;

function findArticle(db: Queryable, locale: Locale, slug: string): Promise<Found | null> {
  return maybeOne<Found>(
    db,
    sql`select p.id, ${HAS_DRAFT} as "hasDraft" from content_articles p
        left join content_article_drafts d on d.id = p.id and d.locale = p.locale
        where p.locale = ${locale} and p.slug = ${slug}`,
  );
}

function findPage(db: Queryable, locale: Locale, path: string): Promise<Found | null> {
  return maybeOne<Found>(
    db,
    sql`select p.id, ${HAS_DRAFT} as "hasDraft" from content_pages p
        left join content_page_drafts d on d.id = p.id and d.locale = p.locale
        where p.locale = ${locale} and p.slug = ${path.slice(path.lastIndexOf("/") + 1)} and p.path = ${path}`,
  );
}

const draftViews = {
  articles: sql`content_article_drafts`,
  faq: sql`content_faq_drafts`,
  pages: sql`content_page_drafts`,
} as const;

async function isDraft(
  db: Queryable,
  locale: Locale,
  { kind, id }: Extract<EditedPlace, { of: "draft" }>,
): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select id from ${draftViews[kind]} where locale = ${locale} and id = ${id}`,
  );
  return found !== null;
}
