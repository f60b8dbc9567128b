import { existsSync } from "node:fs";
import path from "node:path";
import { type Part, ROOT, startApi, startWeb } from "#bench/harness/children.ts";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { buildPages, isBuilt } from "#lib/tooling/start/build.ts";
import { say } from "#lib/tooling/terminal.ts";

/** The front door with the page renderer behind it. */
export type Site = { api: Part; url: string; stop(): Promise<void> };

export async function startSite(databaseUrl: string, folder: string): Promise<Site> {
  const publicPort = await findFreePort();
  const web = await startWeb({ databaseUrl, folder, publicPort });
  const api = await startApi({ databaseUrl, folder, port: publicPort, webPort: web.port });
  return {
    api,
    url: `http://${LOOPBACK}:${api.port}`,
    stop: async () => {
      await api.stop();
      await web.stop();
    },
  };
}

/** Makes sure that there are built pages. The self-check takes those that are there. */
export async function requireBuild(isSelfCheck: boolean): Promise<void> {
  const exists = existsSync(path.join(ROOT, ".next", "BUILD_ID"));
  if (isSelfCheck && !exists) throw new Problem("There are no built pages. Run `npm run build` first.");
  if (isBuilt()) return;
  if (exists) return say("The built pages are older than their sources; they are measured as they are.");
  say("Building the pages");
  await buildPages(process.env);
}

/** The text of a page; throws when it is not there. */
export async function readPage(address: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(address, { headers });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return answer.text();
}
