import { brotliDecompressSync } from "node:zlib";

const HEADER_BYTES = 48;
/** Places of the tables' names in the list of the WOFF2 specification (section 5.1). */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const NAMED_IN_FULL = 63;

/** The code points that a WOFF2 font has a glyph for. Throws when its table of characters is of neither common format. */
export function signsOfFont(file: Buffer): Set<number> {
  const cmap = readCmap(file);
  const signs = new Set<number>();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format !== 4 && format !== 12) throw new Error(`Characters in format ${format}`);
    for (const [first, last] of format === 4 ? shortSpans(table) : longSpans(table))
      for (let sign = first; sign <= last; sign++) if (sign !== 0xffff) signs.add(sign);
  }
  return signs;
}

function readCmap(file: Buffer): Buffer {
  let at = HEADER_BYTES;
  const readNumber = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let cmap: [number, number] | null = null;
  for (let left = file.readUInt16BE(12); left > 0; left--) {
    const flags = file.readUInt8(at++);
    const name = flags & 63;
    if (name === NAMED_IN_FULL) at += 4;
    const bytes = readNumber();
    const version = flags >> 6;
    const isTransformed = name === GLYF || name === LOCA ? version !== 3 : version !== 0;
    const stored = isTransformed ? readNumber() : bytes;
    if (name === CMAP) cmap = [offset, offset + stored];
    offset += stored;
  }
  if (!cmap) throw new Error("A font without a table of characters");
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...cmap);
}

function shortSpans(table: Buffer): [number, number][] {
  const doubled = table.readUInt16BE(6);
  return Array.from({ length: doubled / 2 }, (_, index) => [
    table.readUInt16BE(16 + doubled + index * 2),
    table.readUInt16BE(14 + index * 2),
  ]);
}

function longSpans(table: Buffer): [number, number][] {
  return Array.from({ length: table.readUInt32BE(12) }, (_, index) => [
    table.readUInt32BE(16 + index * 12),
    table.readUInt32BE(20 + index * 12),
  ]);
}
