import type { Check } from "#lib/db/check.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { listOffences } from "#lib/tooling/database/checks.ts";

/** Ends a transaction whose rows nobody is to see. */
class Undone extends Error {}

/** Does work in a transaction that is rolled back afterwards, and returns its result. What the work throws is thrown. */
export async function undone<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | null = null;
  const attempt = withTransaction(db, async (tx) => {
    result = { value: await work(tx) };
    throw new Undone();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return (result as unknown as { readonly value: T }).value;
}

/** The names of the checks that rows offend. `db` must see all rows (the owner's role). */
export async function offendedChecks(db: Queryable, checks: readonly Check[]): Promise<string[]> {
  return (await listOffences(db, checks)).filter(({ count }) => count > 0).map(({ name }) => name);
}
