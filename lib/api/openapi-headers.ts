import type { Endpoint } from "#lib/api/endpoint.ts";

/** Headers of answers, described once. */
export const headerComponents = {
  RequestId: {
    description: "Names this request in the logs; the same as `error.requestId`.",
    schema: { type: "string" },
  },
  RateLimitPolicy: {
    description: "The limits of this call: `q` calls at once, given back within `w` seconds.",
    schema: { type: "string" },
    example: '"calls";q=100;w=2',
  },
  RateLimit: {
    description: "What is left of them: `r` calls now, all of them again in `t` seconds.",
    schema: { type: "string" },
    example: '"calls";r=99;t=1',
  },
  RetryAfter: {
    description: "Seconds after which the call may be made again, where that is known.",
    schema: { type: "integer", minimum: 1 },
    example: 1,
  },
  IdempotencyReplayed: {
    description: "`true`: this answer was given before, to a call with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  ETag: {
    description: "Send it back in `If-None-Match`: an unchanged answer is 304 without a body.",
    schema: { type: "string" },
  },
} as const;

type HeaderName = keyof typeof headerComponents;
type References = Readonly<Record<string, { readonly $ref: string }>>;

const spellings: Readonly<Record<HeaderName, string>> = {
  RequestId: "X-Request-Id",
  RateLimitPolicy: "RateLimit-Policy",
  RateLimit: "RateLimit",
  RetryAfter: "Retry-After",
  IdempotencyReplayed: "Idempotency-Replayed",
  ETag: "ETag",
};

function referTo(names: readonly HeaderName[]): References {
  return Object.fromEntries(names.map((name) => [spellings[name], { $ref: `#/components/headers/${name}` }]));
}

/** Statuses whose refusals say when to come back: too often, and away for a moment. */
const COME_BACK: readonly string[] = ["429", "503"];

/** Headers of one of an endpoint's answers. */
export function headersOf(endpoint: Endpoint, status: string): References {
  const isSuccess = status.startsWith("2") || status === "304";
  // What is in flight is done in a moment.
  const comesBack = COME_BACK.includes(status) || (status === "409" && endpoint.keyed);
  return referTo([
    "RequestId",
    ...(endpoint.rates ? (["RateLimitPolicy", "RateLimit"] as const) : []),
    ...(comesBack ? (["RetryAfter"] as const) : []),
    ...(isSuccess && endpoint.keyed ? (["IdempotencyReplayed"] as const) : []),
    ...(isSuccess && endpoint.cacheSeconds !== undefined ? (["ETag"] as const) : []),
  ]);
}
