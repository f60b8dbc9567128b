import sql from "sql-template-tag";
import { communityErrors } from "#features/community/community.errors.ts";
import { type FeedbackState, feedbackSteps } from "#features/community/feedback/feedback.rules.ts";
import { addMessage } from "#features/community/feedback/feedback.writes.ts";
import { mailAnswer } from "#features/community/feedback/feedback-mails.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { plainText } from "#lib/plain-text.ts";

type Decision = {
  readonly feedbackId: number;
  readonly staffId: number;
  /** The newest message that whoever decides has read; where the sender has written another one meanwhile, the ticket stays open. */
  readonly seenMessageId?: number | undefined;
};
type Decided = { readonly state: FeedbackState };

/** Answers a ticket: the words join its thread and go out by mail. Throws FEEDBACK_NOT_FOUND, FEEDBACK_CLOSED. */
export async function answerFeedback(
  tx: Tx,
  { answer, ...decision }: Decision & { readonly answer: string },
): Promise<Decided> {
  const decided = await decide(tx, decision, "answer");
  const { feedbackId, staffId } = decision;
  const words = plainText(answer);
  const messageId = await addMessage(tx, feedbackId, { message: words, staffId });
  await mailAnswer(tx, { feedbackId, messageId: messageId ?? 0, answer: words });
  return decided;
}

/** Puts a ticket away; nobody is told. Throws FEEDBACK_NOT_FOUND, FEEDBACK_CLOSED. */
export function closeFeedback(tx: Tx, decision: Decision): Promise<Decided> {
  return decide(tx, decision, "close");
}

async function decide(
  tx: Tx,
  { feedbackId, staffId, seenMessageId }: Decision,
  event: "answer" | "close",
): Promise<Decided> {
  const held = await maybeOne<{ state: FeedbackState }>(
    tx,
    sql`select state from community_feedback where id = ${feedbackId} for update`,
  );
  if (!held) throw new AppError(communityErrors.FEEDBACK_NOT_FOUND);
  const next = feedbackSteps.nextState(held.state, event);
  if (next === null) throw new AppError(communityErrors.FEEDBACK_CLOSED);
  const state = (await isWrittenSince(tx, feedbackId, seenMessageId)) ? "open" : next;
  await execute(
    tx,
    sql`update community_feedback set state = ${state}, decided_by = ${staffId}, decided_at = app_now(),
          written_at = case when ${event === "answer"} then app_now() else written_at end
        where id = ${feedbackId}`,
  );
  return { state };
}

/** Asked behind the ticket's lock, which whoever writes on takes, too. */
async function isWrittenSince(
  tx: Tx,
  feedbackId: number,
  seenMessageId: number | undefined,
): Promise<boolean> {
  if (seenMessageId === undefined) return false;
  const newer = await maybeOne(
    tx,
    sql`select 1 from community_feedback_messages
        where feedback_id = ${feedbackId} and id > ${seenMessageId} and staff_id is null limit 1`,
  );
  return newer !== null;
}
