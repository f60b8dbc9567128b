import { createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { crc32 } from "node:zlib";
import { request } from "undici";
import { GatewayFault, type RawNotice } from "#features/payments/gateway/provider.gateway.ts";
import { toGatewayFault } from "#features/payments/gateway/provider-http.gateway.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

/**
 * PayPal repeats a notice for three days and does not say whether it signs every sending anew, so that signatures are good
 * for four. An old one that somebody repeats only makes us ask.
 */
const OLDEST_MS = 4 * 24 * 3_600_000;
const NEWEST_MS = 300_000;
const TIMEOUT_MS = 5_000;
const CERTIFICATE_LIMITS = { packedBytes: 32 * 1024, unpackedBytes: 32 * 1024 };
const KEPT_KEYS = 16;

/** Where PayPal keeps its certificates; a certificate from anywhere else proves nothing. */
const certificateHosts = new Set(["api.paypal.com", "api.sandbox.paypal.com"]);
const certificatePath = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,100}$/;

export type SignatureVerdict = "right" | "no-signature" | "wrong-signature" | "wrong-time";

/**
 * Checks notices as PayPal documents it: RSA with SHA-256 over `id|time|webhook id|CRC-32 of the raw body`, by the
 * certificate that the notice names, which is read from PayPal's own host once and kept.
 */
export function createPayPalVerifier(webhookId: string, apiUrl: string | undefined) {
  const keys = new Map<string, KeyObject>();
  return async ({ body, headers, atMs }: RawNotice): Promise<SignatureVerdict> => {
    const [id, time, signature, certificate, algorithm] = [
      "paypal-transmission-id",
      "paypal-transmission-time",
      "paypal-transmission-sig",
      "paypal-cert-url",
      "paypal-auth-algo",
    ].map((name) => headers.get(name) ?? "") as [string, string, string, string, string];
    if (!id || !time || !signature || !certificate) return "no-signature";
    if (algorithm !== "SHA256withRSA") return "wrong-signature";
    const url = certificateUrl(certificate, apiUrl);
    if (!url) return "wrong-signature";
    const key = keys.get(url.href) ?? (await readKey(url));
    if (keys.size >= KEPT_KEYS) keys.clear();
    keys.set(url.href, key);
    const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
    const isRight = createVerify("sha256").update(signed).verify(key, signature, "base64");
    if (!isRight) return "wrong-signature";
    const age = atMs - Date.parse(time);
    return age <= OLDEST_MS && age >= -NEWEST_MS ? "right" : "wrong-time";
  };
}

function certificateUrl(text: string, apiUrl: string | undefined): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !certificatePath.test(url.pathname) || url.username || url.search) return null;
  const isPayPals = url.protocol === "https:" && certificateHosts.has(url.host);
  return isPayPals || (apiUrl !== undefined && url.origin === new URL(apiUrl).origin) ? url : null;
}

async function readKey(url: URL): Promise<KeyObject> {
  try {
    const answer = await request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = await readLimitedBody(answer.body, null, CERTIFICATE_LIMITS);
    if (answer.statusCode !== 200) throw new GatewayFault(`certificate: HTTP ${answer.statusCode}`);
    return createPublicKey(text);
  } catch (error) {
    throw toGatewayFault(error);
  }
}
