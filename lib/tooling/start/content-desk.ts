import { writeFileSync } from "node:fs";
import { answersWithin } from "#lib/tooling/answers.ts";
import { explain } from "#lib/tooling/problem.ts";
import { buildContentDesk, contentDesk, isBuilt } from "#lib/tooling/start/build.ts";
import { cmsEnvironment, cmsService, hasContentDesk } from "#lib/tooling/start/default-start.ts";
import type { Settings, WholeStart } from "#lib/tooling/start/whole-start.ts";
import { complain, say } from "#lib/tooling/terminal.ts";

const OPEN_WITHIN_MS = 90_000;

type Start = Pick<WholeStart, "isStopping"> & {
  readonly steps: Pick<WholeStart["steps"], "startInBackground">;
  readonly supervisor: Pick<WholeStart["supervisor"], "start" | "logFile">;
};

/**
 * Builds and starts the content desk where it is part of the start, once the site is open: nothing public waits for its build, has less of
 * the machine for it, or ends because it fails. Never rejects. `app`: tests have one that is built sooner.
 */
export async function startContentDesk(start: Start, settings: Settings, app = contentDesk): Promise<void> {
  if (!hasContentDesk(settings, false)) return;
  const address = `${settings.PUBLIC_URL}/admin`;
  try {
    if (!isBuilt(app)) {
      say(
        `Building the content desk in the background (only when its sources changed): ${address} opens in a minute or two`,
      );
      await buildContentDesk(
        cmsEnvironment(settings) as NodeJS.ProcessEnv,
        (args, options) => start.steps.startInBackground(args, options),
        app,
      );
    }
    if (start.isStopping) return;
    start.supervisor.start(cmsService(settings));
    const opens = answersWithin(`${settings.CMS_URL}/readyz`, OPEN_WITHIN_MS, () => start.isStopping);
    if (await opens) say(`The content desk is open at ${address}`);
    else if (!start.isStopping)
      complain(`The content desk does not answer yet, see ${start.supervisor.logFile("cms")}`);
  } catch (error) {
    if (!start.isStopping) tellFault(start, error);
  }
}

/** In one line; the whole of it is kept beside the logs. */
function tellFault({ supervisor }: Start, error: unknown): void {
  const file = supervisor.logFile("cms-build");
  const text = explain(error);
  try {
    writeFileSync(file, `${text}\n`, { mode: 0o600 });
  } catch {
    // A full disk is what a build may fail of: the line below has to do.
  }
  const [first = ""] = text.split("\n");
  complain(
    `${first.replace(/:$/, "")}; all else runs without it, and the next start tries again. See ${file}`,
  );
}
