import { readFileSync } from "node:fs";
import path from "node:path";
import { withoutComments } from "#lib/tooling/source-files.ts";

/** `from "…"` and `import("…")` of the house's own files, which are named with their endings; types leave nothing behind. */
const IMPORT = /\b(import|export)\b(\s+type\b)?[^"';]*?["'](#[^"']+|\.{1,2}\/[^"']+)["']/g;

/**
 * The files that a program of the house is made of, itself included: what it imports, what that imports, and so on. Paths from
 * `root`, with slashes.
 */
export function filesOf(root: string, program: string): Set<string> {
  const found = new Set<string>();
  const open = [program];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    if (/\.tsx?$/.test(file)) open.push(...importsOf(root, file));
  }
  return found;
}

export function importsOf(root: string, file: string): string[] {
  let text: string;
  try {
    text = readFileSync(path.join(root, file), "utf8");
  } catch {
    // Named before it is there, or gone a moment ago.
    return [];
  }
  return [...withoutComments(text).matchAll(IMPORT)]
    .filter(([, , type]) => type === undefined)
    .map(([, , , name = ""]) =>
      name.startsWith("#") ? name.slice(1) : path.posix.join(path.posix.dirname(file), name),
    );
}
