import type { CollectionConfig } from "payload";
import {
  drafts,
  editedByField,
  illustratedField,
  publishedAtField,
  searchFields,
  slugField,
  versionViews,
} from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { datePublication } from "#app/_cms/parts/date-publication.ts";
import { nameEditor } from "#app/_cms/parts/name-editor.ts";
import { requireEnglish } from "#app/_cms/parts/require-english.ts";
import { restoreVersion } from "#app/_cms/parts/restore-version.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** What the blog shows. */
export const articles: CollectionConfig = {
  slug: "articles",
  admin: {
    components: versionViews,
    useAsTitle: "title",
    defaultColumns: ["title", "slug", "publishedAt", "_status"],
    preview: ({ id }, { locale }) =>
      id === undefined ? null : localizedPath(locale as Locale, `/draft/${id}`),
  },
  defaultSort: "-publishedAt",
  versions: drafts,
  endpoints: [restoreVersion],
  hooks: {
    beforeChange: [requireEnglish(["title", "body"]), datePublication, nameEditor],
    afterChange: [announceChange("articles")],
    afterDelete: [announceRemoval("articles")],
  },
  fields: [
    { name: "title", type: "text", required: true, localized: true, maxLength: 160 },
    { name: "summary", type: "textarea", localized: true, maxLength: 300 },
    slugField,
    publishedAtField,
    { name: "tags", type: "relationship", relationTo: "tags", hasMany: true, admin: { position: "sidebar" } },
    {
      name: "cover",
      type: "upload",
      relationTo: "media",
      admin: { description: "Above the text; shared links show it, too" },
    },
    illustratedField,
    searchFields,
    editedByField,
  ],
};
