import { realpathSync } from "node:fs";
import path from "node:path";
import { buildPages, isBuilt } from "#lib/tooling/build.ts";
import { say, secondsText } from "#lib/tooling/terminal.ts";
import { type Settings, WholeStart } from "#lib/tooling/whole-start.ts";

/** The default start (`npm run up`): the whole product, with pages built for production when their sources changed. */
const ROOT = realpathSync(path.join(import.meta.dirname, "..", ".."));

async function build(start: WholeStart, settings: Settings): Promise<void> {
  if (isBuilt(ROOT)) return;
  say("Building the pages (only when the sources changed)");
  const begunMs = performance.now();
  const ticking = setInterval(() => say(`  building, ${secondsText(performance.now() - begunMs)}`), 10_000);
  try {
    await buildPages(ROOT, settings, (args, options) => start.steps.start(args, options));
  } finally {
    clearInterval(ticking);
  }
  say(`  built in ${secondsText(performance.now() - begunMs)}`);
}

new WholeStart({
  command: "npm run up",
  root: ROOT,
  stateFolder: path.resolve(ROOT, process.env.DATA_FOLDER || ".data"),
  beforeParts: (start, _facts, settings) => build(start, settings),
}).run();
