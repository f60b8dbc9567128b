import { lexicalEditor, UploadFeature } from "@payloadcms/richtext-lexical";
import type { CollectionConfig, Field, TextField } from "payload";

/** The part of an address that names a document: one for all languages. */
export const slugField: TextField = {
  name: "slug",
  type: "text",
  required: true,
  unique: true,
  index: true,
  maxLength: 80,
  admin: { position: "sidebar", description: "Small letters, digits and hyphens; the same in all languages" },
  validate: (value: unknown) =>
    (typeof value === "string" && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) && value.length <= 80) ||
    "Small letters, digits and hyphens, 80 at most",
};

/** When it is shown from; without a day, from its publication. */
export const publishedAtField: Field = {
  name: "publishedAt",
  type: "date",
  index: true,
  admin: {
    position: "sidebar",
    date: { pickerAppearance: "dayAndTime" },
    description: "Shown from then on; empty = from when it was published",
  },
};

/** A text with pictures among its paragraphs: each has its words with it, in the library, so that a text says nothing more of it. */
export const illustratedField: Field = {
  name: "body",
  type: "richText",
  localized: true,
  editor: lexicalEditor({
    features: ({ rootFeatures }) => [
      ...rootFeatures,
      UploadFeature({ enabledCollections: ["media" as never], collections: { media: { fields: [] } } }),
    ],
  }),
};

/** Where it stands among its like: the least number comes first. */
export const placeField: Field = {
  name: "place",
  type: "number",
  required: true,
  defaultValue: 100,
  admin: { position: "sidebar" },
};

/** What search engines and shared links show instead of the title and the summary, where somebody has written it. */
export const searchFields: Field = {
  type: "collapsible",
  label: "Search engines",
  admin: { initCollapsed: true },
  fields: [
    {
      name: "searchTitle",
      type: "text",
      localized: true,
      maxLength: 70,
      admin: { description: "Instead of the title" },
    },
    {
      name: "searchDescription",
      type: "textarea",
      localized: true,
      maxLength: 200,
      admin: { description: "Instead of the summary" },
    },
  ],
};

/** Who saved it last: versions do not name their author by themselves. Written by a hook, whatever a form sends. */
export const editedByField: Field = {
  name: "editedBy",
  type: "relationship",
  relationTo: "editors",
  admin: { position: "sidebar", readOnly: true },
};

/** The list of a document's versions, with who saved each. */
export const versionViews = {
  views: { edit: { versions: { Component: "/parts/version-list.tsx#VersionList" } } },
};

/** What is not published may be incomplete; old versions go. */
export const drafts: NonNullable<CollectionConfig["versions"]> = {
  drafts: { schedulePublish: false, validate: false },
  maxPerDoc: 50,
};
