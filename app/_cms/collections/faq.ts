import type { CollectionConfig } from "payload";
import { drafts, editedByField, placeField, slugField, versionViews } from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { nameEditor } from "#app/_cms/parts/name-editor.ts";
import { requireEnglish } from "#app/_cms/parts/require-english.ts";
import { restoreVersion } from "#app/_cms/parts/restore-version.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const hooks: CollectionConfig["hooks"] = {
  afterChange: [announceChange("faq")],
  afterDelete: [announceRemoval("faq")],
};

/** What questions are gathered under. */
export const faqTopics: CollectionConfig = {
  slug: "faq-topics",
  labels: { singular: "FAQ topic", plural: "FAQ topics" },
  admin: { useAsTitle: "name", defaultColumns: ["name", "slug", "place"] },
  defaultSort: "place",
  hooks,
  fields: [
    { name: "name", type: "text", required: true, localized: true, maxLength: 80 },
    slugField,
    placeField,
  ],
};

/** Questions with their answers. */
export const faqEntries: CollectionConfig = {
  slug: "faq-entries",
  labels: { singular: "FAQ entry", plural: "FAQ entries" },
  admin: {
    components: versionViews,
    useAsTitle: "question",
    defaultColumns: ["question", "topic", "place", "_status"],
    preview: ({ id }, { locale }) =>
      id === undefined ? null : localizedPath(locale as Locale, `/draft/faq/${id}`),
  },
  defaultSort: "place",
  versions: drafts,
  endpoints: [restoreVersion],
  hooks: { ...hooks, beforeChange: [requireEnglish(["question", "answer"]), nameEditor] },
  fields: [
    { name: "question", type: "text", required: true, localized: true, maxLength: 200 },
    { name: "answer", type: "richText", localized: true },
    slugField,
    {
      name: "topic",
      type: "relationship",
      relationTo: "faq-topics",
      required: true,
      admin: { position: "sidebar" },
    },
    placeField,
    editedByField,
  ],
};
