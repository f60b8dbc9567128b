import sql from "sql-template-tag";
import { roleColumns } from "#features/identity/roles/account-roles.reads.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import type { SecurityEventKind } from "#features/identity/security-log/security-log.rules.ts";
import type { AccountRole, UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";

/** The lines of the security log by which an owner learns of a change. */
const lines: Readonly<
  Record<AccountRole, readonly [granted: SecurityEventKind, removed: SecurityEventKind]>
> = {
  partner: ["partnerRoleGranted", "partnerRoleRemoved"],
  agent: ["agentRoleGranted", "agentRoleRemoved"],
  referralSoft: ["softReferralGranted", "softReferralRemoved"],
  store: ["storeRoleGranted", "storeRoleRemoved"],
};

/**
 * Gives an account a role, or takes it back, and writes it into the account's security log; it counts from the account's next call on.
 * Returns whether that changed anything. An account that loses the partner's role is no longer promised it by its address either.
 */
export async function setAccountRole(
  tx: Tx,
  userId: UserId,
  role: AccountRole,
  isGiven: boolean,
): Promise<boolean> {
  const column = roleColumns[role];
  const changed = await maybeOne(
    tx,
    sql`update identity_users set ${column} = ${isGiven} where id = ${userId} and ${column} <> ${isGiven} returning id`,
  );
  if (changed) await recordSecurityEvent(tx, userId, { kind: lines[role][isGiven ? 0 : 1] });
  if (role === "partner" && !isGiven)
    await execute(
      tx,
      sql`delete from identity_promised_partners where email_key = (select email_key from identity_users where id = ${userId})`,
    );
  return changed !== null;
}

/**
 * Makes the account of an address a partner's (`is_p`). While there is none, whoever confirms the address becomes a partner in that very
 * transaction (`createUser`). Returns the account, or null when it is still to come. May be called again, and is where an account was made
 * at the same moment: neither sees the other.
 */
export async function makePartner(tx: Tx, emailKey: string): Promise<UserId | null> {
  await execute(
    tx,
    sql`insert into identity_promised_partners (email_key) values (${emailKey}) on conflict do nothing`,
  );
  const account = await maybeOne<{ id: UserId }>(
    tx,
    sql`select id from identity_users where email_key = ${emailKey} for no key update`,
  );
  if (!account) return null;
  await setAccountRole(tx, account.id, "partner", true);
  await execute(tx, sql`delete from identity_promised_partners where email_key = ${emailKey}`);
  return account.id;
}
