import sql from "sql-template-tag";
import { addressOf, askerOf, hashOfAsker, takeSending } from "#features/community/asker.writes.ts";
import { feedbackLimits, feedbackSteps } from "#features/community/feedback/feedback.rules.ts";
import { mailReceipt, mailSupport } from "#features/community/feedback/feedback-mails.writes.ts";
import { isReplyToken } from "#features/community/feedback/reply-token.reads.ts";
import { judgeText, refuseLinks } from "#features/community/spam.reads.ts";
import { type Caller, wrongLink } from "#features/identity/registration/registration.writes.ts";
import { hashOfText } from "#features/identity/spam/spam.reads.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { plainLine, plainText } from "#lib/plain-text.ts";

const FORGOTTEN_AT_ONCE = 1_000;

export type NewFeedback = {
  readonly name: string;
  readonly message: string;
  readonly email: string | undefined;
  /** Who is signed in; a guest gives an address. */
  readonly userId: number | null;
  readonly idempotencyKey: string;
};

/** `number`: the ticket's. */
type Sent = { readonly number: number; readonly replayed: boolean };

type Keyed = { readonly key: string; readonly hash: string };

/** The ticket that a call with this key has written to. Throws IDEMPOTENCY_MISMATCH for one that said something else. */
async function findKeyed(db: Queryable, { key, hash }: Keyed): Promise<number | null> {
  const known = await maybeOne<{ id: number; hash: string }>(
    db,
    sql`select id, input_hash as hash from community_feedback where idempotency_key = ${key}
        union all
        select feedback_id, input_hash from community_feedback_messages where idempotency_key = ${key} limit 1`,
  );
  if (known && known.hash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return known?.id ?? null;
}

/**
 * Opens a ticket with a message and queues the mails to support and to the sender. The same words of the same person are one ticket while
 * it is open. Throws TOO_MANY_LINKS, TEXT_REPEATED, EMAIL_MISSING, INVALID_EMAIL, CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS,
 * IDEMPOTENCY_MISMATCH.
 */
export async function sendFeedback(db: Db, input: NewFeedback, caller: Caller): Promise<Sent> {
  const { userId, idempotencyKey: key } = input;
  const name = plainLine(input.name);
  const message = plainText(input.message);
  refuseLinks(message, feedbackLimits.links);
  const hash = inputHash("feedback", input.name, input.message, input.email ?? null, userId);
  // Before the captcha: the first answer was lost, and its captcha is spent.
  const known = await findKeyed(db, { key, hash });
  if (known !== null) return { number: known, replayed: true };
  const asker = askerOf(input);
  await takeSending(db, "feedback", asker, caller);
  const [personHash, textHash] = [hashOfAsker(asker, "feedback"), hashOfText(message, "feedback")];
  const email = addressOf(asker);
  const twin = await findTwin(db, personHash, textHash);
  if (twin !== null) return { number: twin, replayed: false };
  const flags = await judgeText(db, "community_feedback", { text: message, textHash, userId, email });
  return withTransaction(db, async (tx) => {
    const made = await maybeOne<{ id: number }>(
      tx,
      sql`insert into community_feedback (user_id, email, name, locale, person_hash, text_hash, flags, idempotency_key, input_hash)
          values (${userId}, ${email}, ${name}, ${caller.locale}, ${personHash}, ${textHash}, ${flags}::text[], ${key}, ${hash})
          on conflict do nothing returning id`,
    );
    if (!made) return findOther(tx, { key, hash }, personHash, textHash);
    const messageId = await addMessage(tx, made.id, { message });
    await mailReceipt(tx, made.id);
    await mailSupport(tx, { feedbackId: made.id, messageId: messageId ?? 0, name, message });
    return { number: made.id, replayed: false };
  });
}

async function findTwin(db: Queryable, personHash: Buffer, textHash: Buffer): Promise<number | null> {
  const twin = await maybeOne<{ id: number }>(
    db,
    sql`select id from community_feedback
        where person_hash = ${personHash} and text_hash = ${textHash} and decided_at is null`,
  );
  return twin?.id ?? null;
}

/** The ticket that a call of the same moment has opened: with this key, or with these words. */
async function findOther(tx: Tx, keyed: Keyed, personHash: Buffer, textHash: Buffer): Promise<Sent> {
  const replayed = await findKeyed(tx, keyed);
  if (replayed !== null) return { number: replayed, replayed: true };
  const twin = await findTwin(tx, personHash, textHash);
  // Decided between the two looks.
  if (twin === null) throw new AppError(apiErrors.UNAVAILABLE);
  return { number: twin, replayed: false };
}

type NewMessage = { readonly message: string; readonly staffId?: number; readonly keyed?: Keyed };

/** Puts a message at the end of a thread; null when its key has written one already. */
export async function addMessage(
  tx: Tx,
  feedbackId: number,
  { message, staffId, keyed }: NewMessage,
): Promise<number | null> {
  const added = await maybeOne<{ id: number }>(
    tx,
    sql`insert into community_feedback_messages (feedback_id, staff_id, text, idempotency_key, input_hash)
        values (${feedbackId}, ${staffId ?? null}, ${message}, ${keyed?.key ?? null}, ${keyed?.hash ?? null})
        on conflict do nothing returning id`,
  );
  return added?.id ?? null;
}

export type NextMessage = {
  readonly number: number;
  readonly token: string;
  readonly message: string;
  readonly idempotencyKey: string;
};

/**
 * The sender writes on: the ticket is open again, and support is told by mail. Throws TOO_MANY_LINKS, LINK_INVALID, TOO_MANY_ATTEMPTS,
 * IDEMPOTENCY_MISMATCH.
 */
export async function writeOn(db: Db, input: NextMessage, ip: string): Promise<Sent> {
  const { number, token, idempotencyKey: key } = input;
  const message = plainText(input.message);
  refuseLinks(message, feedbackLimits.links);
  if (!isReplyToken(number, token)) throw await wrongLink(db, ip);
  const keyed = { key, hash: inputHash("feedback message", number, input.message) };
  if ((await findKeyed(db, keyed)) !== null) return { number, replayed: true };
  await takeAttempts(db, [
    { name: "feedback-network", subject: networkOf(ip) },
    { name: "feedback-person", subject: `ticket:${number}` },
  ]);
  const written = await withTransaction(db, (tx) => writeInto(tx, { number, message, keyed }));
  // Forgotten meanwhile, or gone with its account.
  if (written === null) throw await wrongLink(db, ip);
  return { number, replayed: written === "replayed" };
}

async function writeInto(
  tx: Tx,
  { number, message, keyed }: { number: number; message: string; keyed: Keyed },
): Promise<"written" | "replayed" | null> {
  const ticket = await maybeOne<{ name: string }>(
    tx,
    sql`select name from community_feedback where id = ${number} for update`,
  );
  if (!ticket) return null;
  const messageId = await addMessage(tx, number, { message, keyed });
  if (messageId === null) {
    await findKeyed(tx, keyed);
    return "replayed";
  }
  await execute(
    tx,
    sql`update community_feedback set state = 'open', written_at = app_now()
        where id = ${number} and state = any(${feedbackSteps.statesBefore("write")}::text[])`,
  );
  await mailSupport(tx, { feedbackId: number, messageId, name: ticket.name, message });
  return "written";
}

/** Removes tickets in which nobody has written for long, with their threads. Answers how many. */
export function forgetFeedback(db: Db): Promise<number> {
  const { keptDays, openDays } = feedbackLimits;
  return execute(
    db,
    sql`delete from community_feedback where id in (
          select id from community_feedback
          where written_at < app_now() - make_interval(days => ${keptDays})
            and (state <> 'open' or written_at < app_now() - make_interval(days => ${openDays}))
          limit ${FORGOTTEN_AT_ONCE})`,
  );
}
