import sql from "sql-template-tag";
import { recoveryNoticeSent } from "#features/identity/identity.topics.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { endOfRecovery } from "#features/identity/running-recovery/running-recovery.reads.ts";
import {
  LAST_NOTICE_HOURS,
  RECOVERY_KEPT_DAYS,
  RECOVERY_USABLE_DAYS,
  REMINDER_DAYS,
} from "#features/identity/running-recovery/running-recovery.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { takeEach } from "#lib/jobs/sweeps.ts";
import { publish } from "#lib/jobs/topics.ts";
import { isMailUnsent } from "#lib/mail/send.ts";
import { unseal } from "#lib/sealed-text.ts";

const AT_ONCE = 50;

/** A recovery as its owner is told of it. */
export type RecoveryNotice = {
  readonly id: number;
  readonly userId: UserId;
  readonly endsAt: Date;
  /** How many notices there were, this one counted. */
  readonly told: number;
  readonly sealedCancelToken: string;
};

/** The occasion of the `told`th notice of a recovery, of its mail to the account's address. */
function occasionOf(recoveryId: number, told: number): string {
  return `factor-recovery:${recoveryId}:${told}`;
}

/** Whether a mail by which the owner is told of a recovery has not left yet: the mail server does not answer. */
export function isNoticeUnsent(
  db: Queryable,
  { id, told }: Pick<RecoveryNotice, "id" | "told">,
): Promise<boolean> {
  return isMailUnsent(
    db,
    Array.from({ length: told }, (_, index) => occasionOf(id, index + 1)),
  );
}

/**
 * Mails the owner, and has the open browsers told, that a recovery waits: at the account's address, and at every earlier one that may still
 * take the account back. Every mail carries the link that cancels it.
 */
export async function sendRecoveryNotice(
  tx: Queryable,
  { id, userId, endsAt, told, sealedCancelToken }: RecoveryNotice,
): Promise<void> {
  const owner = await one<{ email: string; name: string; locale: Locale }>(
    tx,
    sql`select email, name, locale from identity_users where id = ${userId}`,
  );
  const mail = {
    name: told === 1 ? "recoveryAsked" : "recoveryWaits",
    personName: owner.name,
    token: unseal(sealedCancelToken),
    endsAt,
  } as const;
  const earlier = await rows<{ changeId: number; email: string }>(
    tx,
    sql`select id as "changeId", old_email as email from identity_email_changes
        where user_id = ${userId} and confirmed_at is not null and taken_back_at is null and back_until > app_now() order by id`,
  );
  await mailPerson(tx, owner, mail, occasionOf(id, told));
  for (const { changeId, email } of earlier) {
    await mailPerson(tx, { ...owner, email }, mail, `${occasionOf(id, told)}:${changeId}`);
  }
  await publish(tx, recoveryNoticeSent, { userId, recoveryId: id, told });
}

/**
 * Sends the notices that are due. What was missed is sent once; between the last notice and the end there are hours enough, however late
 * it was. Returns how many.
 */
export async function sendDueNotices(db: Db): Promise<number> {
  const due = await rows<{ id: number }>(
    db,
    sql`select id from identity_factor_recoveries where state = 'waiting' and tell_next_at <= app_now() order by tell_next_at limit ${AT_ONCE}`,
  );
  return takeEach("tell of a recovery", due, ({ id }) => withTransaction(db, (tx) => remindAgain(tx, id)));
}

async function remindAgain(tx: Queryable, id: number): Promise<void> {
  const told = await maybeOne<RecoveryNotice>(
    tx,
    sql`with due as (
          select id, (select min(asked_at + make_interval(days => day)) from unnest(${[...REMINDER_DAYS]}::integer[]) day
              where asked_at + make_interval(days => day) > app_now()) as next_at
          from identity_factor_recoveries
          where id = ${id} and state = 'waiting' and tell_next_at <= app_now() for update
        )
        update identity_factor_recoveries r set told = r.told + 1, tell_next_at = due.next_at,
          ends_at = greatest(r.ends_at, app_now() + make_interval(hours => ${LAST_NOTICE_HOURS}))
        from due where r.id = due.id
        returning r.id, r.user_id as "userId", ${endOfRecovery} as "endsAt", r.told, r.sealed_cancel_token as "sealedCancelToken"`,
  );
  if (told) await sendRecoveryNotice(tx, told);
}

/** Closes recoveries that nobody took up in time, and forgets those that are long over. Answers how many rows changed. */
export async function closeOldRecoveries(db: Db): Promise<number> {
  const lapsed = await execute(
    db,
    sql`update identity_factor_recoveries set state = 'lapsed', decided_at = app_now(), tell_next_at = null
        where id in (select id from identity_factor_recoveries
          where state = 'waiting' and ends_at <= app_now() - make_interval(days => ${RECOVERY_USABLE_DAYS})
          limit ${AT_ONCE} for update skip locked)`,
  );
  const forgotten = await execute(
    db,
    sql`delete from identity_factor_recoveries where id in (
          select id from identity_factor_recoveries
          where state <> 'waiting' and decided_at <= app_now() - make_interval(days => ${RECOVERY_KEPT_DAYS})
          limit ${AT_ONCE} for update skip locked)`,
  );
  return lapsed + forgotten;
}
