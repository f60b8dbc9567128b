import type { CollectionConfig } from "payload";
import {
  drafts,
  editedByField,
  illustratedField,
  placeField,
  publishedAtField,
  searchFields,
  slugField,
  versionViews,
} from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { checkAddress, keepParents } from "#app/_cms/parts/check-address.ts";
import { datePublication } from "#app/_cms/parts/date-publication.ts";
import { nameEditor } from "#app/_cms/parts/name-editor.ts";
import { requireEnglish } from "#app/_cms/parts/require-english.ts";
import { restoreVersion } from "#app/_cms/parts/restore-version.ts";
import { draftHref } from "#features/content/pages/addresses.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Pages at addresses of their own, one below the other. */
export const pages: CollectionConfig = {
  slug: "pages",
  admin: {
    components: versionViews,
    useAsTitle: "title",
    defaultColumns: ["title", "slug", "parent", "place", "_status"],
    preview: ({ id }, { locale }) =>
      id === undefined ? null : localizedPath(locale as Locale, draftHref(id as number)),
  },
  defaultSort: "place",
  versions: drafts,
  endpoints: [restoreVersion],
  // Those of the first level are kept apart by the migration's own index: no two nulls are alike.
  indexes: [{ fields: ["parent", "slug"], unique: true }],
  hooks: {
    beforeChange: [checkAddress, requireEnglish(["title", "body"]), datePublication, nameEditor],
    afterChange: [announceChange("pages")],
    beforeDelete: [keepParents],
    afterDelete: [announceRemoval("pages")],
  },
  fields: [
    { name: "title", type: "text", required: true, localized: true, maxLength: 160 },
    { name: "summary", type: "textarea", localized: true, maxLength: 300 },
    { ...slugField, unique: false },
    {
      name: "parent",
      type: "relationship",
      relationTo: "pages",
      admin: {
        position: "sidebar",
        description:
          "The page that it stands below; its address begins with that one's. Empty = right below the site's",
      },
      filterOptions: ({ id }) => (id === undefined ? true : { id: { not_equals: id } }),
    },
    placeField,
    publishedAtField,
    illustratedField,
    searchFields,
    editedByField,
  ],
};
