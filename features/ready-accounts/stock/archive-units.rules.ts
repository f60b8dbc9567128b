import { type ArchiveFile, archiveLimits } from "#features/ready-accounts/stock/archive.rules.ts";
import { readJsonUnit } from "#features/ready-accounts/stock/json-list.rules.ts";
import {
  type FileTemplate,
  identityOf,
  readLine,
  type StockRead,
  type StockTemplate,
  takeUnits,
  type UnitRead,
} from "#features/ready-accounts/stock/template.rules.ts";
import { unitFileText } from "#features/ready-accounts/unit-files.rules.ts";
import { readJson } from "#lib/json/bounded-json.ts";

/**
 * Reads the files of an archive by a template: of `login:password` each file holds one account, as a line or as a JSON object;
 * of `phone.session` each file is one; of a folder's template each folder at the top is one. The name of the file or folder is the
 * account's.
 */
export function readArchive(
  files: readonly ArchiveFile[],
  template: StockTemplate | FileTemplate,
): StockRead {
  if ("fields" in template)
    return takeUnits(placed(files, ({ path }) => path).map((one) => textUnit(one, template)));
  if (template.extension !== null) {
    const { extension } = template;
    return takeUnits(placed(files, ({ path }) => path).map((one) => fileUnit(one, extension)));
  }
  const folders = Map.groupBy(files, ({ path }) => path.split("/")[0] as string);
  return takeUnits(placed([...folders], ([name]) => name).map(folderUnit));
}

type Placed<Thing> = { readonly line: number; readonly entry: string; readonly thing: Thing };

function placed<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Placed<Thing>[] {
  return things.map((thing, at) => ({ line: at + 1, entry: nameOf(thing), thing }));
}

function textUnit({ thing, ...place }: Placed<ArchiveFile>, template: StockTemplate): UnitRead {
  const text = textOf(thing.bytes)?.trim() ?? null;
  if (text === null) return { ...place, unit: "not-text" };
  if (!/\.json$/i.test(thing.path)) return { ...place, unit: readLine(text, template) };
  const object = objectOf(text);
  return { ...place, unit: object === null ? "not-text" : readJsonUnit(object, template) };
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function objectOf(text: string): unknown {
  try {
    return readJson(text, { maxDepth: 2, maxValues: 1_000 }, "text");
  } catch {
    return null;
  }
}

function fileUnit({ thing, ...place }: Placed<ArchiveFile>, extension: string): UnitRead {
  const name = thing.path.split("/").at(-1) as string;
  const stem = name.slice(0, -extension.length - 1);
  if (!name.toLowerCase().endsWith(`.${extension}`) || stem.trim() === "") return { ...place, unit: "names" };
  const files = [{ path: name, base64: thing.bytes.toString("base64") }];
  const text = unitFileText({ name, isFolder: false, files });
  return { ...place, unit: { text, identity: identityOf(stem.trim()) } };
}

function folderUnit({ thing: [name, files], ...place }: Placed<[string, ArchiveFile[]]>): UnitRead {
  // A file beside the folders.
  if (files.some(({ path }) => path === name)) return { ...place, unit: "names" };
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (size > archiveLimits.fileBytes) return { ...place, unit: "too-large" };
  const text = unitFileText({
    ...{ name, isFolder: true },
    files: files.map(({ path, bytes }) => ({
      ...{ path: path.slice(name.length + 1), base64: bytes.toString("base64") },
    })),
  });
  return { ...place, unit: { text, identity: identityOf(name.trim()) } };
}
