import "#lib/tooling/say-problems.ts";
import { requireEnv } from "#lib/env.ts";
import { requireSupportedVersion } from "#lib/tooling/database-version.ts";
import { migrateDatabase } from "#lib/tooling/migrate.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** Brings the database of DATABASE_URL to the newest tables. Needs the role that owns it. */
await runCommand(async () => {
  const url = requireEnv("DATABASE_URL");
  await requireSupportedVersion(url);
  const ran = await migrateDatabase(url, say);
  say(ran.length > 0 ? `${ran.length} migrations run` : "The database is up to date");
  return 0;
});
