import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { makePartner } from "#features/identity/roles/account-roles.writes.ts";
import { mailApplicant } from "#features/partners/partner-applications/applicant-mails.writes.ts";
import {
  type ApplicationEvent,
  type ApplicationState,
  applicationLimits,
  nextState,
} from "#features/partners/partner-applications/partner-applications.rules.ts";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { ensurePartnerSupplier } from "#features/supply/partner-suppliers.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { takeEach } from "#lib/jobs/sweeps.ts";

/** Accounts whose approved application is carried out at a time by the sweep. */
const SETTLED_AT_ONCE = 100;

export type ApplicationDecision = {
  readonly applicationId: number;
  readonly decision: ApplicationEvent;
  /** Mailed where the application is declined; in the audit either way. */
  readonly reason: string;
  readonly staffId: UserId;
  readonly ip: string;
};

/** `partnerUserId`: null while nobody has registered with the address of an approved application. */
export type DecidedApplication = { readonly state: ApplicationState; readonly partnerUserId: number | null };

/**
 * Approves or declines an application and tells the applicant. An approved one makes the account a partner's, with a supplier of its
 * own; without an account it waits for the registration. Throws PARTNER_APPLICATION_NOT_FOUND, PARTNER_APPLICATION_DECIDED,
 * and SUPPLIER_EXISTS when another supplier was given the code of the partner's own.
 */
export async function decideApplication(
  tx: Tx,
  { applicationId, decision, reason, staffId, ip }: ApplicationDecision,
): Promise<DecidedApplication> {
  const held = await hold(tx, applicationId);
  const state = nextState(held.state, decision);
  if (state === null)
    throw new AppError(partnerErrors.PARTNER_APPLICATION_DECIDED, { details: { state: held.state } });
  await execute(
    tx,
    sql`update partners_applications set state = ${state}, reason = ${reason}, decided_by = ${staffId}, decided_at = app_now()
        where id = ${applicationId}`,
  );
  const partnerUserId = state === "approved" ? await settle(tx, applicationId, held.emailKey) : null;
  await recordAction(tx, {
    actorId: staffId,
    action: `partner-application.${decision}`,
    subject: `partner-application:${applicationId}`,
    details: { reason, partnerUserId },
    ip,
  });
  const approved = partnerUserId === null ? "approvedUnregistered" : "approved";
  await mailApplicant(
    tx,
    applicationId,
    state === "approved" ? { name: approved } : { name: "declined", reason },
  );
  return { state, partnerUserId };
}

async function hold(tx: Tx, id: number): Promise<{ state: ApplicationState; emailKey: string }> {
  const found = await maybeOne<{ state: ApplicationState; emailKey: string }>(
    tx,
    sql`select state, email_key as "emailKey" from partners_applications where id = ${id} for update`,
  );
  if (!found) throw new AppError(partnerErrors.PARTNER_APPLICATION_NOT_FOUND);
  return found;
}

/** Carries out an approved application; null while its address has no account. */
async function settle(tx: Tx, applicationId: number, emailKey: string): Promise<UserId | null> {
  const partner = await makePartner(tx, emailKey);
  if (partner === null) return null;
  await ensurePartnerSupplier(tx, partner);
  await execute(
    tx,
    sql`update partners_applications set partner_user_id = ${partner}, settled_at = app_now() where id = ${applicationId}`,
  );
  return partner;
}

/**
 * Carries out approved applications whose address has been registered since. The registration itself has made the account a partner's;
 * here it gets its supplier. One that cannot be carried out keeps no other waiting. Returns how many.
 */
export async function settleApproved(db: Db): Promise<number> {
  const due = await rows<{ id: number }>(
    db,
    sql`select a.id from partners_applications a join identity_people u on u.email_key = a.email_key
        where a.state = 'approved' and a.settled_at is null order by a.id limit ${SETTLED_AT_ONCE}`,
  );
  let settled = 0;
  await takeEach("settle an approved application", due, async ({ id }) => {
    const isSettled = await withTransaction(db, async (tx) => {
      const held = await maybeOne<{ emailKey: string }>(
        tx,
        sql`select email_key as "emailKey" from partners_applications
            where id = ${id} and state = 'approved' and settled_at is null for update skip locked`,
      );
      return held !== null && (await settle(tx, id, held.emailKey)) !== null;
    });
    if (isSettled) settled += 1;
  });
  return settled;
}

export type NewNote = {
  readonly applicationId: number;
  readonly text: string;
  readonly staffId: UserId;
  readonly ip: string;
};

/** Writes a note of the staff down. Throws PARTNER_APPLICATION_NOT_FOUND, PARTNER_NOTES_FULL. Returns its id. */
export async function addApplicationNote(
  tx: Tx,
  { applicationId, text, staffId, ip }: NewNote,
): Promise<number> {
  await hold(tx, applicationId);
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::integer as count from partners_application_notes where application_id = ${applicationId}`,
  );
  if (count >= applicationLimits.notes) throw new AppError(partnerErrors.PARTNER_NOTES_FULL);
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into partners_application_notes (application_id, author_id, text) values (${applicationId}, ${staffId}, ${text})
        returning id`,
  );
  await recordAction(tx, {
    actorId: staffId,
    action: "partner-application.note",
    subject: `partner-application:${applicationId}`,
    details: { note: id },
    ip,
  });
  return id;
}
