/** What pictures may come as. A moving or a drawn one (GIF, SVG) is none of them. */
type PictureKind = "jpeg" | "png" | "webp";

/** Why a file is no picture for us. */
export type ContainerFault = "strange" | "broken" | "more" | "moving";

type Container = PictureKind | { readonly fault: ContainerFault };

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * The kind of a file, told by walking its own structure from the first byte to the last, whatever its name and the browser say. A file that
 * ends before its picture is broken; one that goes on behind it is something else besides (an archive, a page, a script). Nothing is decoded.
 */
export function readContainer(bytes: Buffer): Container {
  if (bytes.subarray(0, PNG_START.length).equals(PNG_START)) return walkPng(bytes);
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return walkJpegs(bytes);
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
    return walkWebp(bytes);
  return { fault: "strange" };
}

/** Chunks of a length, a name, data and four bytes of a checksum, from IHDR to IEND. */
function walkPng(bytes: Buffer): Container {
  let at = PNG_START.length;
  for (let isFirst = true; at + 12 <= bytes.length; isFirst = false) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    if (isFirst !== (name === "IHDR")) return { fault: "broken" };
    if (name === "acTL") return { fault: "moving" };
    at += 12 + bytes.readUInt32BE(at);
    if (name === "IEND") return endsAt(bytes, at) ?? "png";
  }
  return { fault: "broken" };
}

/** Its header tells how long all of it is; a list of chunks follows. */
function walkWebp(bytes: Buffer): Container {
  if (bytes.length < 20) return { fault: "broken" };
  const fault = endsAt(bytes, 8 + evened(bytes.readUInt32LE(4)));
  if (fault) return fault;
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = bytes.toString("latin1", at, at + 4);
    if (name === "ANIM" || name === "ANMF") return { fault: "moving" };
    at += 8 + evened(bytes.readUInt32LE(at + 4));
  }
  return endsAt(bytes, at) ?? "webp";
}

/** A picture, behind which telephones put further ones (smaller, or with more light): JPEG files again, and nothing else. */
function walkJpegs(bytes: Buffer): Container {
  let at = 0;
  while (at < bytes.length) {
    if (!bytes.subarray(at, at + JPEG_START.length).equals(JPEG_START)) return { fault: "more" };
    const end = endOfJpeg(bytes, at + 2);
    if (end === null) return { fault: "broken" };
    at = end;
    while (bytes[at] === 0) at += 1;
  }
  return "jpeg";
}

/** Where the picture whose first segment stands there ends; null when it does not. */
function endOfJpeg(bytes: Buffer, start: number): number | null {
  for (let at = start; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return at + 2;
    else if (at + 4 > bytes.length) return null;
    else {
      const length = bytes.readUInt16BE(at + 2);
      if (length < 2) return null;
      at += 2 + length;
      if (marker === 0xda) at = endOfScan(bytes, at);
    }
  }
  return null;
}

/** The next marker behind the dots of a picture; among them a byte 255 is followed by 0, or by the mark of a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return bytes.length;
}

function evened(length: number): number {
  return length + (length % 2);
}

/** The fault of a file that ends elsewhere than its picture. */
function endsAt(bytes: Buffer, end: number): { fault: ContainerFault } | null {
  if (end === bytes.length) return null;
  return { fault: end > bytes.length ? "broken" : "more" };
}
