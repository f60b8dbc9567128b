import { randomInt } from "node:crypto";
import sql from "sql-template-tag";
import { groupedMailCode, MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from "#features/identity/mail-code.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** What a code will count with: the token that was answered, and the address that it proves. */
export type CodeRequest = {
  readonly requestHash: Buffer;
  readonly emailKey: string;
  readonly locale: Locale;
};
/** What a code opens: an account, or a registration that becomes one. */
export type CodeTarget = { readonly userId: UserId | null; readonly registrationId: number | null };

/** Opens a request for a code, or gives an earlier one its whole time and all its tries again. */
export async function openCodeRequest(
  tx: Queryable,
  { requestHash, emailKey, locale }: CodeRequest,
): Promise<{ id: number; expiresAt: Date }> {
  return one<{ id: number; expiresAt: Date }>(
    tx,
    sql`insert into identity_mail_codes (request_hash, email_key, locale, expires_at)
        values (${requestHash}, ${emailKey}, ${locale}, app_now() + make_interval(mins => ${MAIL_CODE_MINUTES}))
        on conflict (request_hash) do update set tries = 0, created_at = app_now(), expires_at = excluded.expires_at
        returning id, expires_at as "expiresAt"`,
  );
}

/** Makes the code of a request; an earlier one ends. Answers it as it is mailed, in groups. */
export async function issueCode(
  tx: Queryable,
  id: number,
  { userId, registrationId }: CodeTarget,
): Promise<string> {
  const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, "0");
  await execute(
    tx,
    sql`update identity_mail_codes set user_id = ${userId}, registration_id = ${registrationId}, code_hash = ${codeHash(id, code)}
        where id = ${id}`,
  );
  return groupedMailCode(code);
}

/** What is stored of a code: eight digits would be guessed from a plain hash. */
export function codeHash(id: number, code: string): Buffer {
  return keyedHash("mail-code", `${id}:${code}`);
}
