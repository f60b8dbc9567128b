import { timingSafeEqual } from "node:crypto";
import { type Dispatcher, request } from "undici";
import type { z } from "zod";
import { GatewayFault } from "#features/payments/gateway/provider.gateway.ts";
import { readJson } from "#lib/json/bounded-json.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

const TIMEOUT_MS = 5_000;
const ANSWER_BYTES = 256 * 1024;
const ANSWER_BOUNDS = { maxDepth: 32, maxValues: 200_000 };
const NOTICE_BOUNDS = { maxDepth: 32, maxValues: 5_000 };

export type ProviderCall = {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that goes out (and that some providers want signed). */
  readonly body?: string;
  readonly timeoutMs?: number | undefined;
  /** For answers that may be longer than usual. */
  readonly answerBytes?: number;
};

/**
 * Calls a provider's JSON API within a time and a size; redirects are not followed. Answers the JSON with every number as
 * its text (amounts never pass through a float), null for 404. Throws GatewayFault on anything else.
 */
export async function callProvider(url: URL, call: ProviderCall): Promise<unknown> {
  try {
    const answer = await request(url, {
      method: call.method,
      signal: AbortSignal.timeout(call.timeoutMs ?? TIMEOUT_MS),
      headers: {
        accept: "application/json",
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: call.body }),
    });
    return await readAnswer(answer, call.answerBytes ?? ANSWER_BYTES);
  } catch (error) {
    throw toGatewayFault(error);
  }
}

/** An address below a provider's own, which may have a path. */
export function addressAt(url: string, path: string): URL {
  return new URL(path, url.endsWith("/") ? url : `${url}/`);
}

/** Whatever went wrong while a provider was called, as the fault that callers know. */
export function toGatewayFault(error: unknown): GatewayFault {
  if (error instanceof GatewayFault) return error;
  return new GatewayFault((error as Error).message || "no answer", { cause: error });
}

async function readAnswer(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  bytes: number,
): Promise<unknown> {
  if (statusCode === 404) {
    await body.dump();
    return null;
  }
  const encoding = headers["content-encoding"];
  const limits = { packedBytes: bytes, unpackedBytes: bytes };
  const text = await readLimitedBody(body, encoding === undefined ? null : String(encoding), limits);
  if (statusCode < 200 || statusCode > 299) throw new GatewayFault(`HTTP ${statusCode}`);
  // `10.50` stays "10.50": JSON.parse would make a float of it.
  return readJson(text, ANSWER_BOUNDS, "text");
}

/** An answer in the shape that is expected of it. Throws GatewayFault. */
export function understand<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new GatewayFault(`misshapen answer: ${parsed.error.issues[0]?.path.join(".")}`);
  return parsed.data;
}

/** The same text? Takes as long whatever the first difference is; for signatures. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The JSON of a notice, null when it is none. */
export function jsonOrNull(text: string): unknown {
  try {
    return readJson(text, NOTICE_BOUNDS);
  } catch {
    return null;
  }
}
