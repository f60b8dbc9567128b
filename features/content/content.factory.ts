import sql from "sql-template-tag";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

type Given = {
  readonly slug: string;
  /** Title and text by language; null = that language lacks it. */
  readonly texts: Readonly<Record<string, { title: string | null; body: readonly string[] | null }>>;
  readonly isDraft?: boolean;
  /** Minutes until it is shown; before zero, since when it has been. */
  readonly inMinutes?: number;
};

type GivenPage = Given & {
  /** The id of the page above. */
  readonly parent?: number;
  readonly place?: number;
};

type GivenPicture = {
  readonly name: string;
  readonly alt: Readonly<Record<string, string>>;
  readonly width?: number;
  readonly height?: number;
};

/** An article as the desk writes it. `owner`: the tables' owner, who may. */
export async function givenArticle(
  owner: Db,
  { slug, texts, isDraft = false, inMinutes = -1 }: Given,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.articles (slug, published_at, _status)
        values (${slug}, app_now() + make_interval(mins => ${inMinutes}), ${isDraft ? "draft" : "published"}) returning id`,
  );
  await giveTexts(owner, "articles_locales", id, texts);
  return id;
}

/** A page as the desk writes it, below another one or right below the site. */
export async function givenPage(
  owner: Db,
  { slug, texts, parent, place = 100, isDraft = false, inMinutes = -1 }: GivenPage,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.pages (slug, parent_id, place, published_at, _status)
        values (${slug}, ${parent ?? null}, ${place}, app_now() + make_interval(mins => ${inMinutes}),
          ${isDraft ? "draft" : "published"}) returning id`,
  );
  await giveTexts(owner, "pages_locales", id, texts);
  return id;
}

/** A picture as the desk writes it down; `alt` by language. */
export async function givenPicture(
  owner: Db,
  { name, alt, width = 800, height = 600 }: GivenPicture,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.media (filename, mime_type, width, height) values (${name}, 'image/webp', ${width}, ${height}) returning id`,
  );
  await execute(
    owner,
    sql`insert into cms.media_locales (alt, _locale, _parent_id)
        select value, key::cms._locales, ${id}::int from jsonb_each_text(${JSON.stringify(alt)}::jsonb)`,
  );
  return id;
}

async function giveTexts(
  owner: Db,
  table: "articles_locales" | "pages_locales",
  id: number,
  texts: Given["texts"],
): Promise<void> {
  for (const [locale, { title, body }] of Object.entries(texts))
    await execute(owner, {
      text: `insert into cms.${table} (title, body, _locale, _parent_id) values ($1, $2, $3, $4)`,
      values: [title, body && JSON.stringify(richTextOf(body)), locale, id],
    });
}

type GivenEntry = {
  readonly label?: string;
  readonly network?: string;
  readonly href?: string;
  readonly children?: readonly { readonly label: string; readonly href: string }[];
};

type GivenMenu = {
  readonly position: "header" | "footer" | "documents" | "social";
  readonly place?: number;
  readonly texts: Readonly<Record<string, { title: string; entries: readonly GivenEntry[] }>>;
};

/** A menu as the desk writes it. */
export async function givenMenu(owner: Db, { position, place = 100, texts }: GivenMenu): Promise<number> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into cms.menus (position, place) values (${position}, ${place}) returning id`,
  );
  await execute(
    owner,
    sql`insert into cms.menus_locales (title, _locale, _parent_id)
        select value ->> 'title', key::cms._locales, ${id}::int from jsonb_each(${JSON.stringify(texts)}::jsonb)`,
  );
  for (const [locale, { entries }] of Object.entries(texts))
    for (const [at, entry] of entries.entries()) await giveEntry(owner, id, locale, at + 1, entry);
  return id;
}

async function giveEntry(
  owner: Db,
  menu: number,
  locale: string,
  order: number,
  { label, network, href, children = [] }: GivenEntry,
): Promise<void> {
  const id = `${menu}-${locale}-${order}`;
  await execute(
    owner,
    sql`insert into cms.menus_entries (_order, _parent_id, _locale, id, label, network, href)
        values (${order}, ${menu}, ${locale}, ${id}, ${label ?? null}, ${network ?? null}, ${href ?? null})`,
  );
  for (const [at, child] of children.entries())
    await execute(
      owner,
      sql`insert into cms.menus_entries_children (_order, _parent_id, _locale, id, label, href)
          values (${at + 1}, ${id}, ${locale}, ${`${id}-${at}`}, ${child.label}, ${child.href})`,
    );
}

/** A published question as the desk writes it, under a topic of its own. */
export async function givenQuestion(
  owner: Db,
  { slug, texts }: Pick<Given, "slug" | "texts">,
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

/** What an editor has saved of a published article and not published yet. */
export async function givenArticleDraft(
  owner: Db,
  { id, slug, title, body }: { id: number; slug: string; title: string; body: readonly string[] },
): Promise<void> {
  const version = await one<{ id: number }>(
    owner,
    sql`insert into cms._articles_v (parent_id, version_slug, latest) values (${id}, ${slug}, true) returning id`,
  );
  await execute(
    owner,
    sql`insert into cms._articles_v_locales (version_title, version_body, _locale, _parent_id)
        values (${title}, ${JSON.stringify(richTextOf(body))}, 'en', ${version.id})`,
  );
}
