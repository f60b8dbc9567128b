import { z } from "zod";

/** What a way to sign in answers: a session, or where there is a second factor the challenge it is shown to. */
export const LoginAnswer = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("signed-in"),
    expiresAt: z.iso.datetime(),
    token: z.string().optional(),
  }),
  /** No session yet: the code of the second factor is still to come. */
  z.object({
    status: z.literal("second-factor"),
    challenge: z.string(),
    /** A passkey may be shown in place of the code. */
    hasPasskey: z.boolean(),
    /** A lost factor may be removed after days: `endsAt` of the recovery that waits. Null: not offered to this login. */
    recovery: z.strictObject({ endsAt: z.iso.datetime().nullable() }).nullable(),
    expiresAt: z.iso.datetime(),
  }),
]);
export type LoginAnswer = z.output<typeof LoginAnswer>;
export type SecondFactorAsked = Extract<LoginAnswer, { status: "second-factor" }>;
