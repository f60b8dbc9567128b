import sql from "sql-template-tag";
import { renderStoreMail, type StoreMail } from "#features/stores/applications/store-mails.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";

/** Queues a mail to the applicant in the caller's transaction: at the account's address, which is proven. Each occasion once. */
export async function mailStoreApplicant(tx: Tx, applicationId: number, mail: StoreMail): Promise<void> {
  const reader = await one<{ email: string; locale: Locale }>(
    tx,
    sql`select u.email, u.locale from stores_applications a join identity_people u on u.id = a.user_id where a.id = ${applicationId}`,
  );
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  await enqueueMail(tx, {
    ...renderStoreMail(mail, reader.locale, house),
    to: reader.email,
    key: `store-application:${applicationId}:${mail.name}`,
  });
}
