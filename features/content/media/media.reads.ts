import sql from "sql-template-tag";
import type { Picture } from "#features/content/media/pictures.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** These pictures, as far as they are there, each told in a language or in English. */
export async function listPictures(
  db: Queryable,
  locale: Locale,
  ids: readonly number[],
): Promise<readonly Picture[]> {
  if (ids.length === 0) return [];
  return rows<Picture>(
    db,
    sql`select p.id, p.name, p.width, p.height, p.alt, p.text_locale as language from content_pictures p
        where p.locale = ${locale} and p.id = any(${ids}::int[])`,
  );
}
