import { sendReviewEndpoint } from "#features/community/reviews/reviews.contract.ts";
import { sendReview } from "#features/community/reviews/reviews.writes.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";

export const reviewRoutes = [
  route(sendReviewEndpoint, async ({ db, actor, body, ip, locale, idempotencyKey }) => {
    const { captcha, ...written } = body;
    const userId = actor.kind === "user" ? actor.userId : null;
    const { replayed } = await sendReview(
      db,
      { ...written, userId, idempotencyKey },
      { ip, locale, captcha },
    );
    return reply({ status: "accepted" as const }, { headers: replayHeader(replayed) });
  }),
];
