import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { commentEvents, commentQueues, commentStates } from "#features/community/comments/comments.rules.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const CommentView = z.strictObject({
  id: z.number().int(),
  state: z.enum(commentStates),
  /** Null for one that is not published any more. */
  article: z.strictObject({ slug: z.string(), title: z.string() }).nullable(),
  /** The words that it replies to; null for one that replies to nothing. */
  parentText: z.string().nullable(),
  name: z.string(),
  text: z.string(),
  locale: z.string(),
  /** Whose account wrote it. */
  account: Person,
  flags: z.array(z.enum(spamFlags)),
  /** How many readers have reported it since the staff decided about it. */
  reports: z.number().int(),
  /** How often its author has written it anew. */
  edits: z.number().int(),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
});
export type CommentView = z.infer<typeof CommentView>;

export const listCommentsEndpoint = defineEndpoint({
  id: "deskListComments",
  method: "GET",
  path: "/desk/comments",
  tag: "desk",
  summary: "Comments under articles, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({ queue: z.enum(commentQueues).default("waiting"), after: Id.optional() }),
  response: pageOf(CommentView),
  errors: [],
});

export const decideCommentEndpoint = defineEndpoint({
  id: "deskDecideComment",
  method: "POST",
  path: "/desk/comments/{id}/decide",
  tag: "desk",
  summary: "Show a comment under its article, refuse it, take it down, or keep it",
  description: "The article's page is made anew at once. The author is not told.",
  access: "staff",
  permission: "support",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({
    decision: z.enum(commentEvents),
    /** As the comment said when it was read. */
    edits: z.number().int().min(0).max(1_000_000),
    reason: Reason,
  }),
  response: z.strictObject({ state: z.enum(commentStates) }),
  errors: [
    communityErrors.COMMENT_NOT_FOUND,
    communityErrors.COMMENT_CHANGED,
    communityErrors.COMMENT_DECIDED,
  ],
});
