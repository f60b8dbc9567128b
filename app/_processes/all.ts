import { realpathSync } from "node:fs";
import path from "node:path";
import { monotonicMs } from "#lib/clock.ts";
import { buildPages, isBuilt } from "#lib/tooling/start/build.ts";
import { startContentDesk } from "#lib/tooling/start/content-desk.ts";
import { stateFolderOf } from "#lib/tooling/start/running-start.ts";
import { type Settings, WholeStart } from "#lib/tooling/start/whole-start.ts";
import { say, secondsText } from "#lib/tooling/terminal.ts";

/** The default start (`npm run up`): the whole product, with pages built for production when their sources changed. */
const ROOT = realpathSync(path.join(import.meta.dirname, "..", ".."));

async function build(start: WholeStart, settings: Settings): Promise<void> {
  if (isBuilt()) return;
  say("Building the pages (only when the sources changed)");
  const begunMs = monotonicMs();
  const ticking = setInterval(() => say(`  building, ${secondsText(monotonicMs() - begunMs)}`), 10_000);
  try {
    await buildPages(settings as NodeJS.ProcessEnv, (args, options) => start.steps.start(args, options));
  } finally {
    clearInterval(ticking);
  }
  say(`  built in ${secondsText(monotonicMs() - begunMs)}`);
}

new WholeStart({
  command: "npm run up",
  root: ROOT,
  stateFolder: stateFolderOf("up", ROOT),
  hasContentDesk: true,
  beforeParts: (start, _facts, settings) => build(start, settings),
  whenReady: (start, settings) => void startContentDesk(start, settings),
}).run();
