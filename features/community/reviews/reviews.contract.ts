import { z } from "zod";
import { communityErrors } from "#features/community/community.errors.ts";
import { reviewLimits } from "#features/community/reviews/reviews.rules.ts";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const sendReviewEndpoint = defineEndpoint({
  id: "sendReview",
  method: "POST",
  path: "/reviews",
  tag: "community",
  summary: "Say what the product is like",
  description:
    "The staff look at it before it is shown. Of an account that has bought something it bears the mark of a buyer. A guest solves a " +
    "captcha. An account has one review that waits or is shown.",
  access: "public",
  keyed: true,
  body: z.strictObject({
    /** How its author is called. */
    name: z.string().trim().min(1).max(reviewLimits.nameCharacters),
    /** Plain text. */
    text: z.string().trim().min(1).max(reviewLimits.textCharacters),
    /** From 1 (bad) to 5 (good). */
    rating: z.number().int().min(1).max(5),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 202,
  response: z.strictObject({ status: z.literal("accepted") }),
  errors: [
    communityErrors.TOO_MANY_LINKS,
    communityErrors.TEXT_REPEATED,
    communityErrors.REVIEW_EXISTS,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
