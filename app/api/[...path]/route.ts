import { createApiApp } from "#app/api/api-app.ts";
import { createDb } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";

// The same app that the front door serves, so that plain `next start` is a complete product too.
const app = createApiApp(
  createDb(requireEnv("DATABASE_URL"), { max: env.DATABASE_POOL_MAX, applicationName: "sms-den web" }),
);

const handle = (request: Request) => app.fetch(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
export const dynamic = "force-dynamic";
