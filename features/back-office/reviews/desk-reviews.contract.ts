import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { reviewEvents, reviewStates } from "#features/community/reviews/reviews.rules.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const ReviewView = z.strictObject({
  id: z.number().int(),
  state: z.enum(reviewStates),
  name: z.string(),
  text: z.string(),
  rating: z.number().int(),
  locale: z.string(),
  /** Its author had bought something. */
  isVerified: z.boolean(),
  /** Whose account wrote it; null for a guest. */
  account: Person.nullable(),
  flags: z.array(z.enum(spamFlags)),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
});
export type ReviewView = z.infer<typeof ReviewView>;

export const listReviewsEndpoint = defineEndpoint({
  id: "deskListReviews",
  method: "GET",
  path: "/desk/reviews",
  tag: "desk",
  summary: "Reviews of the product, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({ state: z.enum(reviewStates).default("waiting"), after: Id.optional() }),
  response: pageOf(ReviewView),
  errors: [],
});

export const decideReviewEndpoint = defineEndpoint({
  id: "deskDecideReview",
  method: "POST",
  path: "/desk/reviews/{id}/decide",
  tag: "desk",
  summary: "Show a review on the main page, refuse it, or take it down",
  description: "The main page is made anew at once. Its author is not told.",
  access: "staff",
  permission: "support",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ decision: z.enum(reviewEvents), reason: Reason }),
  response: z.strictObject({ state: z.enum(reviewStates) }),
  errors: [communityErrors.REVIEW_NOT_FOUND, communityErrors.REVIEW_DECIDED, communityErrors.REVIEW_EXISTS],
});
