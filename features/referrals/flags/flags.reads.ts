import sql from "sql-template-tag";
import { findPersonKey } from "#features/identity/account-facts.reads.ts";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import type { FlagReason } from "#features/referrals/referrals.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { mailboxKey } from "#lib/mail/address.ts";

export type Signal = { readonly reason: FlagReason; readonly otherUserId: number };

/** Addresses that say nothing about who it is: those inside a network, and none. */
const PRIVATE =
  "^(127\\.|10\\.|192\\.168\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.|::1$|f[cd]|fe80|::ffff:(127|10|192\\.168)\\.|$)";

/**
 * What speaks for one person behind a referrer and a referral, or behind several referrals: the mailbox (the same one, or one that
 * is thrown away and may be anybody's), the browser (its id, or address and browser together), the card or wallet that pays, the address. The lists of sign-ins go
 * back as far as sessions are kept.
 */
export async function findSignals(db: Queryable, userId: number, referrerId: number): Promise<Signal[]> {
  const [own, referrers] = await Promise.all([findPersonKey(db, userId), findPersonKey(db, referrerId)]);
  const isSamePerson = own !== null && referrers !== null && mailboxKey(own) === mailboxKey(referrers);
  const found = await rows<Signal>(
    db,
    sql`with others as (
          select ${referrerId}::bigint as id
          union all (select user_id from referrals_people where referrer_id = ${referrerId} and user_id <> ${userId}
            order by user_id desc limit 5000))
        select 'device' as reason, min(o.id) as "otherUserId" from others o
          join identity_origins theirs on theirs.user_id = o.id
          join identity_origins own on own.user_id = ${userId} and own.device_mark = theirs.device_mark
          having count(*) > 0
        union all
        select 'device', min(o.id) from others o
          join identity_sign_ins theirs on theirs.user_id = o.id
          join identity_sign_ins own on own.user_id = ${userId} and own.ip = theirs.ip and own.user_agent = theirs.user_agent
          where own.ip !~ ${PRIVATE} having count(*) > 0
        union all
        select 'payer', min(o.id) from others o
          join payments_payers theirs on theirs.user_id = o.id
          join payments_payers own on own.user_id = ${userId} and own.payer_fingerprint = theirs.payer_fingerprint
          having count(*) > 0
        union all
        select 'address', ${referrerId} where exists (
          select from identity_sign_ins theirs join identity_sign_ins own on own.ip = theirs.ip and own.user_id = ${userId}
            where theirs.user_id = ${referrerId} and own.ip !~ ${PRIVATE})
          or exists (select from identity_origins theirs join identity_origins own
            on own.network_mark = theirs.network_mark and own.user_id = ${userId} where theirs.user_id = ${referrerId})`,
  );
  const byMailbox: Signal[] = [];
  if (isSamePerson) byMailbox.push({ reason: "person", otherUserId: referrerId });
  if (own !== null && isDisposableMailbox(own))
    byMailbox.push({ reason: "mailbox", otherUserId: referrerId });
  return [...byMailbox, ...found];
}

/** Who brought somebody, which never changes; null for who was brought by nobody. */
export async function findReferrer(db: Queryable, userId: number): Promise<number | null> {
  const person = await maybeOne<{ referrerId: number }>(
    db,
    sql`select referrer_id as "referrerId" from referrals_people where user_id = ${userId}`,
  );
  return person?.referrerId ?? null;
}

export type Flag = {
  readonly id: number;
  readonly userId: number;
  readonly referrerId: number;
  readonly reason: FlagReason;
  readonly otherUserId: number;
  readonly notedAt: Date;
  readonly liftedAt: Date | null;
  readonly liftedBy: number | null;
};

/** Flags for the money desk, newest first, those before an id; at most `limit`. */
export function listFlags(
  db: Queryable,
  page: { readonly isOpen?: boolean; readonly before?: number; readonly limit: number },
): Promise<Flag[]> {
  return rows<Flag>(
    db,
    sql`select id, user_id as "userId", referrer_id as "referrerId", reason, other_user_id as "otherUserId",
          noted_at as "notedAt", lifted_at as "liftedAt", lifted_by as "liftedBy"
        from referrals_flags
        where (${page.isOpen ?? null}::boolean is null or (lifted_at is null) = ${page.isOpen ?? null})
          and (${page.before ?? null}::bigint is null or id < ${page.before ?? null})
        order by id desc limit ${page.limit}`,
  );
}
