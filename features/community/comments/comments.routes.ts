import {
  editCommentEndpoint,
  reportCommentEndpoint,
  sendCommentEndpoint,
} from "#features/community/comments/comments.contract.ts";
import { editComment, sendComment } from "#features/community/comments/comments.writes.ts";
import { reportComment } from "#features/community/comments/reports.writes.ts";
import { keyedRoute } from "#features/idempotency/idempotency.routes.ts";

/** What users say under articles. */
export const commentRoutes = [
  keyedRoute(sendCommentEndpoint, (tx, { actor, body, ip, locale }) =>
    sendComment(tx, { ...body, userId: actor.userId }, { ip, locale }),
  ),
  keyedRoute(editCommentEndpoint, (tx, { actor, params, body, ip }) =>
    editComment(tx, { ...body, commentId: params.id, userId: actor.userId }, { ip }),
  ),
  keyedRoute(reportCommentEndpoint, async (tx, { actor, params, ip }) => {
    await reportComment(tx, { commentId: params.id, userId: actor.userId }, { ip });
    return { status: "accepted" as const };
  }),
];
