import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { buildPartnerAgent } from "#lib/tooling/drawn/partner-agent-file.ts";
import { ROOT, readJson, readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { packagePrograms, startNode } from "#lib/tooling/programs.ts";

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
function fingerprintSources(): string {
  const hash = createHash("sha256").update(process.version);
  const names = globSync(SOURCES, { cwd: ROOT }).filter((name) => !NOT_BUILT.test(name));
  for (const name of names.sort()) {
    if (!statSync(path.join(ROOT, name)).isFile()) continue;
    hash.update(`${name}\0`).update(
      createHash("sha256")
        .update(readFileSync(path.join(ROOT, name)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function buildIdOf(): string | null {
  return readText(path.join(ROOT, ".next", "BUILD_ID"));
}

/** Whether the built pages are those of the present sources. */
export function isBuilt(): boolean {
  const record = readJson<BuildRecord>(recordFile());
  return record !== null && record.buildId === buildIdOf() && record.fingerprint === fingerprintSources();
}

function recordFile(): string {
  // Beside what it describes: whoever removes the build removes the record.
  return path.join(ROOT, ".next", "sms-den-build.json");
}

/** Builds the pages, and the program that partners download, when the present build is not that of the present sources. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildPages(process.env);
}

/** Builds both; `start` starts the builder. Throws a Problem with the end of the builder's output. */
export async function buildPages(env: NodeJS.ProcessEnv, start = startNode): Promise<void> {
  const fingerprint = fingerprintSources();
  const child = start([packagePrograms.next, "build"], {
    cwd: ROOT,
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
  const buildId = buildIdOf();
  if (code !== 0 || !buildId) {
    const end = output.trim().split("\n").slice(-40).join("\n");
    throw new Problem(`The pages could not be built:\n${end}\nMend the fault above and start again.`);
  }
  // The cabinet offers it for download.
  await buildPartnerAgent(path.join(ROOT, ".next", "partner-agent"));
  writeFileAtomically(
    recordFile(),
    `${JSON.stringify({ fingerprint, buildId } satisfies BuildRecord)}\n`,
    0o644,
  );
}
