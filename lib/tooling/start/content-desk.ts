import { explain } from "#lib/tooling/problem.ts";
import { buildContentDesk, contentDesk, isBuilt } from "#lib/tooling/start/build.ts";
import { cmsEnvironment, cmsService, hasContentDesk } from "#lib/tooling/start/default-start.ts";
import type { Settings, WholeStart } from "#lib/tooling/start/whole-start.ts";
import { complain, say } from "#lib/tooling/terminal.ts";

/**
 * Builds and starts the content desk where it is asked for, once the site is open: nothing public waits for its build, or ends because it
 * fails.
 */
export async function startContentDesk(start: WholeStart, settings: Settings): Promise<void> {
  if (!hasContentDesk(settings)) return;
  try {
    if (!isBuilt(contentDesk)) {
      say("Building the content desk (only when its sources changed)");
      const env = cmsEnvironment(settings) as NodeJS.ProcessEnv;
      await buildContentDesk(env, (args, options) => start.steps.start(args, options));
    }
    if (start.isStopping) return;
    start.supervisor.start(cmsService(settings));
    say(`The content desk is at ${settings.PUBLIC_URL}/admin`);
  } catch (error) {
    if (!start.isStopping) complain(`The content desk is not there: ${explain(error)}`);
  }
}
