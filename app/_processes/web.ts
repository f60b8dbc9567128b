import "#lib/tooling/say-problems.ts";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import next from "next";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { refuseOwnersLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";
import { beginWithWholeCache, cacheIsWhole } from "#lib/tooling/dev/dev-page-cache.ts";
import { LOOPBACK } from "#lib/tooling/ports.ts";
import { Problem } from "#lib/tooling/problem.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");
const OPEN_ANSWERS_END_WITHIN_MS = 8_000;

/**
 * The page renderer: Next on a private port behind the front door. Needs a build (`npm run build`), unless NODE_ENV is
 * development: then Next makes each page when it is first asked for, and shows changes in open browsers.
 */
const dev = env.NODE_ENV === "development";
if (!dev && !existsSync(path.join(ROOT, ".next", "BUILD_ID"))) {
  throw new Problem(
    "The pages are not built yet. Run `npm run build` first, or `npm run up`, which does it.",
  );
}
if (dev) beginWithWholeCache(ROOT);
const databaseUrl = requireEnv("DATABASE_URL");
await refuseOwnersLogin(databaseUrl);
await refuseWrongClock(databaseUrl);
const health = new Health({ process: "web", checks: {} });
// Next calls itself "localhost" whatever it listens on; told 127.0.0.1, it takes its own rewrites for another host's.
const app = next({ dev, dir: ROOT, hostname: "localhost", port: env.WEB_PORT });
await app.prepare();
const render = app.getRequestHandler();
let isNextListening = !dev;
const server = createServer((request, response) => {
  if (health.handle(request, response)) return;
  isNextListening = true;
  render(request, response).catch((error: unknown) => {
    log.error({ error: error instanceof Error ? error.message : String(error) }, "page failed");
    response.destroy();
  });
});
// In development Next takes the lines of open browsers from its first page on; before that one would be rendered as a page.
server.on("upgrade", (_request, socket) => isNextListening || socket.destroy());
// The front door keeps its connections; it must be the one that closes an idle one, or a request falls between.
server.keepAliveTimeout = 75_000;
server.listen(env.WEB_PORT, LOOPBACK, () => log.info({ port: env.WEB_PORT }, "web is listening"));

/** Next writes its cache before it goes, however long that takes; the lines to open browsers do not end by themselves. */
async function stopDevelopment(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await app.close();
  cacheIsWhole(ROOT);
  process.exit(0);
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    health.stop();
    if (dev) return void stopDevelopment();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), OPEN_ANSWERS_END_WITHIN_MS).unref();
  });
}
