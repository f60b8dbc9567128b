import { z } from "zod";
import { IdNumber, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import { feedbackLimits, feedbackStates } from "#features/community/feedback/feedback.rules.ts";
import { spamFlags } from "#features/identity/spam/spam.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const FeedbackView = z.strictObject({
  /** The ticket's number. */
  id: z.number().int(),
  state: z.enum(feedbackStates),
  name: z.string(),
  /** Where the answer goes; null when the account is gone. */
  email: z.string().nullable(),
  /** Whose account wrote it; null for a guest. */
  account: Person.nullable(),
  locale: z.string(),
  flags: z.array(z.enum(spamFlags)),
  /** Oldest first; without an author: the sender's own words. */
  messages: z.array(
    z.strictObject({ id: z.number().int(), author: Person.nullable(), text: z.string(), at: instant }),
  ),
  createdAt: instant,
});
export type FeedbackView = z.infer<typeof FeedbackView>;

export const listFeedbackEndpoint = defineEndpoint({
  id: "deskListFeedback",
  method: "GET",
  path: "/desk/feedback",
  tag: "desk",
  summary: "What people write to support, oldest first, with the threads",
  access: "staff",
  permission: "support",
  query: z.object({
    state: z.enum(feedbackStates).default("open"),
    /** Part of name or address, or the number. */
    search: z.string().trim().max(200).optional(),
    after: Id.optional(),
  }),
  response: pageOf(FeedbackView),
  errors: [],
});

export const decideFeedbackEndpoint = defineEndpoint({
  id: "deskDecideFeedback",
  method: "POST",
  path: "/desk/feedback/{id}/decide",
  tag: "desk",
  summary: "Answer a ticket, or close it",
  description:
    "An answer joins the thread and goes to the sender by e-mail, who may write on by its link; closing tells nobody. With the newest message that was read (seenMessageId) a ticket into which its sender has written meanwhile stays open.",
  access: "staff",
  permission: "support",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.discriminatedUnion("decision", [
    z.strictObject({
      decision: z.literal("answer"),
      answer: z.string().trim().min(3).max(feedbackLimits.answerCharacters),
      seenMessageId: IdNumber.optional(),
      reason: Reason,
    }),
    z.strictObject({ decision: z.literal("close"), seenMessageId: IdNumber.optional(), reason: Reason }),
  ]),
  response: z.strictObject({ state: z.enum(feedbackStates) }),
  errors: [communityErrors.FEEDBACK_NOT_FOUND, communityErrors.FEEDBACK_CLOSED],
});
