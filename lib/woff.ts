import { inflateSync } from "node:zlib";

const WOFF = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

/**
 * The font inside a WOFF file (W3C WOFF 1.0, sections 3 to 5) as the TrueType file it was made of: its tables unpacked. What
 * sets type would otherwise unpack a table again for every sign. Throws on what is no WOFF.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF) throw new Error("not a WOFF file");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, HEADER + index * ENTRY));
  const directory = Buffer.alloc(12 + count * 16);
  const power = 2 ** Math.floor(Math.log2(count));
  directory.writeUInt32BE(woff.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(count * 16 - power * 16, 10);
  let offset = directory.length;
  const parts = tables.map(({ tag, checksum, data }, index) => {
    const at = 12 + index * 16;
    directory.writeUInt32BE(tag, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([directory, ...parts]);
}

type Table = { readonly tag: number; readonly checksum: number; readonly data: Buffer };

function tableAt(woff: Buffer, at: number): Table {
  const begin = woff.readUInt32BE(at + 4);
  const packedLength = woff.readUInt32BE(at + 8);
  const length = woff.readUInt32BE(at + 12);
  const packed = woff.subarray(begin, begin + packedLength);
  // A table that packing would not make smaller is stored as it is.
  const data = packedLength === length ? packed : inflateSync(packed);
  return { tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), data };
}
