import { type Dispatcher, request } from "undici";
import {
  type AttemptResult,
  type WebhookFault,
  webhookLimits,
} from "#features/notifications/webhooks/webhooks.rules.ts";
import { env } from "#lib/env.ts";
import { checkOutboundUrl, ForbiddenAddress, guardedAgent } from "#lib/net/guarded-agent.ts";

export type PostOptions = {
  /** Setting WEBHOOKS_MAY_BE_PRIVATE when left out. */
  readonly mayBePrivate?: boolean;
  readonly timeoutMs?: number;
  readonly dispatcher?: Dispatcher;
};

const guarded = guardedAgent({
  mayBePrivate: env.WEBHOOKS_MAY_BE_PRIVATE,
  connections: webhookLimits.atOncePerHost,
});

/**
 * Posts one signed delivery. Never throws: whatever happens is the result. The address is checked anew and connected to exactly as
 * checked, redirects are not followed, and no more than a few kilobytes of the answer are read.
 */
export async function postDelivery(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: PostOptions = {},
): Promise<AttemptResult> {
  const { mayBePrivate = env.WEBHOOKS_MAY_BE_PRIVATE, timeoutMs = webhookLimits.timeoutMs } = options;
  try {
    const url = checkOutboundUrl(address, mayBePrivate);
    if (!mayBePrivate && url.protocol !== "https:") throw new ForbiddenAddress("Only https addresses");
    const answer = await request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": `${env.BRAND_NAME.replaceAll(/[^\w.-]+/g, "-")}-Webhooks/1`,
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
      dispatcher: options.dispatcher ?? guarded,
    });
    return { status: answer.statusCode, fault: null, answer: await readBeginning(answer.body) };
  } catch (error) {
    return { status: null, fault: faultOf(error), answer: "" };
  }
}

/** The first few kilobytes as text; a status that came counts even when its body breaks off. */
async function readBeginning(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      parts.push(chunk);
      size += chunk.byteLength;
      // Leaving the loop ends the connection.
      if (size >= webhookLimits.answerBytes) break;
    }
  } catch {
    // What has come is what there is.
  }
  return Buffer.concat(parts)
    .toString("utf8")
    .replaceAll(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, " ")
    .trim()
    .slice(0, webhookLimits.answerCharacters);
}

const REFUSED = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const UNREACHABLE = new Set(["ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
const LATE = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
]);

function faultOf(error: unknown): WebhookFault {
  const { code = "", name = "" } = error as { code?: string; name?: string };
  if (error instanceof ForbiddenAddress) return "forbidden";
  if (name === "TimeoutError" || name === "AbortError" || LATE.has(code)) return "timeout";
  if (REFUSED.has(code)) return "refused";
  return UNREACHABLE.has(code) ? "unreachable" : "broken";
}
