import type { ChildProcess, SpawnOptions } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { readJson, readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { buildPartnerAgent } from "#lib/tooling/partner-agent-file.ts";
import { Problem } from "#lib/tooling/problem.ts";

/** Everything that ends up in the built pages, and what decides how they are built. */
const SOURCES = [
  "{app,components,features,lib}/**/*.{ts,tsx,css,json,svg,png,ico,woff2,txt}",
  "messages/*.json",
  "public/**/*",
  "{proxy,instrumentation,next.config,tailwind.config}.ts",
  "postcss.config.mjs",
  "package-lock.json",
  "tsconfig.json",
];
const NOT_BUILT = /\.(test|e2e)\.tsx?$|^app\/_processes\/|^lib\/(testing|tooling)\//;

type BuildRecord = { fingerprint: string; buildId: string };

/** A hash over the contents of all sources of the pages. */
export function fingerprintSources(root: string): string {
  const hash = createHash("sha256").update(process.version);
  const names = globSync(SOURCES, { cwd: root }).filter((name) => !NOT_BUILT.test(name));
  for (const name of names.sort()) {
    if (!statSync(path.join(root, name)).isFile()) continue;
    hash.update(`${name}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(root, name)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function buildIdOf(root: string): string | null {
  return readText(path.join(root, ".next", "BUILD_ID"));
}

/** Whether the built pages are those of the present sources. */
export function isBuilt(root: string): boolean {
  const record = readJson<BuildRecord>(recordFile(root));
  return (
    record !== null && record.buildId === buildIdOf(root) && record.fingerprint === fingerprintSources(root)
  );
}

function recordFile(root: string): string {
  // Beside what it describes: whoever removes the build removes the record.
  return path.join(root, ".next", "sms-den-build.json");
}

export type StartNode = (args: string[], options: SpawnOptions) => ChildProcess;

/** Builds the pages and the program that partners download; `startNode` starts the builder. Throws a Problem with the end of the builder's output. */
export async function buildPages(
  root: string,
  env: Record<string, string>,
  startNode: StartNode,
): Promise<void> {
  const fingerprint = fingerprintSources(root);
  const next = path.join(root, "node_modules", "next", "dist", "bin", "next");
  const child = startNode([next, "build"], {
    cwd: root,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const buildId = buildIdOf(root);
  if (code !== 0 || !buildId) {
    const end = output.trim().split("\n").slice(-40).join("\n");
    throw new Problem(`The pages could not be built:\n${end}\nMend the fault above and start again.`);
  }
  // The cabinet offers it for download.
  await buildPartnerAgent(root, path.join(root, ".next", "partner-agent"));
  writeFileAtomically(
    recordFile(root),
    `${JSON.stringify({ fingerprint, buildId } satisfies BuildRecord)}\n`,
    0o644,
  );
}
