import { type IdentityMail, renderIdentityMail } from "#features/identity/mail/mail.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { greetingName } from "#lib/mail/typed-text.ts";

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

type OwnersMail = Extract<
  IdentityMail,
  {
    name:
      | "secondFactorOn"
      | "secondFactorOff"
      | "backupCodeUsed"
      | "keyMade"
      | "webhookMade"
      | "passkeyAdded"
      | "passkeyRemoved"
      | "socialLinked"
      | "socialUnlinked";
  }
>;
type WithoutName<Mail> = Mail extends IdentityMail ? Omit<Mail, "personName"> : never;

/** Tells the owner of an account by mail what has happened to it, in the caller's transaction. `occasion` names this one time. */
export async function mailOwner(
  tx: Queryable,
  userId: number,
  mail: WithoutName<OwnersMail>,
  occasion: string,
): Promise<void> {
  const owner = await one<{ email: string; name: string; locale: Locale }>(tx, {
    text: "select email, name, locale from identity_users where id = $1",
    values: [userId],
  });
  await mailPerson(tx, owner, { ...mail, personName: owner.name }, `${mail.name}:${userId}:${occasion}`);
}
