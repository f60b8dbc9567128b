import sql from "sql-template-tag";
import {
  renderAnsweredMail,
  renderReceivedMail,
  renderWrittenMail,
} from "#features/community/feedback/feedback-mails.rules.ts";
import { replyToken } from "#features/community/feedback/reply-token.reads.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import { enqueueMail } from "#lib/mail/send.ts";

const house = () => ({ brand: env.BRAND_NAME, publicUrl: env.PUBLIC_URL });

/** Where a ticket's sender is written to, and in which language. An account that is gone has no address. */
function findReader(tx: Tx, feedbackId: number): Promise<{ to: string; locale: Locale } | null> {
  return maybeOne<{ to: string; locale: Locale }>(
    tx,
    sql`select coalesce(f.email, u.email) as to, coalesce(u.locale, f.locale) as locale
        from community_feedback f left join identity_people u on u.id = f.user_id
        where f.id = ${feedbackId} and coalesce(f.email, u.email) is not null`,
  );
}

/** Queues the receipt in the caller's transaction. */
export async function mailReceipt(tx: Tx, feedbackId: number): Promise<void> {
  const reader = await findReader(tx, feedbackId);
  if (!reader) return;
  const mail = renderReceivedMail(feedbackId, reader.locale, house());
  await enqueueMail(tx, { ...mail, to: reader.to, key: `feedback:${feedbackId}:received` });
}

type Written = {
  readonly feedbackId: number;
  readonly messageId: number;
  readonly name: string;
  readonly message: string;
};

/** Queues the word to support in the caller's transaction. */
export async function mailSupport(tx: Tx, { feedbackId, messageId, name, message }: Written): Promise<void> {
  const support = normaliseEmail(env.SUPPORT_EMAIL);
  if (!support) return;
  const mail = renderWrittenMail({ number: feedbackId, name, message }, house());
  await enqueueMail(tx, { ...mail, to: support.email, key: `feedback:${feedbackId}:written:${messageId}` });
}

/** Queues the staff's answer in the caller's transaction. */
export async function mailAnswer(
  tx: Tx,
  { feedbackId, messageId, answer }: { feedbackId: number; messageId: number; answer: string },
): Promise<void> {
  const reader = await findReader(tx, feedbackId);
  if (!reader) return;
  const answered = { number: feedbackId, token: replyToken(feedbackId), answer };
  const mail = renderAnsweredMail(answered, reader.locale, house());
  await enqueueMail(tx, { ...mail, to: reader.to, key: `feedback:${feedbackId}:answer:${messageId}` });
}
