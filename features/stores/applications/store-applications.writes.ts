import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { hasRole } from "#features/identity/roles/account-roles.reads.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { hashOfText, judgeSent } from "#features/identity/spam/spam.reads.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { countSameWords } from "#features/stores/applications/store-applications.reads.ts";
import {
  marketplaceRulesVersion,
  type StoreApplicationEvent,
  type StoreApplicationState,
  storeApplicationLimits,
  storeApplications,
} from "#features/stores/applications/store-applications.rules.ts";
import { mailStoreApplicant } from "#features/stores/applications/store-mails.writes.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { plainLine, plainText } from "#lib/plain-text.ts";

export type NewStoreApplication = {
  readonly userId: UserId;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  /** Of the rules that the applicant agrees to. */
  readonly rulesVersion: number;
};

/**
 * Records an application and the agreement to the marketplace's rules. Returns its id. Throws STORE_EXISTS, STORE_APPLICATION_OPEN,
 * STORE_RULES_CHANGED, INVALID_EMAIL.
 */
export async function applyForStore(tx: Tx, application: NewStoreApplication): Promise<number> {
  const { userId, rulesVersion } = application;
  const [name, description] = [plainLine(application.name), plainText(application.description)];
  const email = normaliseEmail(application.email);
  if (!email) throw new AppError(identityErrors.INVALID_EMAIL);
  if (await hasRole(tx, userId, "store")) throw new AppError(storeErrors.STORE_EXISTS);
  await acceptRules(tx, userId, rulesVersion);
  const textHash = hashOfText(description, "store application");
  const repeats = await countSameWords(tx, textHash, userId);
  // Nobody is refused for it: an account has one application that waits, and somebody reads each of them.
  const flags = await judgeSent(tx, { text: description, repeats, userId, email: email.email });
  const made = await maybeOne<{ id: number }>(
    tx,
    sql`insert into stores_applications (user_id, name, description, email, text_hash, flags)
        values (${userId}, ${name}, ${description}, ${email.email}, ${textHash}, ${flags}::text[])
        on conflict do nothing returning id`,
  );
  if (!made) throw new AppError(storeErrors.STORE_APPLICATION_OPEN);
  return made.id;
}

/** Counts an application that comes by the form, by network and by account. Throws TOO_MANY_ATTEMPTS. */
export function takeApplying(tx: Tx, { userId, ip }: { userId: UserId; ip: string }): Promise<void> {
  return takeAttempts(tx, [
    { name: "store-application-network", subject: networkOf(ip) },
    { name: "store-application-person", subject: `user:${userId}` },
  ]);
}

/** Records that somebody agrees to the rules in force; a second time it changes nothing. Throws STORE_RULES_CHANGED. */
export async function acceptRules(tx: Tx, userId: UserId, version: number): Promise<void> {
  if (version !== marketplaceRulesVersion)
    throw new AppError(storeErrors.STORE_RULES_CHANGED, { details: { version: marketplaceRulesVersion } });
  await execute(
    tx,
    sql`insert into stores_acceptances (user_id, version) values (${userId}, ${version}) on conflict do nothing`,
  );
}

export type StoreDecision = {
  readonly applicationId: number;
  readonly decision: StoreApplicationEvent;
  /** Mailed where the application is declined; in the audit either way. */
  readonly reason: string;
  readonly staffId: UserId;
  readonly ip: string;
};

/**
 * Approves or declines an application, with the audit and the mail. An approved one opens the store and gives its owner the role. Throws
 * STORE_APPLICATION_NOT_FOUND, STORE_APPLICATION_OWN, STORE_APPLICATION_DECIDED.
 */
export async function decideStoreApplication(
  tx: Tx,
  { applicationId, decision, reason, staffId, ip }: StoreDecision,
): Promise<{ state: StoreApplicationState }> {
  const held = await holdApplication(tx, applicationId);
  if (held.userId === staffId) throw new AppError(storeErrors.STORE_APPLICATION_OWN);
  const state = storeApplications.nextState(held.state, decision);
  if (state === null)
    throw new AppError(storeErrors.STORE_APPLICATION_DECIDED, { details: { state: held.state } });
  await execute(
    tx,
    sql`update stores_applications set state = ${state}, reason = ${reason}, decided_by = ${staffId}, decided_at = app_now()
        where id = ${applicationId}`,
  );
  if (state === "approved") await openStore(tx, applicationId, held.userId);
  await recordAction(tx, {
    actorId: staffId,
    action: `store-application.${decision}`,
    subject: `store-application:${applicationId}`,
    details: { reason, userId: held.userId },
    ip,
  });
  await mailStoreApplicant(
    tx,
    applicationId,
    state === "approved" ? { name: "approved" } : { name: "declined", reason },
  );
  return { state };
}

type HeldApplication = { readonly state: StoreApplicationState; readonly userId: UserId };

async function holdApplication(tx: Tx, id: number): Promise<HeldApplication> {
  const found = await maybeOne<HeldApplication>(
    tx,
    sql`select state, user_id as "userId" from stores_applications where id = ${id} for update`,
  );
  if (!found) throw new AppError(storeErrors.STORE_APPLICATION_NOT_FOUND);
  return found;
}

/** Opens the store; one that was there before is named anew. */
async function openStore(tx: Tx, applicationId: number, userId: UserId): Promise<void> {
  await execute(
    tx,
    sql`insert into stores_stores (user_id, application_id, name, description, email)
        select user_id, id, name, description, email from stores_applications where id = ${applicationId}
        on conflict (user_id) do update set application_id = excluded.application_id, name = excluded.name,
          description = excluded.description, email = excluded.email`,
  );
  await setAccountRole(tx, userId, "store", true);
}

/** Throws STORE_MISSING for an account without a store: the role opens nothing there. */
export async function requireApprovedStore(tx: Queryable, userId: number): Promise<void> {
  const store = await maybeOne(tx, sql`select 1 from stores_stores where user_id = ${userId}`);
  if (!store) throw new AppError(storeErrors.STORE_MISSING);
}

/** Removes applications that were declined long ago. Returns how many. */
export function forgetDeclinedStores(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from stores_applications where id in (
          select id from stores_applications
          where state = 'declined' and decided_at < app_now() - make_interval(days => ${storeApplicationLimits.declinedDays}) limit 1000)`,
  );
}
