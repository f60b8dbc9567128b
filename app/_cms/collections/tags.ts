import type { CollectionConfig } from "payload";
import { slugField } from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";

/** What an article is about. */
export const tags: CollectionConfig = {
  slug: "tags",
  admin: { useAsTitle: "name", defaultColumns: ["name", "slug"] },
  hooks: {
    afterChange: [announceChange("articles")],
    afterDelete: [announceRemoval("articles")],
  },
  fields: [{ name: "name", type: "text", required: true, localized: true, maxLength: 60 }, slugField],
};
