import { createApiApp } from "#app/api/api-app.ts";
import { createDb, requestLimits } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";

function open() {
  const db = createDb(requireEnv("DATABASE_URL"), {
    ...requestLimits,
    max: env.DATABASE_POOL_MAX,
    applicationName: "sms-den web",
  });
  return createApiApp(db);
}

let app: ReturnType<typeof open> | undefined;

// The same app that the front door serves, so that plain `next start` is a complete product too. Made by the first
// request: the build loads this file as well, and has no database.
const handle = (request: Request) => {
  app ??= open();
  return app.fetch(request);
};

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
export const dynamic = "force-dynamic";
