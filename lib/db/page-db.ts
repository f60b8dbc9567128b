import { createDb, type Db, requestLimits } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";

const key = Symbol.for("smsden.page-db");
type Holder = { [key]?: Db };

/**
 * The pool of the page renderer, opened at the first page. It hangs on a global symbol because the bundler may give
 * loaders separate copies of this file, and two pools would be one too many.
 */
export function pageDb(): Db {
  const holder = globalThis as Holder;
  holder[key] ??= createDb(requireEnv("DATABASE_URL"), {
    // In development a page waits for its making, which may take all there is of the machine.
    ...(env.NODE_ENV === "development" ? {} : requestLimits),
    max: env.DATABASE_POOL_MAX,
    applicationName: "sms-den web",
  });
  return holder[key];
}
