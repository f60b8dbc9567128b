import { createHash } from "node:crypto";

export const linkLimits = {
  /** A link of the bot's is of use for so long. */
  minutes: 10,
  /** Links that one chat may have asked for within that time. */
  perChat: 5,
  /** What was unlinked is forgotten after so long. */
  unlinkedDays: 30,
} as const;

export function hashOfLink(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
