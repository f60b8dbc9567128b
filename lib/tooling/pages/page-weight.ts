import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

type ClientManifest = {
  entryJSFiles?: Record<string, string[]>;
  entryCSSFiles?: Record<string, { path: string }[]>;
};
/** Bytes on the wire that a browser with an empty cache takes before a page listens. */
export type PageWeight = { script: number; css: number };

/**
 * The weight of a built page, read from the build's own manifests: script and CSS of the page, its layouts and the runtime, each
 * packed as the front door packs it (brotli 5). `page` is its folder under app/, as in `[locale]/authorization`; `folder` is `.next`.
 * What is loaded later, on a press or by `import()`, is not in it. Throws when there is no such page.
 */
export function weighPage(folder: string, page: string): PageWeight {
  const build = JSON.parse(readFileSync(path.join(folder, "build-manifest.json"), "utf8")) as {
    rootMainFiles: string[];
  };
  const manifest = readManifest(path.join(folder, "server/app", `${page}/page_client-reference-manifest.js`));
  const styles = Object.values(manifest.entryCSSFiles ?? {}).flatMap((files) =>
    files.map((file) => file.path),
  );
  const scripts = Object.values(manifest.entryJSFiles ?? {}).flat();
  return {
    script: weighFiles(folder, [...build.rootMainFiles, ...scripts]),
    css: weighFiles(folder, styles),
  };
}

/** The build writes it as a program: an assignment of JSON to a place in `globalThis`. */
function readManifest(file: string): ClientManifest {
  const program = readFileSync(file, "utf8");
  const json = /\]\s*=\s*(\{[\s\S]*\})\s*;?\s*$/.exec(program)?.[1];
  if (!json) throw new Error(`${file} is not written as expected`);
  return JSON.parse(json) as ClientManifest;
}

function weighFiles(folder: string, files: string[]): number {
  const bytes = [...new Set(files)].map((file) => {
    const body = readFileSync(path.join(folder, decodeURIComponent(file.replace(/^\/?_next\//, ""))));
    return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  });
  return bytes.reduce((sum, size) => sum + size, 0);
}
