import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { type ContainerFault, readContainer } from "#features/content/media/containers.rules.ts";
import {
  largestPicture,
  narrowName,
  narrowWidths,
  pictureBytes,
  pictureDots,
} from "#features/content/media/pictures.rules.ts";

type PictureFault = ContainerFault | "heavy" | "large";

/** A picture as it is stored: written anew, so that nothing is left of the file it came in (places, names, scripts) but its dots. */
export type MadePicture = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
  /** The same one narrower, under names of their own. */
  readonly narrow: readonly { readonly name: string; readonly bytes: Buffer }[];
};

const QUALITY = 82;

/**
 * Makes the stored files of a picture out of what somebody has sent. A file that is too heavy, of another kind, broken or something else
 * besides is refused by its structure, and one with too many dots by its header: before any of them is unpacked.
 */
export async function makePicture(bytes: Buffer): Promise<MadePicture | { readonly fault: PictureFault }> {
  if (bytes.length > pictureBytes) return { fault: "heavy" };
  const kind = readContainer(bytes);
  if (typeof kind !== "string") return kind;
  const header = await readHeader(bytes);
  if (header?.format !== kind) return { fault: "broken" };
  if (header.width * header.height > pictureDots) return { fault: "large" };
  if ((header.pages ?? 1) > 1) return { fault: "moving" };
  try {
    return await write(bytes);
  } catch {
    return { fault: "broken" };
  }
}

/** What a file says of itself; null when it says nothing that can be read. The limit comes later, with words of its own. */
async function readHeader(bytes: Buffer) {
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

async function write(bytes: Buffer): Promise<MadePicture> {
  const { width: mostWide, height: mostHigh } = largestPicture;
  const full = await toWebp(open(bytes).resize({ ...fitting, width: mostWide, height: mostHigh }));
  const { width, height } = full.info;
  const name = `${createHash("sha256").update(full.data).digest("hex")}.webp`;
  const narrow: { name: string; bytes: Buffer }[] = [];
  for (const narrower of narrowWidths.filter((one) => one < width)) {
    const { data } = await toWebp(open(bytes).resize({ ...fitting, width: narrower }));
    narrow.push({ name: narrowName(name, narrower), bytes: data });
  }
  return { name, width, height, bytes: full.data, narrow };
}

const fitting = { fit: "inside", withoutEnlargement: true } as const;

/** Turned as its camera was held: what says so is not kept. */
function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: pictureDots, failOn: "error" }).autoOrient();
}

function toWebp(picture: Sharp) {
  return picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
}
