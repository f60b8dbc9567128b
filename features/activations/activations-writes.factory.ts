import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of orders: a test file that imports it has a database of its own. */
export const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

/** Countries that no other test of this file sells in. */
export const freshCountries = [4, 7, 10, 15, 16, 22, 33, 36, 43, 48, 54, 56, 62, 73, 78, 86, 117, 187];

export async function outcomes<T>(tasks: Promise<T>[]): Promise<{ done: T[]; codes: string[] }> {
  const settled = await Promise.allSettled(tasks);
  return {
    done: settled.filter((result) => result.status === "fulfilled").map((result) => result.value),
    codes: settled
      .filter((result) => result.status === "rejected")
      .map((result) => (result.reason as { code: string }).code),
  };
}
