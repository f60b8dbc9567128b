import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { greetingName } from "#lib/mail/typed-text.ts";

/** To whom a mail goes, how it greets, and in which language. */
export type MailReader = { readonly email: string; readonly name: string; readonly locale: Locale };

/** The person behind an account, or null for one that is suspended or unknown: nobody is written to then. */
export async function findMailReader(db: Queryable, userId: number): Promise<MailReader | null> {
  const reader = await maybeOne<MailReader>(db, {
    text: "select email, name, locale from identity_users where id = $1 and suspended_at is null",
    values: [userId],
  });
  return reader && { ...reader, name: greetingName(reader.name, reader.email) };
}
