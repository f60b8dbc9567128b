import type { ArrayField, CollectionConfig, Condition, TextField } from "payload";
import { editedByField, placeField, versionViews } from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { nameEditor } from "#app/_cms/parts/name-editor.ts";
import { isMenuHref, menuPositions } from "#features/content/menus/menu-links.rules.ts";
import { socialNetworks } from "#lib/i18n/social-links.ts";

type Menu = { readonly position?: string };

const isSocial: Condition = (menu: Menu) => menu.position === "social";
const isWritten: Condition = (menu: Menu) => menu.position !== "social";
const hasDropDowns: Condition = (menu: Menu) => menu.position === "header";

const labelField: TextField = { name: "label", type: "text", required: true, maxLength: 60 };

/** `hasChildren`: what only opens a list of others leads nowhere itself. */
const hrefField = (mayHaveChildren: boolean): TextField => ({
  name: "href",
  type: "text",
  label: "Address",
  maxLength: 500,
  admin: { description: "/guide (in the reader's language), https://… or mailto:…" },
  validate: (value: unknown, { data, siblingData }: { data: unknown; siblingData: unknown }) => {
    const { children = [] } = siblingData as { children?: readonly unknown[] };
    if (!value && mayHaveChildren && children.length > 0) return true;
    const position = (data as Menu).position ?? "";
    return (
      isMenuHref(value, position) ||
      "An address that begins with /, https:// or mailto:, of a network https://"
    );
  },
});

const childrenField: ArrayField = {
  name: "children",
  type: "array",
  labels: { singular: "entry below", plural: "entries below" },
  admin: { condition: hasDropDowns, description: "They open as a list below it" },
  maxRows: 20,
  fields: [labelField, hrefField(false)],
};

/** What the site's pages lead to at their top and end. Where there is none, the product has menus of its own. */
export const menus: CollectionConfig = {
  slug: "menus",
  admin: {
    components: versionViews,
    useAsTitle: "title",
    defaultColumns: ["title", "position", "place"],
    description:
      "A change is on the site at once. A language without entries of its own has the English ones.",
  },
  defaultSort: "place",
  versions: { drafts: false, maxPerDoc: 50 },
  hooks: {
    beforeChange: [nameEditor],
    afterChange: [announceChange("menus")],
    afterDelete: [announceRemoval("menus")],
  },
  fields: [
    {
      name: "title",
      type: "text",
      required: true,
      localized: true,
      maxLength: 60,
      admin: { description: "Stands above a menu at the page's end" },
    },
    {
      name: "position",
      type: "select",
      required: true,
      defaultValue: "footer",
      options: Object.entries(menuPositions).map(([value, label]) => ({ value, label })),
      admin: { position: "sidebar" },
    },
    placeField,
    {
      name: "entries",
      type: "array",
      localized: true,
      labels: { singular: "entry", plural: "entries" },
      maxRows: 30,
      fields: [
        { ...labelField, admin: { condition: isWritten } },
        {
          name: "network",
          type: "select",
          required: true,
          options: Object.entries(socialNetworks).map(([value, label]) => ({ value, label })),
          admin: { condition: isSocial },
        },
        hrefField(true),
        childrenField,
      ],
    },
    editedByField,
  ],
};
