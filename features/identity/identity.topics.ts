import { z } from "zod";
import { defineTopic } from "#lib/jobs/topics.ts";

/** Somebody has confirmed their address and is a user now; the subscriber reads how they came. */
export const registered = defineTopic({
  name: "identity-registered",
  payload: z.strictObject({ userId: z.number().int() }),
});

/** An owner says that something was not theirs: money that is on its way out stays. */
export const accountDoubted = defineTopic({
  name: "identity-account-doubted",
  payload: z.strictObject({ userId: z.number().int() }),
});

/** An owner is told, for the `told`th time, that a recovery of the second factor waits: open browsers show it. */
export const recoveryNoticeSent = defineTopic({
  name: "identity-recovery-told",
  payload: z.strictObject({
    userId: z.number().int(),
    recoveryId: z.number().int(),
    told: z.number().int().positive(),
  }),
});

/** Something happened to an account of which its owner is told at once, by a line of the security log: chats tell it, too. */
export const ownerTold = defineTopic({
  name: "identity-owner-told",
  payload: z.strictObject({ userId: z.number().int(), eventId: z.number().int() }),
});

/** Somebody who changed the password wants nothing to go on in the account's name: what calls out for them ends, too. */
export const webhooksUnwanted = defineTopic({
  name: "identity-webhooks-unwanted",
  payload: z.strictObject({ userId: z.number().int() }),
});
