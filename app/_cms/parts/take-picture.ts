import type {
  CollectionAfterChangeHook,
  CollectionAfterDeleteHook,
  CollectionBeforeChangeHook,
  CollectionBeforeOperationHook,
  PayloadRequest,
} from "payload";
import { refusalOf } from "#app/_cms/parts/refuse.ts";
import { type MadePicture, makePicture } from "#features/content/media/picture-maker.gateway.ts";
import { keepPictures, removePictures } from "#features/content/media/picture-store.gateway.ts";
import { filesOf } from "#features/content/media/pictures.rules.ts";

const reasons = {
  strange: "A picture is a JPEG, a PNG or a WebP file: this one is none, whatever it is called",
  broken: "The picture is broken: save it anew, or take another one",
  more: "There is something else behind the picture in its file: save it anew, as a picture alone",
  moving: "A picture that moves cannot be shown here: take one that stands still",
  heavy: "The file is too heavy: 6 MB at most",
  large: "The picture has too many dots: 40 million at most, such as 8000 x 5000",
} as const;

/**
 * Puts the stored files of an upload in the place of what was sent, before Payload has looked at it: it is told of the finished picture alone.
 * No picture is made of an address (the desk would fetch it), and none is changed, since its name is made of its content.
 */
export const takePicture: CollectionBeforeOperationHook = async ({ args, operation, req }) => {
  if (operation !== "create" && operation !== "update") return args;
  // Cuts and centres, which would make Payload fetch the file anew.
  if (req.query) delete req.query.uploadEdits;
  const { file } = req;
  if (operation === "update") {
    if (file) throw refuse(req, "A picture does not change: upload another one");
    return args;
  }
  if (!file) throw refuse(req, "Choose a picture first");
  const made = await makePicture(file.data);
  if ("fault" in made) throw refuse(req, reasons[made.fault]);
  if (await isThere(req, made.name)) throw refuse(req, "This picture is here already");
  req.context.picture = made;
  req.file = { data: made.bytes, mimetype: "image/webp", name: made.name, size: made.bytes.length };
  return args;
};

/** Stores the files when everything else has been judged, in the edit's own transaction: no row is kept without them. */
export const storePicture =
  (folder: string): CollectionAfterChangeHook =>
  async ({ context, doc, operation }) => {
    const made = context.picture as MadePicture | undefined;
    if (operation === "create" && made) await keepPictures(folder, [...made.narrow, made]);
    return doc;
  };

/** What is known of a picture's file is the upload's, whatever a form sends. */
export const keepFile: CollectionBeforeChangeHook = ({ data, operation, originalDoc }) => {
  if (operation === "create") return data;
  const { filename, mimeType, filesize, width, height } = originalDoc as Record<string, unknown>;
  return { ...data, filename, mimeType, filesize, width, height };
};

/** With a picture its files go. */
export const dropPicture =
  (folder: string): CollectionAfterDeleteHook =>
  async ({ doc }) => {
    const { filename, width } = doc as { filename?: string | null; width?: number | null };
    if (filename && width) await removePictures(folder, filesOf({ name: filename, width }));
  };

function refuse(req: PayloadRequest, message: string) {
  return refusalOf(req, "media", [{ path: "file", message }]);
}

async function isThere(req: PayloadRequest, filename: string): Promise<boolean> {
  const where = { filename: { equals: filename } };
  const found = await req.payload.db.find({ collection: "media", where, limit: 1, req } as never);
  return (found as { docs: unknown[] }).docs.length > 0;
}
