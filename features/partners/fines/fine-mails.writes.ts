import sql from "sql-template-tag";
import { type FineMail, renderFineMail } from "#features/partners/fines/fine-mails.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { enqueueMail } from "#lib/mail/send.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type Row = {
  email: string;
  locale: Locale;
  amountKopecks: number;
  words: string;
  decision: string | null;
  appealUntil: Date;
};

/** Queues a mail about a fine to its partner, in the caller's transaction. Each occasion once. */
export async function mailFined(tx: Tx, fineId: number, name: FineMail["name"]): Promise<void> {
  const row = await maybeOne<Row>(
    tx,
    sql`select u.email, u.locale, f.amount_kopecks as "amountKopecks", f.words, f.decision, f.appeal_until as "appealUntil"
        from partners_fines f join identity_people u on u.id = f.user_id where f.id = ${fineId}`,
  );
  if (!row) return;
  const mail = {
    name,
    amountKopecks: kopecks(row.amountKopecks),
    words: row.decision ?? row.words,
    appealUntil: row.appealUntil,
  };
  const house = { brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL };
  const rendered = renderFineMail(mail, row.locale, house);
  await enqueueMail(tx, { ...rendered, to: row.email, key: `partner-fine:${fineId}:${name}` });
}
