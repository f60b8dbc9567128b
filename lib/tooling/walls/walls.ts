import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { ICruiseResult } from "dependency-cruiser";
import { ROOT } from "#lib/tooling/files.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";
import { judgeCircles } from "#lib/tooling/walls/topic-circles.ts";

// dependency-cruiser reads TypeScript through swc (it cannot use TypeScript 7), but asks swc for plain .ts syntax only
// and does not tell type imports from real ones. Both are mended where it calls swc.
type Item = { type: string; typeOnly?: boolean };
type Swc = { parseFileSync(file: string, options: object): { body: Item[] } };
const swc = createRequire(import.meta.url)("@swc/core") as Swc;
const parseFileSync = swc.parseFileSync.bind(swc);
let keepTypeImports = true;
swc.parseFileSync = (file, options) => {
  const program = parseFileSync(file, { ...options, tsx: file.endsWith(".tsx") });
  return keepTypeImports ? program : { ...program, body: program.body.filter((item) => !item.typeOnly) };
};

const PARTS = ["app", "components", "features", "lib", "proxy.ts"];

const { cruise, format } = await import("dependency-cruiser");
const { default: extractOptions } = await import("dependency-cruiser/config-utl/extract-depcruise-options");

type Rule = { name: string };

/**
 * Keeps the walls of the house (`.dependency-cruiser.mjs`). Rules about what may be known look at all imports; rules
 * about what gets loaded (in a browser, in production) leave type imports out, since nothing is left of them at run time.
 */
async function keepWalls(kind: "known" | "loaded"): Promise<number> {
  keepTypeImports = kind === "known";
  const options = await extractOptions(path.join(ROOT, ".dependency-cruiser.mjs"));
  const about = (rule: Rule) => LOADED.has(rule.name) === (kind === "loaded");
  const forbidden = ((options.ruleSet?.forbidden ?? []) as Rule[]).filter(about);
  const parts = PARTS.filter((part) => existsSync(path.join(ROOT, part)));
  const result = await cruise(parts, {
    ...options,
    baseDir: ROOT,
    ruleSet: { ...options.ruleSet, forbidden } as typeof options.ruleSet,
    validate: true,
  });
  if (typeof result.output === "string") throw new Error("The imports came as a text instead of a list.");
  const told = await format(result.output, { outputType: "err-long" });
  say(`Imports that are ${kind}:${String(told.output)}`);
  return told.exitCode + (kind === "known" ? keepTopicsApart(result.output) : 0);
}

/** Says which topics of a feature import each other in a circle, and how many circles that are. */
function keepTopicsApart({ modules }: ICruiseResult): number {
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ file: source, imports: resolved })),
  );
  const problems = judgeCircles(imports);
  if (problems.length > 0) {
    say(
      "  error topics-stand-above-one-another: folders of a feature import each other in a circle. Move what both need into one that " +
        "stands above both, or hand it in from the routes.",
    );
  }
  for (const problem of problems) say(`  ${problem}`);
  return problems.length;
}

const LOADED = new Set([
  "no-database-in-the-browser",
  "no-development-packages",
  "pure-rooms-stay-pure",
  // The type of a port is no call: whoever reads is handed the port.
  "reads-do-not-write",
]);

await runCommand(async () => {
  const broken = (await keepWalls("known")) + (await keepWalls("loaded"));
  return broken > 0 ? 1 : 0;
});
