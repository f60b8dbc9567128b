import sql from "sql-template-tag";
import {
  type ApplicationMail,
  renderApplicationMail,
} from "#features/partners/partner-applications/mails.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";

/** Queues a mail to the applicant in the caller's transaction: in the account's language, or that of the form. Each occasion once. */
export async function mailApplicant(tx: Tx, applicationId: number, mail: ApplicationMail): Promise<void> {
  const reader = await one<{ email: string; locale: Locale }>(
    tx,
    sql`select a.email, coalesce(u.locale, a.locale) as locale
        from partners_applications a left join identity_people u on u.email_key = a.email_key where a.id = ${applicationId}`,
  );
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  await enqueueMail(tx, {
    ...renderApplicationMail(mail, reader.locale, house),
    to: reader.email,
    key: `partner-application:${applicationId}:${mail.name}`,
  });
}
