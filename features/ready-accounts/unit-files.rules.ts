/** A file of an account that is sold as files. */
type FileOfUnit = { readonly path: string; readonly base64: string };

/** What a unit is whose account is a file, or a folder of files. */
export type UnitFile = {
  /** Of the file or the folder. */
  readonly name: string;
  readonly isFolder: boolean;
  readonly files: readonly FileOfUnit[];
};

export const pathLimits = { characters: 200, segments: 8 } as const;

/** `path`: it climbs out of its folder, begins at a root, or has characters that no file name should have. */
type PathProblem = "path" | "too-deep";

/** What is wrong with a path inside an archive; it is written with `/`. */
export function pathProblem(path: string): PathProblem | null {
  const segments = path.split("/");
  if (segments.length > pathLimits.segments) return "too-deep";
  const isNamed = segments.every((segment) => segment.trim() !== "" && segment !== "." && segment !== "..");
  const isPlain = !/[\\\p{Cc}\p{Cf}\p{Cs}]/u.test(path) && !/^[a-z]:/i.test(path);
  return isNamed && isPlain && path.length <= pathLimits.characters ? null : "path";
}

/** The text by which an account is kept and delivered that is a file, or a folder of files: JSON with the bytes in base64. */
export function unitFileText({ name, isFolder, files }: UnitFile): string {
  return JSON.stringify(isFolder ? { folder: name, files } : { file: name, base64: files[0]?.base64 ?? "" });
}

/** The files of an account, or null for one that is a text. */
export function readUnitFile(text: string): UnitFile | null {
  if (!/^\{"(?:file|folder)":"/.test(text)) return null;
  const read = parse(text);
  if (read === null) return null;
  if (typeof read.file === "string" && isFile({ path: read.file, base64: read.base64 }))
    return {
      name: read.file,
      isFolder: false,
      files: [{ path: read.file, base64: read.base64 as string }],
    };
  if (typeof read.folder !== "string" || !Array.isArray(read.files) || read.files.length === 0) return null;
  const isGood = pathProblem(read.folder) === null && read.files.every(isFile);
  return isGood ? { name: read.folder, isFolder: true, files: read.files } : null;
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isFile(value: unknown): value is FileOfUnit {
  const { path, base64 } = (value ?? {}) as { path?: unknown; base64?: unknown };
  return typeof path === "string" && pathProblem(path) === null && typeof base64 === "string";
}
