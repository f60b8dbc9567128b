import { actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import type { CommentEvent, CommentState } from "#features/community/comments/comments.rules.ts";
import { decideComment } from "#features/community/comments/comments.writes.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * Shows a comment, refuses it, takes it down or keeps it, once per key. Throws COMMENT_NOT_FOUND, COMMENT_CHANGED, COMMENT_DECIDED,
 * IDEMPOTENCY_MISMATCH.
 */
export function decideDeskComment(
  db: Db,
  commentId: number,
  { decision, edits }: { decision: CommentEvent; edits: number },
  call: StaffCall,
): Promise<Answered<{ state: CommentState }>> {
  const { staff, reason } = call;
  return actOnce(db, call, {
    action: `comment.${decision}`,
    input: [commentId, edits],
    work: (tx) => decideComment(tx, { commentId, decision, edits, reason, staffId: staff.staffId }),
    recordOf: ({ state }) => ({ subject: `comment:${commentId}`, details: { state } }),
  });
}
