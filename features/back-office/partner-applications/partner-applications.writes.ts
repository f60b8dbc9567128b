import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import {
  addApplicationNote,
  type DecidedApplication,
  decideApplication,
} from "#features/partners/partner-applications/deciding-applications.writes.ts";
import type { ApplicationEvent } from "#features/partners/partner-applications/partner-applications.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/**
 * Approves or declines an application, once per key. Throws PARTNER_APPLICATION_NOT_FOUND, PARTNER_APPLICATION_DECIDED,
 * IDEMPOTENCY_MISMATCH.
 */
export function decidePartnerApplication(
  db: Db,
  applicationId: number,
  { decision, reason }: { decision: ApplicationEvent; reason: string },
  { staffId, ip }: Staff,
  key: string,
): Promise<Answered<DecidedApplication>> {
  const input = ["decide partner application", applicationId, decision, reason];
  return withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key, input }, () =>
      decideApplication(tx, { applicationId, decision, reason, staffId, ip }),
    ),
  );
}

/** Writes a note down, once per key. Throws PARTNER_APPLICATION_NOT_FOUND, PARTNER_NOTES_FULL, IDEMPOTENCY_MISMATCH. */
export function notePartnerApplication(
  db: Db,
  applicationId: number,
  text: string,
  { staffId, ip }: Staff,
  key: string,
): Promise<Answered<{ id: number }>> {
  const input = ["note partner application", applicationId, text];
  return withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key, input }, async () => ({
      id: await addApplicationNote(tx, { applicationId, text, staffId, ip }),
    })),
  );
}
