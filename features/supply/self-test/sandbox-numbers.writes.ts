import {
  type SandboxOffer,
  sandboxNumberId,
  sandboxReference,
} from "#features/supply/self-test/self-test.rules.ts";
import { listSandboxNumbers } from "#features/supply/self-test/self-tests.reads.ts";
import {
  acknowledgeOwnNumbers,
  lendOwnNumber,
  lockRun,
} from "#features/supply/self-test/self-tests.writes.ts";
import type { CallingSupplier } from "#features/supply/supply.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** A number as CHECK_WORK names it. */
export type SandboxLent = {
  readonly activationId: number;
  readonly number: number;
  readonly countryId: number;
};
type SandboxWork = {
  readonly lent: readonly SandboxLent[];
  readonly finished: readonly {
    readonly id: number;
    readonly activationId: number;
    readonly status: number;
  }[];
};

/**
 * Lends a reported number to the run that is under way: one that was reported for the sandbox service, or any number of a supplier that is
 * paused, since nobody can buy it. A run keeps the first.
 */
export async function offerSandboxNumbers(
  db: Db,
  { selfTestId, enabled }: CallingSupplier,
  sandbox: readonly SandboxOffer[],
  others: readonly SandboxOffer[],
): Promise<void> {
  const offered = sandbox[0] ?? (enabled ? undefined : others[0]);
  if (selfTestId === null || offered === undefined) return;
  await withTransaction(db, async (tx) => {
    if (await lockRun(tx, selfTestId)) await lendOwnNumber(tx, selfTestId, offered);
  });
}

const NO_WORK: SandboxWork = { lent: [], finished: [] };

/** What CHECK_WORK says of the run that is under way; `acknowledged` are all ids that the partner has booked. */
export async function sandboxWork(
  db: Db,
  { selfTestId }: CallingSupplier,
  acknowledged: readonly number[],
): Promise<SandboxWork> {
  if (selfTestId === null) return NO_WORK;
  const ids = acknowledged.map(sandboxNumberId).filter((id) => id !== null);
  await acknowledgeOwnNumbers(db, selfTestId, ids);
  const numbers = await listSandboxNumbers(db, selfTestId);
  return {
    lent: numbers.flatMap(({ id, number, countryId, outcome }) =>
      outcome === null && countryId !== null
        ? [{ activationId: sandboxReference(id), number, countryId }]
        : [],
    ),
    finished: numbers.flatMap(({ id, outcome, finishedAt }) =>
      outcome !== null && finishedAt === null
        ? [{ id: sandboxReference(id), activationId: sandboxReference(id), status: outcome }]
        : [],
    ),
  };
}
