import type { CollectionConfig } from "payload";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { refuseCircle } from "#app/_cms/parts/refuse-circle.ts";
import { mayMove } from "#features/content/redirects/redirects.rules.ts";
import { safeHref } from "#features/content/rich-text/rich-text.rules.ts";

/** Addresses that have moved: whoever comes to the old one is sent on. */
export const redirects: CollectionConfig = {
  slug: "redirects",
  admin: { useAsTitle: "from", defaultColumns: ["from", "to", "isPermanent"] },
  defaultSort: "from",
  hooks: {
    beforeChange: [refuseCircle],
    afterChange: [announceChange("redirects")],
    afterDelete: [announceRemoval("redirects")],
  },
  fields: [
    {
      name: "from",
      type: "text",
      required: true,
      unique: true,
      index: true,
      maxLength: 200,
      admin: { description: "The old address, without the site and the language: /blog/old-name" },
      validate: (value: unknown) =>
        (typeof value === "string" && mayMove(value)) || "An address of a public page, as /blog/old-name",
    },
    {
      name: "to",
      type: "text",
      required: true,
      maxLength: 500,
      admin: {
        description: "The new address, in the language of whoever comes: /blog/new-name, or https://…",
      },
      validate: (value: unknown, { siblingData }: { siblingData: unknown }) =>
        (safeHref(value)?.match(/^(?:\/|https?:)/) && value !== (siblingData as { from?: unknown }).from) ||
        "Another address, which begins with / or https://",
    },
    {
      name: "isPermanent",
      type: "checkbox",
      defaultValue: true,
      admin: { position: "sidebar", description: "Browsers and search engines keep it" },
    },
  ],
};
