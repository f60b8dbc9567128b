import { readdirSync } from "node:fs";
import path from "node:path";
import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

const MIGRATIONS_FOLDER = path.join(import.meta.dirname, "..", "db", "migrations");

/** A readiness check: the database answers. Rejects otherwise. */
export function databaseAnswers(db: Db): () => Promise<void> {
  return async () => {
    await rows(db, sql`select 1`);
  };
}

/** A readiness check: every migration of this code has run. Rejects naming the first that has not. */
export function databaseIsMigrated(db: Db): () => Promise<void> {
  const expected = readdirSync(MIGRATIONS_FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.slice(0, -4));
  let isDone = false;
  return async () => {
    // Migrations are never taken back, so a yes holds.
    if (isDone) return;
    const done = new Set(
      (await rows<{ name: string }>(db, sql`select name from lib_migrations`)).map(({ name }) => name),
    );
    const missing = expected.find((name) => !done.has(name));
    if (missing) throw new Error(`migration ${missing} has not run`);
    isDone = true;
  };
}

/** A readiness check: a private server of ours answers its `/healthz`. */
export function serverAnswers(url: string): () => Promise<void> {
  return async () => {
    const answer = await fetch(new URL("/healthz", url), { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${answer.status} from the private server`);
  };
}
