import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import {
  addApplicationNote,
  type DecidedApplication,
  decideApplication,
} from "#features/partners/partner-applications/deciding-applications.writes.ts";
import { isOwnApplication } from "#features/partners/partner-applications/partner-applications.reads.ts";
import type { ApplicationEvent } from "#features/partners/partner-applications/partner-applications.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * Approves or declines an application, once per key; nobody decides about their own. Throws PARTNER_APPLICATION_NOT_FOUND, OWN_ACCOUNT,
 * PARTNER_APPLICATION_DECIDED, IDEMPOTENCY_MISMATCH.
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
    once(tx, { actorId: staffId, key, input }, async () => {
      if (await isOwnApplication(tx, applicationId, staffId))
        throw new AppError(backOfficeErrors.OWN_ACCOUNT);
      return decideApplication(tx, { applicationId, decision, reason, staffId, ip });
    }),
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
