import "#lib/tooling/say-problems.ts";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { Health } from "#lib/api/health.ts";
import { nowMs } from "#lib/clock.ts";
import { env, requireEnv } from "#lib/env.ts";
import { EDITOR_HEADER, readEditor } from "#lib/http/editor-header.ts";
import { log } from "#lib/log.ts";
import { refuseOwnersLogin } from "#lib/tooling/database/app-login.ts";
import { LOOPBACK } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";

const DESK = path.join(import.meta.dirname, "..", "_cms");
const OPEN_ANSWERS_END_WITHIN_MS = 3_000;

/**
 * The content desk: Payload in a Next application of its own, on a private port behind the front door. It is told neither the way to the
 * ledger nor a key of the product, and answers nobody whom the front door has not named with a signature.
 */
if (!existsSync(path.join(DESK, ".next", "BUILD_ID"))) {
  throw new Problem("The content desk is not built yet. Run `npm run build:cms` first.");
}
await refuseOwnersLogin(requireEnv("CMS_DATABASE_URL"));
const key = requireEnv("CMS_KEY");
const health = new Health({ process: "cms", checks: {} });
// Named as in web.ts.
const app = next({ dev: false, dir: DESK, hostname: "localhost", port: env.CMS_PORT });
await app.prepare();
const render = app.getRequestHandler();
const server = createServer((request, response) => {
  if (health.handle(request, response)) return;
  const header = request.headers[EDITOR_HEADER];
  if (readEditor(typeof header === "string" ? header : null, key, nowMs()) === null) {
    response.writeHead(404, { "content-length": 0 }).end();
    return;
  }
  render(request, response).catch((error: unknown) => {
    log.error({ error: error instanceof Error ? error.message : String(error) }, "page failed");
    response.destroy();
  });
});
// The front door closes its idle connections first, as in web.ts.
server.keepAliveTimeout = 75_000;
server.listen(env.CMS_PORT, LOOPBACK, () => log.info({ port: env.CMS_PORT }, "content desk is listening"));

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    health.stop();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), OPEN_ANSWERS_END_WITHIN_MS).unref();
  });
}
