import { realpathSync } from "node:fs";
import path from "node:path";
import { createDevDoor } from "#lib/tooling/dev/dev-door.ts";
import { filesOf } from "#lib/tooling/dev/import-graph.ts";
import { watchSources } from "#lib/tooling/dev/source-watch.ts";
import { followLines, troubleOf } from "#lib/tooling/dev/trouble-lines.ts";
import { LOOPBACK } from "#lib/tooling/ports.ts";
import { explain } from "#lib/tooling/problem.ts";
import { startContentDesk } from "#lib/tooling/start/content-desk.ts";
import { listServices, type StartFacts } from "#lib/tooling/start/default-start.ts";
import { stateFolderOf } from "#lib/tooling/start/running-start.ts";
import { type Settings, WholeStart } from "#lib/tooling/start/whole-start.ts";
import { complain, say } from "#lib/tooling/terminal.ts";

/**
 * `npm run dev`: the whole product for working on it, with data of its own. Pages are made when they are asked for and change in the
 * open browser; every other part is started anew when a file that it is made of changes.
 */
const ROOT = realpathSync(path.join(import.meta.dirname, "..", ".."));
const SOURCES = ["app", "components", "features", "lib", "messages"];

function devSettings(facts: StartFacts, settings: Settings): Settings {
  return {
    ...settings,
    HOST: LOOPBACK,
    NODE_ENV: "development",
    NEXT_TELEMETRY_DISABLED: "1",
    // Programs that start again and again start faster from what was compiled before.
    NODE_COMPILE_CACHE: path.join(facts.stateFolder, "compile-cache"),
    PORT: String(facts.ports.door),
    TRUSTED_PROXIES: LOOPBACK,
  };
}

async function openDoor(start: WholeStart, { host, port, ports }: StartFacts): Promise<void> {
  const door = createDevDoor({ apiPort: ports.door, webPort: ports.web });
  await new Promise<void>((resolve, reject) => {
    door.once("error", reject);
    door.listen(port, host, resolve);
  });
  start.stopFirst(async () => {
    door.close();
    door.closeAllConnections();
  });
}

function isSql(file: string): boolean {
  return file.endsWith(".sql");
}

/** Brings what runs up to date with what has changed. */
function follow(start: WholeStart, settings: Settings): void {
  const parts = listServices(ROOT, settings);
  for (const { name } of parts) {
    followLines(start.supervisor.logFile(name), (line) => {
      const trouble = troubleOf(line);
      if (trouble !== null) complain(`[${name}] ${trouble}`);
    });
  }
  let migrating = Promise.resolve();
  const take = (files: readonly string[]) => {
    if (start.isStopping) return;
    if (files.some(isSql)) {
      migrating = migrating.then(() => start.migrate()).catch((error: unknown) => complain(explain(error)));
    }
    for (const { name, script } of parts) {
      const own = filesOf(ROOT, script);
      const changed = files.find((file) => own.has(file));
      if (changed === undefined) continue;
      say(`${changed} changed: starting ${name} anew`);
      start.supervisor.restart(name);
    }
  };
  watchSources(ROOT, SOURCES, take).then(
    (close) => start.stopFirst(close),
    (error: unknown) => complain(explain(error)),
  );
}

new WholeStart({
  command: "npm run dev",
  root: ROOT,
  stateFolder: stateFolderOf("dev", ROOT),
  // Its build would take a minute of the processors from whoever has just begun to work.
  hasContentDesk: false,
  settings: devSettings,
  beforeParts: openDoor,
  whenReady: (start, settings) => {
    follow(start, settings);
    void startContentDesk(start, settings);
  },
}).run();
