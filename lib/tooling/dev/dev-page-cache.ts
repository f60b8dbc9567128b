import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureFolder, writeFileAtomically } from "#lib/tooling/files.ts";

const NEXT = path.join(".next", "dev");
/** What Next has worked out about the pages; it trusts this at its next start. */
const CACHE = path.join(NEXT, "cache", "turbopack");
const WHOLE = path.join(NEXT, "sms-den-cache-is-whole");

/**
 * Call before Next starts in development. What a killed Next left of its cache is half written and makes the next one abort at every
 * page: unless the last one ended in order, the cache is removed, and pages are worked out anew.
 */
export function beginWithWholeCache(root: string): void {
  if (!existsSync(path.join(root, WHOLE)))
    rmSync(path.join(root, CACHE), { recursive: true, force: true, maxRetries: 3 });
  rmSync(path.join(root, WHOLE), { force: true });
}

/** Call once Next has ended in order and its cache is written. */
export function cacheIsWhole(root: string): void {
  ensureFolder(path.join(root, NEXT));
  writeFileAtomically(path.join(root, WHOLE), "", 0o644);
}
