import { defineErrors } from "#lib/errors/app-error.ts";

export const communityErrors = defineErrors({
  WEBSITE_INCORRECT: { status: 400, messageKey: "community.errors.websiteIncorrect", retryable: false },
  /** A guest has to say where the answer goes. */
  EMAIL_MISSING: { status: 400, messageKey: "community.errors.emailMissing", retryable: false },
  /** Nothing that is open was asked for by this name. */
  SERVICE_REQUEST_NOT_FOUND: {
    status: 404,
    messageKey: "community.errors.serviceRequestNotFound",
    retryable: false,
  },
  /** Details carry `max`. */
  TOO_MANY_LINKS: { status: 400, messageKey: "community.errors.tooManyLinks", retryable: false },
  /** The same words have come again and again. */
  TEXT_REPEATED: { status: 409, messageKey: "community.errors.textRepeated", retryable: false },
  FEEDBACK_NOT_FOUND: { status: 404, messageKey: "community.errors.feedbackNotFound", retryable: false },
  /** Nothing is answered or closed any more before its sender writes again. */
  FEEDBACK_CLOSED: { status: 409, messageKey: "community.errors.feedbackClosed", retryable: false },
  /** An account has one review that waits or is shown. */
  REVIEW_EXISTS: { status: 409, messageKey: "community.errors.reviewExists", retryable: false },
  REVIEW_NOT_FOUND: { status: 404, messageKey: "community.errors.reviewNotFound", retryable: false },
  /** Details carry `state`. */
  REVIEW_DECIDED: { status: 409, messageKey: "community.errors.reviewDecided", retryable: false },
  /** No such article is published. */
  ARTICLE_NOT_FOUND: { status: 404, messageKey: "community.errors.articleNotFound", retryable: false },
  /** Also for one of somebody else that is to be edited, and for one that cannot be replied to. */
  COMMENT_NOT_FOUND: { status: 404, messageKey: "community.errors.commentNotFound", retryable: false },
  /** One comment of an account waits under an article. */
  COMMENT_WAITS: { status: 409, messageKey: "community.errors.commentWaits", retryable: false },
  /** The staff have decided about it, or it was sent too long ago to be edited. */
  COMMENT_FIXED: { status: 409, messageKey: "community.errors.commentFixed", retryable: false },
  /** Its author has written it anew since the staff read it. */
  COMMENT_CHANGED: { status: 409, messageKey: "community.errors.commentChanged", retryable: false },
  /** Details carry `state`. */
  COMMENT_DECIDED: { status: 409, messageKey: "community.errors.commentDecided", retryable: false },
});
