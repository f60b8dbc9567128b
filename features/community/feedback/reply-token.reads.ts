import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "#lib/keyed-hash.ts";

const TOKEN_CHARACTERS = 22;

/** What the mails of a ticket hold so that their reader may write on: 132 bits, derived from its number by a key of ours. */
export function replyToken(feedbackId: number): string {
  return keyedHash("feedback reply", String(feedbackId)).toString("base64url").slice(0, TOKEN_CHARACTERS);
}

/** Whether this token is the ticket's; as long to find out for any. */
export function isReplyToken(feedbackId: number, token: string): boolean {
  const [own, given] = [Buffer.from(replyToken(feedbackId)), Buffer.from(token)];
  return own.length === given.length && timingSafeEqual(own, given);
}
