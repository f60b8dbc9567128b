import { realpathSync } from "node:fs";
import path from "node:path";
import { monotonicMs } from "#lib/clock.ts";
import { explain } from "#lib/tooling/problem.ts";
import { buildContentDesk, buildPages, contentDesk, isBuilt } from "#lib/tooling/start/build.ts";
import { cmsEnvironment, cmsService, hasContentDesk } from "#lib/tooling/start/default-start.ts";
import { stateFolderOf } from "#lib/tooling/start/running-start.ts";
import { type Settings, WholeStart } from "#lib/tooling/start/whole-start.ts";
import { complain, say, secondsText } from "#lib/tooling/terminal.ts";

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

/** The content desk comes when the site is open: nothing public waits for its build, or ends because it fails. */
async function startContentDesk(start: WholeStart, settings: Settings): Promise<void> {
  try {
    if (!isBuilt(contentDesk)) {
      say("Building the content desk (only when its sources changed)");
      const env = cmsEnvironment(settings) as NodeJS.ProcessEnv;
      await buildContentDesk(env, (args, options) => start.steps.start(args, options));
    }
    if (!start.isStopping) start.supervisor.start(cmsService(settings));
  } catch (error) {
    if (!start.isStopping) complain(`The content desk is not there: ${explain(error)}`);
  }
}

new WholeStart({
  command: "npm run up",
  root: ROOT,
  stateFolder: stateFolderOf("up", ROOT),
  beforeParts: (start, _facts, settings) => build(start, settings),
  whenReady: (start, settings) => {
    if (hasContentDesk(settings)) void startContentDesk(start, settings);
  },
}).run();
