import { type IdentityMail, renderIdentityMail } from "#features/identity/mail/rules.ts";
import { greetingName } from "#features/identity/rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";

/** Queues a mail of identity in the caller's transaction. `key` names the occasion. */
export async function mailPerson(
  tx: Queryable,
  to: { email: string; locale: Locale },
  mail: IdentityMail,
  key: string,
): Promise<void> {
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const greeted = { ...mail, personName: greetingName(mail.personName, to.email) };
  await enqueueMail(tx, { ...renderIdentityMail(greeted, to.locale, house), to: to.email, key });
}
