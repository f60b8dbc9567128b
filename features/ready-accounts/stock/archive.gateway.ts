import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  type ArchiveFile,
  archiveLimits,
  type EntryFacts,
  entryProblem,
  isArchive,
  isFolderEntry,
  isLitter,
  shownPath,
  sizeProblem,
  unpackedMax,
} from "#features/ready-accounts/stock/archive.rules.ts";
import type { ArchiveProblem } from "#features/ready-accounts/stock/archive-problems.rules.ts";
import { AppError } from "#lib/errors/app-error.ts";

const inflate = promisify(inflateRaw);

type NamedEntry = EntryFacts & { readonly entry: Entry };

/**
 * Unpacks a zip archive into memory, folders and the computer's own litter left out. All headers are judged before anything is
 * unpacked, and none of them is believed: bytes are counted while they are unpacked, and no file gets more memory than it may have.
 * Throws STOCK_ARCHIVE_WRONG, which names the entry and the reason.
 */
export async function openArchive(bytes: Buffer): Promise<ArchiveFile[]> {
  if (bytes.length > archiveLimits.bytes) throw archiveWrong("too-large");
  const zip = await orBroken(fromBufferPromise(bytes, { decodeStrings: false, lazyEntries: true }));
  const files = (await listEntries(zip, bytes.length)).filter(
    (entry) => !isFolderEntry(entry) && !isLitter(entry.path),
  );
  const unpacked: ArchiveFile[] = [];
  let left: number = archiveLimits.unpackedBytes;
  for (const file of files) {
    const content = await unpack(zip, bytes, file, left);
    if (isArchive(content)) throw archiveWrong("nested", file.path);
    left -= content.length;
    unpacked.push({ path: file.path, bytes: content });
  }
  if (unpacked.length === 0) throw archiveWrong("empty");
  return unpacked;
}

/** What the headers say of all entries, each of them harmless. */
async function listEntries(zip: ZipFile, archiveBytes: number): Promise<NamedEntry[]> {
  if (zip.entryCount > archiveLimits.entries) throw archiveWrong("too-many");
  const found = await orBroken(readHeaders(zip));
  for (const entry of found) {
    const problem = entryProblem(entry);
    if (problem !== null) throw archiveWrong(problem, entry.path);
  }
  checkPaths(found);
  // Entries that lie on one another are how a small archive holds very much.
  const packed = found.reduce((sum, { entry }) => sum + entry.compressedSize, 0);
  if (packed > archiveBytes) throw archiveWrong("broken");
  return found;
}

async function readHeaders(zip: ZipFile): Promise<NamedEntry[]> {
  const found: NamedEntry[] = [];
  for await (const entry of zip.eachEntry()) found.push(namedEntry(entry));
  return found;
}

function namedEntry(entry: Entry): NamedEntry {
  const { generalPurposeBitFlag: flags, fileNameRaw, extraFields, externalFileAttributes } = entry;
  return {
    entry,
    path: getFileNameLowLevel(flags, fileNameRaw, extraFields, true),
    isEncrypted: entry.isEncrypted(),
    method: entry.compressionMethod,
    mode: externalFileAttributes >>> 16,
  };
}

/** On many computers names in another case are the same file; and nothing can be both a file and a folder. */
function checkPaths(entries: readonly NamedEntry[]): void {
  const folded = (path: string) => path.replace(/\/$/, "").normalize("NFC").toLowerCase();
  const files = new Set<string>();
  for (const entry of entries) {
    if (isFolderEntry(entry)) continue;
    if (files.has(folded(entry.path))) throw archiveWrong("repeated", entry.path);
    files.add(folded(entry.path));
  }
  for (const { path } of entries) {
    const segments = folded(path).split("/");
    const isBelowFile = segments.some((_, at) => at > 0 && files.has(segments.slice(0, at).join("/")));
    if (isBelowFile) throw archiveWrong("repeated", path);
  }
}

async function unpack(zip: ZipFile, bytes: Buffer, file: NamedEntry, left: number): Promise<Buffer> {
  const { entry, path, method } = file;
  const { fileDataStart } = await orBroken(zip.readLocalFileHeaderPromise(entry, { minimal: true }), path);
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  const max = unpackedMax(packed.length, left);
  const content = method === 0 ? packed : await inflated(packed, max, path, left);
  if (content.length > max) throw archiveWrong(sizeProblem(packed.length, left), path);
  const isAsSaid = content.length === entry.uncompressedSize && crc32(content) === entry.crc32;
  if (!isAsSaid) throw archiveWrong("broken", path);
  return content;
}

async function inflated(packed: Buffer, max: number, path: string, left: number): Promise<Buffer> {
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, max) });
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw archiveWrong(isTooLarge ? sizeProblem(packed.length, left) : "broken", path);
  }
}

/** What the library says of an archive that it cannot read may repeat names and bytes: it is not passed on. */
async function orBroken<T>(reading: Promise<T>, path?: string): Promise<T> {
  try {
    return await reading;
  } catch {
    throw archiveWrong("broken", path);
  }
}

function archiveWrong(problem: ArchiveProblem, path?: string): AppError {
  const details = path === undefined ? { problem } : { problem, entry: shownPath(path) };
  return new AppError(readyAccountErrors.STOCK_ARCHIVE_WRONG, { details });
}
