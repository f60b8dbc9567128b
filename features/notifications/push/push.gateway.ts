import { createECDH } from "node:crypto";
import { type Agent, request } from "undici";
import webpush from "web-push";
import {
  type BrowserSubscription,
  type PushMessage,
  pushLimits,
} from "#features/notifications/push/push.rules.ts";
import { env } from "#lib/env.ts";
import { guardedAgent } from "#lib/net/guarded-agent.ts";

/** The key that services know us by; null where none is set. The public half is what browsers subscribe with. */
export const pushKey = readKey(env.PUSH_PRIVATE_KEY);

function readKey(privateKey: string | undefined): { privateKey: string; publicKey: string } | null {
  if (privateKey === undefined) return null;
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { privateKey, publicKey: pair.getPublicKey("base64url") };
}

/** `gone`: the browser has taken the subscription back. `later`: try again. `refused`: this one will never arrive. */
export type PushResult = "taken" | "gone" | "later" | "refused";

const guarded = guardedAgent({ mayBePrivate: false, connections: 64 });

/** Encrypts a message for one browser (RFC 8291) and hands it to the browser's service, which keeps it for so long. Never throws. */
export async function postPush(
  subscription: BrowserSubscription,
  message: PushMessage,
  keptSeconds: number,
  dispatcher: Agent = guarded,
): Promise<PushResult> {
  if (!pushKey) return "refused";
  try {
    const { endpoint, headers, body } = webpush.generateRequestDetails(
      subscription,
      JSON.stringify(message),
      {
        vapidDetails: { subject: `mailto:${env.SUPPORT_EMAIL}`, ...pushKey },
        TTL: keptSeconds,
        urgency: "high",
      },
    );
    const answer = await request(endpoint, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: body as Buffer,
      signal: AbortSignal.timeout(pushLimits.timeoutMs),
      dispatcher,
    });
    await answer.body.dump();
    return resultOf(answer.statusCode);
  } catch {
    return "later";
  }
}

function resultOf(status: number): PushResult {
  if (status >= 200 && status < 300) return "taken";
  if (status === 404 || status === 410) return "gone";
  return status === 429 || status >= 500 ? "later" : "refused";
}
