import "#lib/tooling/say-problems.ts";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { env, requireEnv } from "#lib/env.ts";
import { admitApp } from "#lib/tooling/database/app-login.ts";
import { requireSupportedVersion } from "#lib/tooling/database/database-version.ts";
import { migrateDatabase } from "#lib/tooling/migrate/migrate.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/**
 * Brings the database to the newest tables, as the role that owns it (DATABASE_OWNER_URL, or DATABASE_URL alone). With both, the login of
 * DATABASE_URL is let in as the product's own, and that of CMS_DATABASE_URL as the content desk's.
 */
await runCommand(async () => {
  const url = requireEnv("DATABASE_URL");
  const ownerUrl = env.DATABASE_OWNER_URL ?? url;
  await requireSupportedVersion(ownerUrl);
  const ran = await migrateDatabase(ownerUrl, say);
  await admitApp(ownerUrl, url);
  if (env.CMS_DATABASE_URL) await admitApp(ownerUrl, env.CMS_DATABASE_URL, CMS_ROLE);
  say(ran.length > 0 ? `${ran.length} migrations run` : "The database is up to date");
  return 0;
});
