import { z } from "zod";
import { communityErrors } from "#features/community/community.errors.ts";
import { feedbackLimits } from "#features/community/feedback/feedback.rules.ts";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Message = z.string().trim().min(feedbackLimits.messageMin).max(feedbackLimits.messageCharacters);
/** The number of the ticket, which mails name. */
const Ticket = z.strictObject({ number: z.number().int() });

export const sendFeedbackEndpoint = defineEndpoint({
  id: "sendFeedback",
  method: "POST",
  path: "/feedback",
  tag: "community",
  summary: "Write to support",
  description:
    "The message becomes a ticket; receipt and answer go out by e-mail. A guest gives an address and solves a captcha. The same words " +
    "of the same person are one ticket while it is open.",
  access: "public",
  keyed: true,
  body: z.strictObject({
    /** How the sender is called. */
    name: z.string().trim().min(1).max(feedbackLimits.nameCharacters),
    /** Plain text. */
    message: Message,
    email: z.string().min(1).max(320).optional(),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 202,
  response: Ticket,
  errors: [
    communityErrors.TOO_MANY_LINKS,
    communityErrors.TEXT_REPEATED,
    communityErrors.EMAIL_MISSING,
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const writeOnEndpoint = defineEndpoint({
  id: "writeOnFeedback",
  method: "POST",
  path: "/feedback/messages",
  tag: "community",
  summary: "Write on in a ticket, by the link of one of its mails",
  description: "The ticket is open again, whatever was decided about it.",
  access: "public",
  keyed: true,
  body: z.strictObject({
    number: z.number().int().min(1).max(999_999_999_999),
    /** What the mail's link holds beside the number. */
    token: z.string().regex(/^[\w-]{22}$/),
    message: Message,
  }),
  status: 202,
  response: Ticket,
  errors: [communityErrors.TOO_MANY_LINKS, identityErrors.LINK_INVALID, identityErrors.TOO_MANY_ATTEMPTS],
});
