import path from "node:path";
import { runner } from "node-pg-migrate";
import { createDb } from "#lib/db/pool.ts";
import { migrateQueue } from "#lib/jobs/queue.ts";
import { Problem } from "#lib/tooling/problem.ts";

export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, "..", "db", "migrations");

/**
 * Brings a database to the newest tables: the SQL files in order, each in its own transaction, then the queue's
 * tables. Two at once wait for each other (advisory lock). Needs the role that owns the database.
 * Returns the names of the files that were run. Throws a Problem naming the file that failed.
 */
export async function migrateDatabase(
  url: string,
  onProgress: (line: string) => void = () => {},
): Promise<string[]> {
  const messages: string[] = [];
  const note = (line: string) => {
    messages.push(line);
  };
  try {
    const ran = await runner({
      databaseUrl: url,
      dir: MIGRATIONS_FOLDER,
      ignorePattern: "(?!.*[.]sql$).*",
      direction: "up",
      migrationsTable: "lib_migrations",
      // Files are numbered in ranges by feature, so a new one may sort before one that has already run.
      checkOrder: false,
      advisoryLockMode: "wait",
      logger: { info: note, warn: note, error: note, debug: undefined },
    });
    for (const { name } of ran) onProgress(`  ${name}`);
    await migrateQueueTables(url);
    return ran.map(({ name }) => name);
  } catch (error) {
    const failed = messages.findLast((line) => line.startsWith("### MIGRATION"))?.split(" ")[2];
    if (!failed) throw error;
    const { message, position } = error as { message: string; position?: string };
    throw new Problem(
      `Migration ${failed}.sql failed: ${message}${position ? ` (at character ${position})` : ""}. ` +
        "Nothing of this file was kept; mend it and migrate again.",
    );
  }
}

async function migrateQueueTables(url: string): Promise<void> {
  const owner = createDb(url, { max: 2, role: null, applicationName: "sms-den migrate" });
  try {
    await migrateQueue(owner);
  } finally {
    await owner.close();
  }
}
