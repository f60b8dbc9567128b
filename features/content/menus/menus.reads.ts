import sql from "sql-template-tag";
import { type MenuRow, siteMenusOf } from "#features/content/menus/menus.rules.ts";
import type { SiteMenus } from "#features/site/menus.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The menus that editors have written, in a language, or in English where it has none of its own. */
export async function readMenus(db: Queryable, locale: Locale): Promise<SiteMenus> {
  const found = await rows<MenuRow>(
    db,
    sql`select position, text_locale as language, title, entries from content_menus
        where locale = ${locale} order by place, id limit 100`,
  );
  return siteMenusOf(found);
}
