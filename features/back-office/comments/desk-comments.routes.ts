import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  decideCommentEndpoint,
  listCommentsEndpoint,
} from "#features/back-office/comments/desk-comments.contract.ts";
import { listCommentViews } from "#features/back-office/comments/desk-comments.reads.ts";
import { decideDeskComment } from "#features/back-office/comments/desk-comments.writes.ts";
import { route } from "#lib/api/route.ts";

/** What users say under articles, at the desk. */
export const deskCommentRoutes = [
  route(listCommentsEndpoint, ({ db, query }) => listCommentViews(db, query)),
  route(decideCommentEndpoint, async (asked) =>
    answered(await decideDeskComment(asked.db, asked.params.id, asked.body, callOf(asked))),
  ),
];
