import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A zip archive with these files, by their paths. */
export function archiveOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [path, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), path);
  archive.end();
  return buffer(archive.outputStream as AsyncIterable<Buffer>);
}

/** Where the record of an entry begins in an archive's directory. */
function recordOf(archive: Buffer, path: string): number {
  const name = Buffer.from(path);
  for (let at = archive.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; ) {
    const length = archive.readUInt16LE(at + 28);
    if (archive.subarray(at + 46, at + 46 + length).equals(name)) return at;
    at = archive.indexOf("PK\x01\x02", at + 4, "latin1");
  }
  throw new Error(`The archive has no entry ${path}`);
}

/** What an archive's directory says of an entry, to be falsified; where each stands in the record. */
const members = { flags: [8, 2], method: [10, 2], size: [24, 4], attributes: [38, 4] } as const;

/** The archive with a false word in its directory about one of its entries. */
export function falsified(
  archive: Buffer,
  path: string,
  member: keyof typeof members,
  value: number,
): Buffer {
  const copy = Buffer.from(archive);
  const [offset, length] = members[member];
  copy.writeUIntLE(value, recordOf(copy, path) + offset, length);
  return copy;
}

/** The archive with another path, of the same length, everywhere instead of one. */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  const hex = archive.toString("latin1").replaceAll(from, to);
  return Buffer.from(hex, "latin1");
}
