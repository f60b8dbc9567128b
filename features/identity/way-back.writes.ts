import sql from "sql-template-tag";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** The token of a change's way back: the same one however often its mail is sent. */
export function wayBackToken(changeId: number): string {
  return keyedHash("email-way-back", String(changeId)).toString("base64url");
}

type OldAddress = { readonly email: string; readonly name: string; readonly locale: Locale };
type Changed = { readonly changeId: number; readonly newEmail: string; readonly occasion: string };

/** Tells the old address of a change, with the link that takes the account back. */
export async function mailWayBack(
  tx: Queryable,
  { email, name, locale }: OldAddress,
  { changeId, newEmail, occasion }: Changed,
): Promise<void> {
  const token = wayBackToken(changeId);
  const mail = { name: "emailChanged", personName: name, what: newEmail, token } as const;
  await mailPerson(tx, { email, locale }, mail, `email-changed:${changeId}:${occasion}`);
}

/**
 * Somebody asks for a way in at an address without an account: where one left it lately, its link comes again instead. Of several the
 * first one, which undoes all later ones. Answers whether there was one.
 */
export async function remindOfWayBack(tx: Tx, emailKey: string, occasion: string): Promise<boolean> {
  const left = await maybeOne<OldAddress & { id: number; newEmail: string }>(
    tx,
    sql`select c.id, c.old_email as email, u.name, u.locale, u.email as "newEmail"
        from identity_email_changes c join identity_users u on u.id = c.user_id
        where c.old_email_key = ${emailKey} and c.confirmed_at is not null and c.taken_back_at is null and c.back_until > app_now()
        order by c.id limit 1`,
  );
  if (!left) return false;
  await mailWayBack(tx, left, { changeId: left.id, newEmail: left.newEmail, occasion });
  return true;
}

/** Deletes changes whose code or way back ended; answers how many. */
export function forgetEmailChanges(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from identity_email_changes where id in (
          select id from identity_email_changes where coalesce(back_until, code_expires_at) <= app_now()
          limit ${limit} for update skip locked)`,
  );
}
