import { readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

type ClientManifest = {
  entryJSFiles?: Record<string, string[]>;
  entryCSSFiles?: Record<string, { path: string }[]>;
};
/** Bytes of some files: packed as the front door packs them (brotli 5), and by gzip as it is by default, in which the goals are set. */
type PackedBytes = { brotli: number; gzip: number };
/** What a browser with an empty cache takes before a page listens. */
export type PageWeight = { script: PackedBytes; css: PackedBytes };

/**
 * The weight of a built page, read from the build's own manifests: script and CSS of the page, its layouts and the runtime, each file
 * packed by itself. `page` is its folder under app/, as in `[locale]/authorization`; `folder` is `.next`.
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

function weighFiles(folder: string, files: string[]): PackedBytes {
  const sum = { brotli: 0, gzip: 0 };
  for (const file of new Set(files)) {
    const body = readFileSync(path.join(folder, decodeURIComponent(file.replace(/^\/?_next\//, ""))));
    sum.brotli += brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
    sum.gzip += gzipSync(body).length;
  }
  return sum;
}
