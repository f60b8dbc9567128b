import { createHmac, timingSafeEqual } from "node:crypto";

/** In it the front door tells the content desk who edits; what a visitor sends under that name is dropped. */
export const EDITOR_HEADER = "x-sms-den-editor";

/** A header is believed for so long: longer than a request may wait, shorter than anybody could make use of it. */
const BELIEVED_MS = 60_000;
/** How far the clocks of two processes on one machine may differ. */
const AHEAD_MS = 5_000;

/** The header's value for an editor: `<user>.<until, ms>.<signature>`. */
export function signEditor(userId: number, key: string, nowMs: number): string {
  const said = `${userId}.${nowMs + BELIEVED_MS}`;
  return `${said}.${signatureOf(said, key)}`;
}

/** Who the header names; null when it is missing, signed with another key, changed or too old. */
export function readEditor(header: string | null, key: string, nowMs: number): number | null {
  const [, said, user, until, signature] =
    /^(([1-9]\d{0,14})\.([1-9]\d{0,14}))\.([A-Za-z0-9_-]{43})$/.exec(header ?? "") ?? [];
  if (said === undefined || signature === undefined) return null;
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(said, key)))) return null;
  const leftMs = Number(until) - nowMs;
  return leftMs > 0 && leftMs <= BELIEVED_MS + AHEAD_MS ? Number(user) : null;
}

function signatureOf(said: string, key: string): string {
  return createHmac("sha256", key).update(`content desk ${said}`).digest("base64url");
}
