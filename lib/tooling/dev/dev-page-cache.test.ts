import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { beginWithWholeCache, cacheIsWhole } from "#lib/tooling/dev/dev-page-cache.ts";

test("Next begins in development with what the last run kept only when that one ended in order", () => {
  const root = mkdtempSync(path.join(tmpdir(), "dev-cache-"));
  const kept = path.join(root, ".next/dev/cache/turbopack/v1/kept");
  const fill = () => {
    mkdirSync(path.dirname(kept), { recursive: true });
    writeFileSync(kept, "");
  };
  beginWithWholeCache(root);
  fill();
  cacheIsWhole(root);
  beginWithWholeCache(root);
  expect(existsSync(kept), "ended in order").toBe(true);
  // This one is killed.
  beginWithWholeCache(root);
  expect(existsSync(kept), "was killed").toBe(false);
  rmSync(root, { recursive: true });
});
