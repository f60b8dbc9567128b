import sql from "sql-template-tag";
import { lightestName, type Picture, pictureHref } from "#features/content/media/pictures.rules.ts";
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

type ServicePicture = {
  /** The name of a file of the store. */
  readonly id: string;
  /** Where that is. */
  readonly href: string;
};

/** The pictures that stand for these services, by the slug of the service; most have none. */
export async function findServicePictures(
  db: Queryable,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, ServicePicture>> {
  if (slugs.length === 0) return new Map();
  const found = await rows<{ service: string; name: string; width: number }>(
    db,
    sql`select p.service, p.name, p.width from content_service_pictures p where p.service = any(${slugs}::text[])`,
  );
  return new Map(
    found.map(({ service, ...picture }) => {
      const id = lightestName(picture);
      return [service, { id, href: pictureHref(id) }];
    }),
  );
}
