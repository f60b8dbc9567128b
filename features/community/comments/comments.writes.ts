import sql from "sql-template-tag";
import type { WaitingComment } from "#features/community/comments/comments.contract.ts";
import {
  type CommentEvent,
  type CommentState,
  commentLimits,
  commentSteps,
  commentsTag,
} from "#features/community/comments/comments.rules.ts";
import { answerReports } from "#features/community/comments/reports.writes.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { judgeText, refuseLinks } from "#features/community/spam.reads.ts";
import { findArticleId } from "#features/content/blog/blog.reads.ts";
import { hashOfText } from "#features/identity/spam/spam.reads.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { notify } from "#lib/jobs/events.ts";
import { networkOf } from "#lib/net/network-of.ts";
import { plainLine, plainText } from "#lib/plain-text.ts";

const FORGOTTEN_AT_ONCE = 1_000;
const EDITABLE_UNTIL = sql`created_at + make_interval(mins => ${commentLimits.editMinutes})`;
const WAITING = sql`id, ${EDITABLE_UNTIL} as "editableUntil"`;

type Words = { readonly name: string; readonly text: string; readonly userId: number };
export type NewComment = Words & {
  /** The last part of the article's address. */
  readonly article: string;
  readonly replyTo?: number | undefined;
};
type Waiting = { readonly id: number; readonly editableUntil: Date };

/**
 * Records what a user says under an article, which the staff look at before it is shown. Throws ARTICLE_NOT_FOUND, COMMENT_NOT_FOUND (of
 * what it replies to), COMMENT_WAITS, TOO_MANY_LINKS, TEXT_REPEATED, TOO_MANY_ATTEMPTS.
 */
export async function sendComment(
  tx: Tx,
  { article, replyTo, ...words }: NewComment,
  { ip, locale }: { ip: string; locale: Locale },
): Promise<WaitingComment> {
  const articleId = await findArticleId(tx, article);
  if (articleId === null) throw new AppError(communityErrors.ARTICLE_NOT_FOUND);
  if (replyTo !== undefined) await holdParent(tx, replyTo, articleId);
  const { userId } = words;
  const { name, text, textHash, flags } = await judgeWords(tx, words, ip);
  const stored = await maybeOne<Waiting>(
    tx,
    sql`insert into community_comments (article_id, parent_id, user_id, name, text, locale, text_hash, flags)
        values (${articleId}, ${replyTo ?? null}, ${userId}, ${name}, ${text}, ${locale}, ${textHash}, ${flags}::text[])
        on conflict (article_id, user_id) where state = 'waiting' do nothing returning ${WAITING}`,
  );
  if (!stored) throw new AppError(communityErrors.COMMENT_WAITS);
  return viewOf(stored);
}

/** What is replied to stays until the reply stands. Throws COMMENT_NOT_FOUND. */
async function holdParent(tx: Tx, parentId: number, articleId: number): Promise<void> {
  const held = await maybeOne(
    tx,
    sql`select from community_comments
        where id = ${parentId} and article_id = ${articleId} and parent_id is null and state = 'approved' for key share`,
  );
  if (!held) throw new AppError(communityErrors.COMMENT_NOT_FOUND);
}

export type EditedComment = Words & { readonly commentId: number };

/**
 * Writes a comment anew that waits. Throws COMMENT_NOT_FOUND for one of somebody else, COMMENT_FIXED when it was decided about or its ten
 * minutes are over, TOO_MANY_LINKS, TEXT_REPEATED, TOO_MANY_ATTEMPTS.
 */
