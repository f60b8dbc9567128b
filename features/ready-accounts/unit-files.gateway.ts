import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { UnitFile } from "#features/ready-accounts/unit-files.rules.ts";

/** Zip has no time before it. */
const NO_TIME = new Date(1980, 0, 1);

/** An account's files as one file for its buyer: itself, or its folder as a zip archive. */
export async function packUnit({
  name,
  isFolder,
  files,
}: UnitFile): Promise<{ name: string; bytes: Buffer }> {
  const [first] = files;
  if (!isFolder) return { name, bytes: Buffer.from(first?.base64 ?? "", "base64") };
  const archive = new ZipFile();
  for (const { path, base64 } of files)
    archive.addBuffer(Buffer.from(base64, "base64"), `${name}/${path}`, { mtime: NO_TIME });
  archive.end();
  return { name: `${name}.zip`, bytes: await buffer(archive.outputStream as AsyncIterable<Buffer>) };
}
