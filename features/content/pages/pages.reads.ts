import sql from "sql-template-tag";
import { listPictures } from "#features/content/media/media.reads.ts";
import { type EditorsPage, type PageHead, trailOf } from "#features/content/pages/pages.rules.ts";
import { pictureIdsOf } from "#features/content/rich-text/rich-text.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const HEAD = sql`p.path, p.text_locale as language, p.title, nullif(p.summary, '') as summary`;

const lastPart = (path: string) => path.slice(path.lastIndexOf("/") + 1);

type Found = Omit<EditorsPage, "above" | "below" | "pictures"> & { readonly id: number };

/** A page in a language, or whole in English where that language has not all of it. Null when none is published at that address. */
export async function findPage(db: Queryable, locale: Locale, path: string): Promise<EditorsPage | null> {
  const found = await maybeOne<Found>(
    db,
    sql`select p.id, ${HEAD}, p.body, nullif(p.search_title, '') as "searchTitle",
          nullif(p.search_description, '') as "searchDescription" from content_pages p
        where p.locale = ${locale} and p.slug = ${lastPart(path)} and p.path = ${path}`,
  );
  if (!found) return null;
  const { id, ...page } = found;
  const [above, below] = [
    await listTrail(db, locale, trailOf(path).slice(0, -1)),
    await listBelow(db, locale, id),
  ];
  return { ...page, pictures: await picturesOf(db, page), above, below };
}

/** The published pages of these addresses, each on the way to the next. */
function listTrail(db: Queryable, locale: Locale, paths: readonly string[]): Promise<PageHead[]> {
  if (paths.length === 0) return Promise.resolve([]);
  return rows<PageHead>(
    db,
    sql`select ${HEAD} from content_pages p
        where p.locale = ${locale} and p.slug = any(${paths.map(lastPart)}) and p.path = any(${paths})
        order by length(p.path)`,
  );
}

function listBelow(db: Queryable, locale: Locale, id: number): Promise<PageHead[]> {
  return rows<PageHead>(
    db,
    sql`select ${HEAD} from content_pages p where p.locale = ${locale} and p.parent_id = ${id}
        order by p.place, p.path limit 200`,
  );
}

/** The addresses of all pages. */
export async function listPagePaths(db: Queryable): Promise<string[]> {
  const found = await rows<{ path: string }>(
    db,
    sql`select path from content_pages where locale = 'en' order by path limit 10000`,
  );
  return found.map(({ path }) => path);
}

/** The addresses of all pages, each with the languages that it is written in. */
export function listWrittenPages(db: Queryable): Promise<{ path: string; languages: Locale[] }[]> {
  return rows(
    db,
    sql`select path, array_agg(locale order by locale) as languages from content_pages where text_locale = locale
        group by path order by path limit 10000`,
  );
}

/** What an editor has saved last of a page, published or not, for its preview; null when there is no such page or nothing is written. */
export async function findPageDraft(db: Queryable, locale: Locale, id: number): Promise<EditorsPage | null> {
  const found = await maybeOne<Found & { parentPath: string | null }>(
    db,
    sql`select d.id, d.slug as path, d.text_locale as language, d.title, nullif(d.summary, '') as summary, d.body,
          null as "searchTitle", null as "searchDescription", p.path as "parentPath"
        from content_page_drafts d
        left join content_pages p on p.id = d.parent_id and p.locale = d.locale
        where d.locale = ${locale} and d.id = ${id}`,
  );
  if (!found) return null;
  const { id: _id, parentPath, ...page } = found;
  const [above, below] = [
    await listTrail(db, locale, parentPath === null ? [] : trailOf(parentPath)),
    await listBelow(db, locale, id),
  ];
  const address = [...(parentPath === null ? [] : [parentPath]), page.path].join("/");
  return { ...page, path: address, pictures: await picturesOf(db, page), above, below };
}

/** The pictures of a text, told in the language that it is written in. */
function picturesOf(db: Queryable, { body, language }: Pick<EditorsPage, "body" | "language">) {
  return listPictures(db, language, pictureIdsOf(body));
}
