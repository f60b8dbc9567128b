import "server-only";
import { readMenus } from "#features/content/menus/menus.reads.ts";
import { noMenus, type SiteMenus } from "#features/site/menus.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { pageIsIncomplete } from "#lib/http/page-response.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { log } from "#lib/log.ts";

/** The editors' menus for the frame of a page. Without the database the product's own stand there, for this visit alone. */
export async function loadMenus(locale: Locale): Promise<SiteMenus> {
  try {
    return await readMenus(pageDb(), locale);
  } catch (error) {
    log.warn({ error: (error as Error).message }, "the menus could not be read for a page");
    pageIsIncomplete();
    return noMenus;
  }
}
