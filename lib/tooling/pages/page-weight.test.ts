import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { weighPage } from "#lib/tooling/pages/page-weight.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-weight-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a page weighs its runtime, its layouts' and its own files, each once, and nothing that is loaded later", () => {
  const page = path.join(folder, "server/app/[locale]/pay");
  mkdirSync(page, { recursive: true });
  mkdirSync(path.join(folder, "static"));
  // Random bytes do not shrink: what is packed is about as long as it was.
  for (const [name, bytes] of [
    ["run.js", 4_000],
    ["frame.js", 20_000],
    ["pay.js", 8_000],
    ["later.js", 90_000],
    ["a.css", 3_000],
  ] as const)
    writeFileSync(path.join(folder, "static", name), randomBytes(bytes));
  writeFileSync(
    path.join(folder, "build-manifest.json"),
    JSON.stringify({ rootMainFiles: ["static/run.js"] }),
  );
  const manifest = {
    clientModules: { drawer: { chunks: ["/_next/static/later.js"] } },
    entryJSFiles: { layout: ["static/frame.js"], page: ["static/frame.js", "static/pay.js"] },
    entryCSSFiles: { layout: [{ path: "static/a.css" }], page: [{ path: "static/a.css" }] },
  };
  writeFileSync(
    path.join(page, "page_client-reference-manifest.js"),
    `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["/[locale]/pay/page"] = ${JSON.stringify(manifest)};\n`,
  );
  const weight = weighPage(folder, "[locale]/pay");
  for (const packing of ["brotli", "gzip"] as const) {
    expect(Math.round(weight.script[packing] / 1_000), packing).toBe(32);
    expect(Math.round(weight.css[packing] / 1_000), packing).toBe(3);
  }
});
