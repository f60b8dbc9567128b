/**
 * Why an archive is not taken, as a whole. `broken`: it is none, it is cut off, or a file is not what its headers say; `special`: a link or
 * a device; `method`: packed in another way than deflate; `nested`: an archive in the archive; `repeated`: a path that stands there twice.
 */
export const archiveProblems = [
  "broken",
  "empty",
  "too-many",
  "path",
  "too-deep",
  "special",
  "encrypted",
  "method",
  "nested",
  "repeated",
  "file-too-large",
  "too-large",
  "ratio",
] as const;
export type ArchiveProblem = (typeof archiveProblems)[number];
