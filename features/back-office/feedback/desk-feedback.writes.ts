import { actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import type { decideFeedbackEndpoint } from "#features/back-office/feedback/desk-feedback.contract.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import type { FeedbackState } from "#features/community/feedback/feedback.rules.ts";
import { answerFeedback, closeFeedback } from "#features/community/feedback/feedback-decisions.writes.ts";
import type { BodyOf } from "#lib/api/endpoint.ts";
import type { Db } from "#lib/db/pool.ts";

/** Answers or closes a ticket, once per key. Throws FEEDBACK_NOT_FOUND, FEEDBACK_CLOSED, IDEMPOTENCY_MISMATCH. */
export function decideDeskFeedback(
  db: Db,
  feedbackId: number,
  body: BodyOf<typeof decideFeedbackEndpoint>,
  call: StaffCall,
): Promise<Answered<{ state: FeedbackState }>> {
  const ticket = { feedbackId, staffId: call.staff.staffId, seenMessageId: body.seenMessageId };
  const recordOf = ({ state }: { state: FeedbackState }) => ({
    subject: `feedback:${feedbackId}`,
    details: { state },
  });
  if (body.decision === "close")
    return actOnce(db, call, {
      action: "feedback.close",
      input: [feedbackId],
      work: (tx) => closeFeedback(tx, ticket),
      recordOf,
    });
  const { answer } = body;
  return actOnce(db, call, {
    action: "feedback.answer",
    input: [feedbackId, answer],
    work: (tx) => answerFeedback(tx, { ...ticket, answer }),
    recordOf,
  });
}
