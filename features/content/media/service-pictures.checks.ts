import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const servicePictureChecks: Check[] = [
  {
    name: "content: the catalogue shows the picture that stands for a service, and no other",
    sql: `select coalesce(c.slug, s.service) as slug
          from catalogue_service_pictures c full join content_service_pictures s on s.service = c.slug
          where s.picture is distinct from c.picture`,
  },
];
