import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { listDefinitionFiles, listVersionedFiles } from "#lib/db/sql-files.ts";

/** A readiness check: the database answers. Rejects otherwise. */
export function databaseAnswers(db: Db): () => Promise<void> {
  return async () => {
    await rows(db, sql`select 1`);
  };
}

/**
 * A readiness check: every versioned file of this code has run, and every function, view and trigger was applied as this code has it (a
 * newer text may have come since). Rejects naming the first that has not.
 */
export function databaseIsMigrated(db: Db): () => Promise<void> {
  const versioned = listVersionedFiles();
  const definitions = listDefinitionFiles();
  let isDone = false;
  return async () => {
    // What has run is never taken back, so a yes holds.
    if (isDone) return;
    const ran = await rows<{ name: string }>(
      db,
      sql`select name from lib_migrations union all select name || ' ' || checksum from lib_definitions`,
    );
    const done = new Set(ran.map(({ name }) => name));
    const missing = versioned.find(({ name }) => !done.has(name));
    if (missing) throw new Error(`migration ${missing.name} has not run`);
    const changed = definitions.find(({ name, checksum }) => !done.has(`${name} ${checksum}`));
    if (changed) throw new Error(`${changed.file} has not been applied`);
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
