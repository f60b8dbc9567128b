import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { buildPartnerAgent } from "#lib/tooling/drawn/partner-agent-file.ts";
import { ROOT, readJson, readText, writeFileAtomically } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { packagePrograms, startNode } from "#lib/tooling/programs.ts";

/** A Next application of this checkout: where it is, and all that its build is made of. */
export type NextApp = {
  readonly folder: string;
  readonly sources: readonly string[];
  readonly notBuilt: RegExp;
};

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
const NOT_BUILT = /\.(test|e2e)\.tsx?$|^app\/_(?:processes|cms)\/|^lib\/(testing|tooling)\//;
const pages: NextApp = { folder: ".", sources: SOURCES, notBuilt: NOT_BUILT };

/** The content desk: few of its sources change with the product's. */
export const contentDesk: NextApp = {
  folder: "app/_cms",
  sources: [
    "app/_cms/*.ts",
    "app/_cms/{app,collections,parts}/**/*.{ts,tsx,css}",
    "lib/{env,clock,cookies}.ts",
    "lib/db/app-role.ts",
    "features/catalogue/data/services.json",
    "features/content/{media,menus,pages,redirects,rich-text}/*.rules.ts",
    "features/content/media/*.gateway.ts",
    "features/site/{pages,page-access,sections,stored-pictures}.rules.ts",
    "lib/http/editor-header.ts",
    "lib/i18n/*.ts",
    "package-lock.json",
    "tsconfig.json",
  ],
  notBuilt: /\.(test|e2e|factory)\.tsx?$|(?:^|\/)next-env\.d\.ts$/,
};

type BuildRecord = { fingerprint: string; buildId: string };

/** A hash over the contents of all sources of an application. */
function fingerprintSources({ sources, notBuilt }: NextApp): string {
  const hash = createHash("sha256").update(process.version);
  const names = globSync([...sources], { cwd: ROOT }).filter((name) => !notBuilt.test(name));
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

function buildIdOf({ folder }: NextApp): string | null {
  return readText(path.join(ROOT, folder, ".next", "BUILD_ID"));
}

/** Whether what is built is of the present sources. */
export function isBuilt(app = pages): boolean {
  const record = readJson<BuildRecord>(recordFile(app));
  return (
    record !== null && record.buildId === buildIdOf(app) && record.fingerprint === fingerprintSources(app)
  );
}

function recordFile({ folder }: NextApp): string {
  // Beside what it describes: whoever removes the build removes the record.
  return path.join(ROOT, folder, ".next", "sms-den-build.json");
}

/** Builds the pages, and the program that partners download, when the present build is not that of the present sources. */
export async function ensureBuilt(): Promise<void> {
  if (!isBuilt()) await buildPages(process.env);
}

/** The same of the content desk. */
export async function ensureContentDeskBuilt(): Promise<void> {
  if (!isBuilt(contentDesk)) await buildContentDesk(process.env);
}

/** Builds both; `start` starts the builder. Throws a Problem with the end of the builder's output. */
export async function buildPages(env: NodeJS.ProcessEnv, start = startNode): Promise<void> {
  await build(pages, env, start);
}

/** The build reads the configuration, and keeps nothing of an installation. */
const OF_NO_DESK = {
  CMS_DATABASE_URL: "postgres://",
  CMS_KEY: "of-no-desk-only-to-read-its-configuration",
};

/** Builds the content desk, as `buildPages`. `app`: tests have one that is built sooner. */
export async function buildContentDesk(
  env: NodeJS.ProcessEnv,
  start = startNode,
  app = contentDesk,
): Promise<void> {
  await build(app, { ...env, ...OF_NO_DESK }, start);
}

async function build(app: NextApp, env: NodeJS.ProcessEnv, start: typeof startNode): Promise<void> {
  const fingerprint = fingerprintSources(app);
  // What is left of a build that somebody interrupts must not pass for the one before it.
  rmSync(recordFile(app), { force: true });
  const child = start([packagePrograms.next, "build", path.join(ROOT, app.folder)], {
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
  const fault = await new Promise<string | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `exit code ${code}`)));
  });
  const buildId = buildIdOf(app);
  if (fault !== null || !buildId) {
    const end = output.trim().split("\n").slice(-40).join("\n");
    throw new Problem(
      `${app === pages ? "The pages" : "The content desk"} could not be built (${fault ?? "nothing came of it"}):\n${end}\nMend the fault above and start again.`,
    );
  }
  // The cabinet offers it for download.
  if (app === pages) await buildPartnerAgent(path.join(ROOT, ".next", "partner-agent"));
  writeFileAtomically(
    recordFile(app),
    `${JSON.stringify({ fingerprint, buildId } satisfies BuildRecord)}\n`,
    0o644,
  );
}
