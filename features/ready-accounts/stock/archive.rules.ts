import type { ArchiveProblem } from "#features/ready-accounts/stock/archive-problems.rules.ts";
import { pathLimits, pathProblem } from "#features/ready-accounts/unit-files.rules.ts";

export const archiveLimits = {
  /** Of the archive as it is sent, before base64. */
  bytes: 3_000_000,
  entries: 10_000,
  /** Of all its files; counted while they are unpacked. */
  unpackedBytes: 16_777_216,
  /** Of a file, and of the files of an account together: an order answers all its accounts at once. */
  fileBytes: 65_536,
  /** Times that a file may be larger than it is packed, once it is larger than `ratioFromBytes`. */
  ratio: 100,
  ratioFromBytes: 4_096,
} as const;

/** A file of an archive, unpacked. */
export type ArchiveFile = { readonly path: string; readonly bytes: Buffer };

/** What the headers of an archive say of an entry. */
export type EntryFacts = {
  readonly path: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  /** As Unix keeps it: kind and rights; 0 where the archive does not say. */
  readonly mode: number;
};

const KIND = 0o170000;
const kinds = { unsaid: 0, file: 0o100000, folder: 0o040000 } as const;
const METHODS: readonly number[] = [0, 8];

/** Is an entry a folder? Folders are only looked at. */
export function isFolderEntry({ path, mode }: Pick<EntryFacts, "path" | "mode">): boolean {
  return path.endsWith("/") || (mode & KIND) === kinds.folder;
}

/** What is wrong with an entry by its headers; what it holds is judged while it is unpacked. */
export function entryProblem(entry: EntryFacts): ArchiveProblem | null {
  const wrong = pathProblem(entry.path.replace(/\/$/, ""));
  if (wrong !== null) return wrong;
  if (!(Object.values(kinds) as number[]).includes(entry.mode & KIND)) return "special";
  if (isFolderEntry(entry)) return null;
  if (entry.isEncrypted) return "encrypted";
  if (!METHODS.includes(entry.method)) return "method";
  return /\.(?:zip|rar|7z|tar|t?gz|t?bz2|t?xz|zst)$/i.test(entry.path) ? "nested" : null;
}

/** What computers add by themselves, which belongs to no account. */
export function isLitter(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)(?:\/|$)/i.test(path);
}

const ARCHIVES = [
  "504b0304",
  "504b0506",
  "526172211a07",
  "377abcaf271c",
  "1f8b08",
  "fd377a585a00",
  "28b52ffd",
];

/** Are these the first bytes of an archive, whatever it is called? */
export function isArchive(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 8).toString("hex");
  return ARCHIVES.some((magic) => head.startsWith(magic));
}

/** How many bytes a file may have that is packed in so many. */
export function unpackedMax(packedBytes: number, leftBytes: number): number {
  const byRatio = Math.max(archiveLimits.ratioFromBytes, packedBytes * archiveLimits.ratio);
  return Math.min(archiveLimits.fileBytes, leftBytes, byRatio);
}

/** Which of the limits of `unpackedMax` was the one that a file went beyond. */
export function sizeProblem(packedBytes: number, leftBytes: number): ArchiveProblem {
  const max = unpackedMax(packedBytes, leftBytes);
  if (max === archiveLimits.fileBytes) return "file-too-large";
  return max === leftBytes ? "too-large" : "ratio";
}

/** A path as a refusal names it. */
export function shownPath(path: string): string {
  return path.slice(0, pathLimits.characters);
}
