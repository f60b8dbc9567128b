/** How often something may be tried in one bucket. */
export type ThrottlePolicy = {
  /** Attempts in a window before waiting begins. */
  readonly limit: number;
  readonly windowSeconds: number;
  /** First wait; doubles with every further attempt. */
  readonly delaySeconds: number;
  readonly longestDelaySeconds: number;
  /** Attempts after which a captcha must be solved; absent = the policy asks for none. */
  readonly captchaAfter?: number;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Every limited thing; the bucket's name begins with the key. Successful logins give their attempt back. */
export const throttlePolicies = {
  "login-account": {
    limit: 5,
    windowSeconds: 15 * MINUTE,
    delaySeconds: 30,
    longestDelaySeconds: 15 * MINUTE,
    captchaAfter: 3,
  },
  "login-network": {
    limit: 30,
    windowSeconds: 15 * MINUTE,
    delaySeconds: 60,
    longestDelaySeconds: 15 * MINUTE,
    captchaAfter: 10,
  },
  "login-all": {
    limit: 5_000,
    windowSeconds: 15 * MINUTE,
    delaySeconds: 5,
    longestDelaySeconds: 60,
    captchaAfter: 500,
  },
  "registration-network": { limit: 60, windowSeconds: HOUR, delaySeconds: 60, longestDelaySeconds: HOUR },
  "registration-all": { limit: 5_000, windowSeconds: HOUR, delaySeconds: 5, longestDelaySeconds: 60 },
  "mail-account": { limit: 6, windowSeconds: HOUR, delaySeconds: 5 * MINUTE, longestDelaySeconds: HOUR },
  "mail-network": { limit: 60, windowSeconds: HOUR, delaySeconds: 60, longestDelaySeconds: HOUR },
  "mail-all": { limit: 5_000, windowSeconds: HOUR, delaySeconds: 5, longestDelaySeconds: 60 },
  // Wrong coupon codes; who redeems a right one gets his attempt back.
  "coupon-account": { limit: 10, windowSeconds: 15 * MINUTE, delaySeconds: 30, longestDelaySeconds: HOUR },
  "coupon-network": { limit: 60, windowSeconds: 15 * MINUTE, delaySeconds: 30, longestDelaySeconds: HOUR },
  "link-network": { limit: 60, windowSeconds: 15 * MINUTE, delaySeconds: 60, longestDelaySeconds: HOUR },
} as const satisfies Record<string, ThrottlePolicy>;

export type ThrottleName = keyof typeof throttlePolicies;

/** Something that is counted: a policy and what it is counted for ("" = everybody). */
export type Bucket = { readonly name: ThrottleName; readonly subject: string };

/** The part of an address that one customer holds: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1] ?? ip;
  if (!ip.includes(":")) return ip;
  const [head = "", tail = ""] = ip.split("%")[0]!.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === "" ? [] : tail.split(":");
  const zeros = ip.includes("::") ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array.from({ length: zeros }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
