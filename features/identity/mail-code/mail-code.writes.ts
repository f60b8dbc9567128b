import { timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import { z } from "zod";
import { holdAccount } from "#features/identity/account-lock.writes.ts";
import type { LoginCaller, SignedIn } from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { findCredentials, getCredentials } from "#features/identity/identity.reads.ts";
import { enterOrChallenge } from "#features/identity/login/login.writes.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import { MAIL_CODE_TRIES, parseMailCode } from "#features/identity/mail-code.rules.ts";
import { codeHash, issueCode, openCodeRequest } from "#features/identity/mailed-code/issuing.writes.ts";
import {
  type Caller,
  confirmByCode,
  holdRegistration,
  requireEmail,
  takeMail,
} from "#features/identity/registration/registration.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { remindOfWayBack } from "#features/identity/way-back.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { defineJob, enqueue } from "#lib/jobs/queue.ts";

export type MailCodeRequest = { readonly request: string; readonly expiresAt: Date };

/**
 * Records that somebody asks for a code and queues the job that looks whether there is an account; the same work for any
 * address. Answers the token that the code counts with. Throws INVALID_EMAIL and what `takeMail` throws.
 */
export async function requestMailCode(db: Db, address: string, caller: Caller): Promise<MailCodeRequest> {
  const email = requireEmail(address);
  await takeMail(db, "sign-in-code", email, caller);
  const request = newToken();
  return withTransaction(db, async (tx) => {
    const asked = { requestHash: tokenHash(request), emailKey: email.emailKey, locale: caller.locale };
    const { id, expiresAt } = await openCodeRequest(tx, asked);
    await enqueue(tx, mailCodeJob, { mailCodeId: id }, { key: `mail-code:${id}` });
    return { request, expiresAt };
  });
}

/** Makes the code of a request for a known person and queues its mail. */
export const mailCodeJob = defineJob({
  name: "identity_mail_code",
  payload: z.object({ mailCodeId: z.number().int() }),
  handler: async (db, { mailCodeId }) => {
    await withTransaction(db, async (tx) => {
      const due = await maybeOne<{ emailKey: string; locale: Locale }>(
        tx,
        sql`select email_key as "emailKey", locale from identity_mail_codes
            where id = ${mailCodeId} and code_hash is null and expires_at > app_now() for update`,
      );
      const owner = due && (await findCredentials(tx, due.emailKey));
      if (!owner) {
        if (due) await remindOfWayBack(tx, due.emailKey, `code:${mailCodeId}`);
        return;
      }
      const what = await issueCode(tx, mailCodeId, { userId: owner.userId, registrationId: null });
      const to = { email: owner.email, locale: due.locale };
      const mail = { name: "mailCode", personName: owner.name, what } as const;
      await mailPerson(tx, to, mail, `mail-code:${mailCodeId}`);
    });
  },
});

type Tried = {
  readonly id: number;
  readonly emailKey: string;
  readonly userId: UserId | null;
  readonly registrationId: number | null;
  readonly codeHash: Buffer | null;
  readonly triesLeft: number;
};

/**
 * Signs in by the code of a request; the code of a registration makes its account first. The try is counted before the code is
 * compared, at once and for good, so that parallel guesses cannot slip through; request and code are spent together with what
 * they open. Throws MAIL_CODE_EXPIRED for a request that is used, over or made up, MAIL_CODE_WRONG, ACCOUNT_SUSPENDED.
 */
export async function loginByMailCode(
  db: Db,
  answer: { request: string; code: string },
  caller: LoginCaller,
): Promise<SignedIn> {
  const tried = await maybeOne<Tried>(
    db,
    sql`update identity_mail_codes set tries = tries + 1
        where request_hash = ${tokenHash(answer.request)} and expires_at > app_now() and tries < ${MAIL_CODE_TRIES}
        returning id, email_key as "emailKey", user_id as "userId", registration_id as "registrationId", code_hash as "codeHash",
          ${MAIL_CODE_TRIES}::integer - tries as "triesLeft"`,
  );
  if (!tried) throw new AppError(identityErrors.MAIL_CODE_EXPIRED);
  const { id, codeHash: expected, triesLeft } = tried;
  const given = codeHash(id, parseMailCode(answer.code) ?? "");
  // Without an account the same is computed and compared.
  const isRight = timingSafeEqual(given, expected ?? codeHash(id, "")) && expected !== null;
  if (!isRight) throw new AppError(identityErrors.MAIL_CODE_WRONG, { details: { triesLeft } });
  return withTransaction(db, async (tx) => {
    const userId = await spendCode(tx, tried);
    const { isSuspended } = await getCredentials(tx, userId);
    if (isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
    return enterOrChallenge(tx, userId, caller, "MailCode");
  });
}

/** Spends a right code for the account of its address, which a registration's link may have made meanwhile, or its code makes now. */
async function spendCode(tx: Tx, { id, emailKey, userId, registrationId }: Tried): Promise<UserId> {
  // In the order in which the link takes them, registration first: neither waits for the other for ever.
  if (registrationId !== null) await holdRegistration(tx, registrationId);
  const known = userId ?? (await findCredentials(tx, emailKey))?.userId ?? null;
  if (known !== null) await holdAccount(tx, known);
  const spent = await execute(tx, sql`delete from identity_mail_codes where id = ${id}`);
  if (spent === 0) throw new AppError(identityErrors.MAIL_CODE_EXPIRED);
  const made = known === null && registrationId !== null ? await confirmByCode(tx, registrationId) : null;
  const owner = known ?? made;
  if (owner === null) throw new AppError(identityErrors.MAIL_CODE_EXPIRED);
  return owner;
}
