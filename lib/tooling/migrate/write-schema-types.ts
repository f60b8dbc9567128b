import { writeFileSync } from "node:fs";
import path from "node:path";
import { createDb } from "#lib/db/pool.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { migrateDatabase } from "#lib/tooling/migrate/migrate.ts";
import { addToHistory } from "#lib/tooling/migrate/migration-history.ts";
import { schemaTypes } from "#lib/tooling/migrate/schema-types.ts";
import { startThrowAwayPostgres } from "#lib/tooling/postgres/throw-away-postgres.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

const FILE = path.join(ROOT, "lib/db/schema.gen.ts");

/** `npm run types:db`: writes the row types of a freshly migrated, throw-away database, and the line of a new versioned file. */
await runCommand(async () => {
  const postgres = await startThrowAwayPostgres("sms_den");
  try {
    await migrateDatabase(postgres.url);
    const db = createDb(postgres.url, { max: 1, role: null });
    writeFileSync(FILE, await schemaTypes(db));
    await db.close();
    // Not before the file has run: one that fails is written anew.
    addToHistory();
  } finally {
    await postgres.end();
  }
  say(`Written: ${path.relative(process.cwd(), FILE)}`);
  return 0;
});
