import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const catalogueChecks: Check[] = [
  {
    name: "catalogue: every country has its six names",
    sql: `select id from catalogue_countries, unnest(array['en', 'ru', 'cn', 'tr', 'es', 'hi']) as locale
          where coalesce(btrim(names ->> locale), '') = ''`,
  },
  {
    name: "catalogue: service 52 is Telegram",
    sql: `select id, code from catalogue_services where (id = 52) <> (code = 'tg')`,
  },
];
