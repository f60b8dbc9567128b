import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import type {
  StoreApplicationEvent,
  StoreApplicationState,
} from "#features/stores/applications/store-applications.rules.ts";
import { decideStoreApplication } from "#features/stores/applications/store-applications.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/**
 * Approves or declines an application for a store, once per key. Throws STORE_APPLICATION_NOT_FOUND, STORE_APPLICATION_OWN,
 * STORE_APPLICATION_DECIDED, IDEMPOTENCY_MISMATCH.
 */
export function decideDeskStoreApplication(
  db: Db,
  applicationId: number,
  { decision, reason }: { decision: StoreApplicationEvent; reason: string },
  { staffId, ip }: Staff,
  key: string,
): Promise<Answered<{ state: StoreApplicationState }>> {
  const input = ["decide store application", applicationId, decision, reason];
  return withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key, input }, () =>
      decideStoreApplication(tx, { applicationId, decision, reason, staffId, ip }),
    ),
  );
}
