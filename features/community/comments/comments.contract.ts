import { z } from "zod";
import { commentLimits } from "#features/community/comments/comments.rules.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const CommentId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

const words = {
  /** How its author is called. */
  name: z.string().trim().min(1).max(commentLimits.nameCharacters),
  /** Plain text. */
  text: z.string().trim().min(1).max(commentLimits.textCharacters),
};

/** A comment that waits, as its author is told of it. */
const WaitingComment = z.strictObject({
  id: z.number().int(),
  /** Until then it may be written anew, while it waits. */
  editableUntil: z.iso.datetime(),
});
export type WaitingComment = z.infer<typeof WaitingComment>;

export const sendCommentEndpoint = defineEndpoint({
  id: "sendComment",
  method: "POST",
  path: "/comments",
  tag: "community",
  summary: "Say something under an article",
  description:
    "The staff look at it before it is shown. One comment of an account waits under an article. A reply is to a comment that is shown " +
    "and is no reply itself.",
  access: "session",
  keyed: true,
  body: z.strictObject({
    /** The last part of the article's address. */
    article: z.string().regex(/^[a-z0-9-]{1,200}$/),
    /** What it replies to. */
    replyTo: CommentId.optional(),
    ...words,
  }),
  status: 202,
  response: WaitingComment,
  errors: [
    communityErrors.ARTICLE_NOT_FOUND,
    communityErrors.COMMENT_NOT_FOUND,
    communityErrors.COMMENT_WAITS,
    communityErrors.TOO_MANY_LINKS,
    communityErrors.TEXT_REPEATED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const editCommentEndpoint = defineEndpoint({
  id: "editComment",
  method: "PUT",
  path: "/comments/{id}",
  tag: "community",
  summary: "Write a comment anew that waits",
  description: "For ten minutes, by its author, until the staff have decided about it.",
  access: "session",
  keyed: true,
  params: idParams,
  body: z.strictObject(words),
  response: WaitingComment,
  errors: [
    communityErrors.COMMENT_NOT_FOUND,
    communityErrors.COMMENT_FIXED,
    communityErrors.TOO_MANY_LINKS,
    communityErrors.TEXT_REPEATED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const reportCommentEndpoint = defineEndpoint({
  id: "reportComment",
  method: "POST",
  path: "/comments/{id}/report",
  tag: "community",
  summary: "Say that a comment should not be shown",
  description: "The staff look at it. An account reports a comment once, however often it is sent.",
  access: "session",
  keyed: true,
  params: idParams,
  status: 202,
  response: z.strictObject({ status: z.literal("accepted") }),
  errors: [communityErrors.COMMENT_NOT_FOUND, identityErrors.TOO_MANY_ATTEMPTS],
});
