import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const FORWARDING = /^(?:x-forwarded-|forwarded$|x-real-ip$|via$)/i;

/**
 * Whether somebody on this machine asks. A proxy on this machine also calls from loopback: its forwarding headers tell that
 * the reader is elsewhere.
 */
export function isFromThisMachine(request: IncomingMessage): boolean {
  if (!LOOPBACK.test(request.socket.remoteAddress ?? "")) return false;
  return !request.rawHeaders.some((text, index) => index % 2 === 0 && FORWARDING.test(text));
}
