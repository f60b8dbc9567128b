import { sendFeedbackEndpoint, writeOnEndpoint } from "#features/community/feedback/feedback.contract.ts";
import { sendFeedback, writeOn } from "#features/community/feedback/feedback.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const feedbackRoutes = [
  route(sendFeedbackEndpoint, async ({ db, actor, body, ip, locale, idempotencyKey }) => {
    const { captcha, email, ...written } = body;
    const userId = actor.kind === "user" ? actor.userId : null;
    const { number, replayed } = await sendFeedback(
      db,
      { ...written, email, userId, idempotencyKey },
      { ip, locale, captcha },
    );
    return reply({ number }, { headers: replayHeader(replayed) });
  }),
  route(writeOnEndpoint, async ({ db, body, ip, idempotencyKey }) => {
    const { number, replayed } = await writeOn(db, { ...body, idempotencyKey }, ip);
    return reply({ number }, { headers: replayHeader(replayed) });
  }),
];
