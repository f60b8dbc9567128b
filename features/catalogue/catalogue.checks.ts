import type { Check } from "#lib/db/check.ts";
import { locales } from "#lib/i18n/locales.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const catalogueChecks: Check[] = [
  {
    name: "catalogue: every country has its name in every language",
    sql: `select id from catalogue_countries, unnest(array[${locales.map((locale) => `'${locale}'`).join()}]) as locale
          where coalesce(btrim(names ->> locale), '') = ''`,
  },
  {
    name: "catalogue: service 52 is Telegram",
    sql: `select id, code from catalogue_services where (id = 52) <> (code = 'tg')`,
  },
];
