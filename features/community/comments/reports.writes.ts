import sql from "sql-template-tag";
import { communityErrors } from "#features/community/community.errors.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";

type Report = { readonly commentId: number; readonly userId: number };

/** Records that a reader wants a shown comment looked at; once for each reader. Throws COMMENT_NOT_FOUND, TOO_MANY_ATTEMPTS. */
export async function reportComment(
  tx: Tx,
  { commentId, userId }: Report,
  { ip }: { ip: string },
): Promise<void> {
  // Held as it is: the staff may be deciding about it.
  const held = await maybeOne(
    tx,
    sql`select from community_comments where id = ${commentId} and state = 'approved' for share`,
  );
  if (!held) throw new AppError(communityErrors.COMMENT_NOT_FOUND);
  await takeAttempts(tx, [
    { name: "comment-network", subject: networkOf(ip) },
    { name: "comment-report-person", subject: `user:${userId}` },
  ]);
  await execute(
    tx,
    sql`insert into community_comment_reports (comment_id, user_id) values (${commentId}, ${userId}) on conflict do nothing`,
  );
}

/** The staff have decided about a comment: what readers said of it is answered. */
export async function answerReports(tx: Tx, commentId: number): Promise<void> {
  await execute(tx, sql`delete from community_comment_reports where comment_id = ${commentId}`);
}

/** Removes an account's reports. */
export async function forgetReportsOf(tx: Tx, userId: number): Promise<void> {
  await execute(tx, sql`delete from community_comment_reports where user_id = ${userId}`);
}
