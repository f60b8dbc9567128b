import type { CollectionConfig } from "payload";
import { editedByField } from "#app/_cms/collections/fields.ts";
import { announceChange, announceRemoval } from "#app/_cms/parts/announce.ts";
import { checkService } from "#app/_cms/parts/check-service.ts";
import { nameEditor } from "#app/_cms/parts/name-editor.ts";
import { requireEnglish } from "#app/_cms/parts/require-english.ts";
import { dropPicture, keepFile, storePicture, takePicture } from "#app/_cms/parts/take-picture.ts";
import { thumbnailName } from "#features/content/media/pictures.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";

type Stored = { readonly filename?: string | null; readonly width?: number | null };

/** Pictures of the texts. What is stored is made by `takePicture`; Payload keeps what is known of it and no file. */
export const makeMedia = (folder: string): CollectionConfig => ({
  slug: "media",
  labels: { singular: "Picture", plural: "Pictures" },
  admin: {
    useAsTitle: "alt",
    defaultColumns: ["filename", "alt", "width", "height"],
    description: "JPEG, PNG or WebP, 6 MB at most. A picture does not change: upload another one instead.",
  },
  disableDuplicate: true,
  upload: {
    // The store has each in four widths, under names that are made of their content.
    disableLocalStorage: true,
    mimeTypes: ["image/jpeg", "image/png", "image/webp"],
    pasteURL: false,
    crop: false,
    focalPoint: false,
    adminThumbnail: ({ doc }) => thumbnailOf((doc ?? {}) as Stored),
  },
  hooks: {
    beforeOperation: [takePicture],
    beforeChange: [keepFile, requireEnglish(["alt"]), checkService, nameEditor],
    // Payload's own address of a file is the desk's, where nobody but an editor comes.
    afterRead: [({ doc }) => ({ ...doc, url: addressOf(doc) })],
    afterChange: [storePicture(folder), announceChange("articles"), announceChange("pages")],
    afterDelete: [announceRemoval("articles"), announceRemoval("pages"), dropPicture(folder)],
  },
  fields: [
    {
      name: "alt",
      type: "text",
      label: "What it shows",
      localized: true,
      maxLength: 300,
      admin: {
        description:
          "For those who do not see it. First in English, which stands in for languages that have none of their own",
      },
    },
    {
      name: "service",
      type: "text",
      label: "Stands for the service",
      unique: true,
      index: true,
      maxLength: 80,
      admin: {
        position: "sidebar",
        description:
          "The last part of the address of the service's page, such as telegram: it is shown with this picture in the place of its mark. The picture is as wide as it is high. One picture for a service",
      },
    },
    editedByField,
  ],
});

function addressOf({ filename }: Stored): string | null {
  return filename ? pictureHref(filename) : null;
}

function thumbnailOf({ filename, width }: Stored): string | null {
  if (!filename || !width) return null;
  return pictureHref(thumbnailName({ name: filename, width }));
}