export async function editComment(
  tx: Tx,
  { commentId, ...words }: EditedComment,
  { ip }: { ip: string },
): Promise<WaitingComment> {
  const held = await maybeOne<{ isOpen: boolean }>(
    tx,
    sql`select state = 'waiting' and app_now() < ${EDITABLE_UNTIL} as "isOpen" from community_comments
        where id = ${commentId} and user_id = ${words.userId} for update`,
  );
  if (!held) throw new AppError(communityErrors.COMMENT_NOT_FOUND);
  if (!held.isOpen) throw new AppError(communityErrors.COMMENT_FIXED);
  const { name, text, textHash, flags } = await judgeWords(tx, words, ip, commentId);
  const [edited] = await rows<Waiting>(
    tx,
    sql`update community_comments set name = ${name}, text = ${text}, text_hash = ${textHash}, flags = ${flags}::text[],
          edits = edits + 1 where id = ${commentId} returning ${WAITING}`,
  );
  if (!edited) throw new AppError(communityErrors.COMMENT_NOT_FOUND);
  return viewOf(edited);
}

function viewOf({ id, editableUntil }: Waiting): WaitingComment {
  return { id, editableUntil: editableUntil.toISOString() };
}

/** The words as they are kept, counted against their author and network. `editedId`: the comment that had others before. */
async function judgeWords(tx: Tx, words: Words, ip: string, editedId?: number) {
  const { userId } = words;
  const text = plainText(words.text);
  refuseLinks(text, commentLimits.links);
  await takeAttempts(tx, [
    { name: "comment-network", subject: networkOf(ip) },
    { name: "comment-person", subject: `user:${userId}` },
  ]);
  const textHash = hashOfText(text, "comment");
  const flags = await judgeText(tx, "community_comments", { text, textHash, userId, email: null, editedId });
  return { name: plainLine(words.name), text, textHash, flags };
}

export type CommentDecision = {
  readonly commentId: number;
  readonly decision: CommentEvent;
  /** How often it had been edited when the staff read it. */
  readonly edits: number;
  readonly reason: string;
  readonly staffId: number;
};

/**
 * Shows a comment, refuses it, takes it down or keeps it in spite of reports; the page of its article is made anew. Throws COMMENT_NOT_FOUND,
 * COMMENT_DECIDED, and COMMENT_CHANGED when its author has written it anew since the staff read it.
 */
export async function decideComment(
  tx: Tx,
  { commentId, decision, edits, reason, staffId }: CommentDecision,
): Promise<{ state: CommentState }> {
  const held = await maybeOne<{ state: CommentState; articleId: number; edits: number }>(
    tx,
    sql`select state, article_id as "articleId", edits from community_comments where id = ${commentId} for update`,
  );
  if (!held) throw new AppError(communityErrors.COMMENT_NOT_FOUND);
  if (held.edits !== edits) throw new AppError(communityErrors.COMMENT_CHANGED);
  const state = commentSteps.nextState(held.state, decision);
  if (state === null) throw new AppError(communityErrors.COMMENT_DECIDED, { details: { state: held.state } });
  await execute(
    tx,
    sql`update community_comments set state = ${state}, reason = ${reason}, decided_by = ${staffId}, decided_at = app_now()
        where id = ${commentId}`,
  );
  await answerReports(tx, commentId);
  if (state !== held.state && (state === "approved" || held.state === "approved"))
    await announce(tx, [held.articleId]);
  return { state };
}

async function announce(tx: Tx, articleIds: readonly number[]): Promise<void> {
  const tags = [...new Set(articleIds.map(commentsTag))];
  if (tags.length > 0) await notify(tx, "page_tags", tags.join(","));
}

/** Removes an account's comments with the replies to them, also from the pages that show them. */
export async function forgetCommentsOf(tx: Tx, userId: number): Promise<void> {
  const gone = await rows<{ articleId: number; isShown: boolean }>(
    tx,
    sql`delete from community_comments where user_id = ${userId}
        returning article_id as "articleId", state = 'approved' as "isShown"`,
  );
  await announce(
    tx,
    gone.filter(({ isShown }) => isShown).map(({ articleId }) => articleId),
  );
}

/** Removes comments that were rejected long ago, with the replies to them, which nobody has seen since. Answers how many. */
export function forgetComments(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from community_comments where id in (
          select id from community_comments
          where state = 'rejected' and decided_at < app_now() - make_interval(days => ${commentLimits.rejectedDays})
          limit ${FORGOTTEN_AT_ONCE})`,
  );
}
