/** How often something may be tried in one bucket. */
export type ThrottlePolicy = {
  readonly windowSeconds: number;
  /** From `limit` attempts in a window on each further one waits. Absent = nobody waits, only work is asked for. */
  readonly wait?: {
    readonly limit: number;
    /** First wait; doubles with every further attempt. */
    readonly delaySeconds: number;
    readonly longestDelaySeconds: number;
  };
  /** Attempts after which a captcha must be solved; absent = the policy asks for none. */
  readonly captchaAfter?: number;
  /**
   * Attempts in a window from which work of level 1, 2, ... is due (each level twice the work of the one before). It
   * takes the place of waiting. Absent = no work helps.
   */
  readonly workFrom?: readonly number[];
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Every limited thing; the bucket's name begins with the key. Successful logins give their attempt back. What strangers
 * can fill for somebody else (a network, an account, all together) opens to work, so that nobody is shut out by it.
 */
export const throttlePolicies = {
  "login-account": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 5, delaySeconds: 30, longestDelaySeconds: 15 * MINUTE },
    captchaAfter: 3,
    workFrom: [5, 6, 7, 8, 9, 10],
  },
  // Right passwords, which fill nothing else: each costs a hash and opens a session. No person and no honest program comes here.
  "login-right": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 300, delaySeconds: MINUTE, longestDelaySeconds: HOUR },
  },
  // Wrong passwords from a browser in which this account has logged in before; beyond them it counts as a stranger's.
  "login-device": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 5, delaySeconds: 15 * MINUTE, longestDelaySeconds: 15 * MINUTE },
  },
  "login-network": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 30, delaySeconds: 60, longestDelaySeconds: 15 * MINUTE },
    captchaAfter: 10,
    workFrom: [30, 60, 120, 240, 480, 960],
  },
  "login-all": {
    windowSeconds: 15 * MINUTE,
    captchaAfter: 500,
    workFrom: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000],
  },
  // Challenges for passkeys of nobody in particular; pages ask for one by themselves.
  "passkey-network": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 300, delaySeconds: 60, longestDelaySeconds: 15 * MINUTE },
  },
  // Ways to providers that anybody may begin.
  "social-network": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 100, delaySeconds: 60, longestDelaySeconds: 15 * MINUTE },
  },
  // Somebody who is signed in is asked for the password again.
  "password-again": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 5, delaySeconds: 30, longestDelaySeconds: 15 * MINUTE },
  },
  "registration-network": {
    windowSeconds: HOUR,
    wait: { limit: 60, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [60, 120, 240, 480, 960, 1_920],
  },
  "registration-all": { windowSeconds: HOUR, workFrom: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000] },
  // So many mails an hour reach one mailbox for one purpose, whoever asks: work must not buy more of them.
  "mail-account": {
    windowSeconds: HOUR,
    wait: { limit: 4, delaySeconds: 5 * MINUTE, longestDelaySeconds: HOUR },
  },
  // The same, asked by a browser of the mailbox's owner: strangers cannot use it up.
  "mail-own": {
    windowSeconds: HOUR,
    wait: { limit: 4, delaySeconds: 5 * MINUTE, longestDelaySeconds: HOUR },
  },
  // The mail of a registration, for the browser that waits for it: the first one counts too, so that each is given its time to come.
  "registration-again": {
    windowSeconds: HOUR,
    wait: { limit: 1, delaySeconds: MINUTE, longestDelaySeconds: 15 * MINUTE },
  },
  // What is added to an account (keys, ways in, webhooks), each kind by itself: its owner is told of every one by mail.
  "owner-told": {
    windowSeconds: HOUR,
    wait: { limit: 60, delaySeconds: HOUR, longestDelaySeconds: HOUR },
  },
  // Everything about oneself in one file: each is a read of all that there is.
  "archive-account": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 3, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  // Codes for recovering a second factor, which a login with the password asks for.
  "mail-recovery-code": {
    windowSeconds: HOUR,
    wait: { limit: 4, delaySeconds: 5 * MINUTE, longestDelaySeconds: HOUR },
  },
  // Recoveries of a second factor that were begun: each ends in mails until it is cancelled.
  "factor-recovery": {
    windowSeconds: 7 * 24 * HOUR,
    wait: { limit: 3, delaySeconds: 24 * HOUR, longestDelaySeconds: 7 * 24 * HOUR },
  },
  // Codes for new payout destinations, which a session of the account asks for.
  "mail-destination-code": {
    windowSeconds: HOUR,
    wait: { limit: 6, delaySeconds: 5 * MINUTE, longestDelaySeconds: HOUR },
  },
  "mail-network": {
    windowSeconds: HOUR,
    wait: { limit: 60, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [60, 120, 240, 480, 960, 1_920],
  },
  "mail-all": { windowSeconds: HOUR, workFrom: [1_000, 2_000, 4_000, 8_000, 16_000, 32_000] },
  // Requests for services that are not sold: each ends in a mail, which work must not buy more of.
  "service-request-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 10, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "service-request-network": {
    windowSeconds: HOUR,
    wait: { limit: 30, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [30, 60, 120, 240, 480, 960],
  },
  // Messages to support, by account, mailbox or ticket: each ends in mails, which work must not buy more of.
  "feedback-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 10, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "feedback-network": {
    windowSeconds: HOUR,
    wait: { limit: 30, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [30, 60, 120, 240, 480, 960],
  },
  // Reviews: each is read by somebody of the staff, whose time work must not buy.
  "review-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 5, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "review-network": {
    windowSeconds: HOUR,
    wait: { limit: 20, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [20, 40, 80, 160, 320, 640],
  },
  // Comments, sent, edited or reported: users alone write them, and each is read by somebody of the staff.
  "comment-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 20, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "comment-report-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 20, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "comment-network": {
    windowSeconds: HOUR,
    wait: { limit: 40, delaySeconds: 60, longestDelaySeconds: HOUR },
  },
  // Applications of partners: each ends in mails, which work must not buy more of.
  "partner-application-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 5, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "partner-application-network": {
    windowSeconds: HOUR,
    wait: { limit: 30, delaySeconds: 60, longestDelaySeconds: HOUR },
    workFrom: [30, 60, 120, 240, 480, 960],
  },
  // Applications for stores: users alone send them, and each is read by somebody of the staff.
  "store-application-person": {
    windowSeconds: 24 * HOUR,
    wait: { limit: 5, delaySeconds: HOUR, longestDelaySeconds: 24 * HOUR },
  },
  "store-application-network": {
    windowSeconds: HOUR,
    wait: { limit: 20, delaySeconds: 60, longestDelaySeconds: HOUR },
  },
  // Wrong coupon codes; who redeems a right one gets the attempt back.
  "coupon-account": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 10, delaySeconds: 30, longestDelaySeconds: HOUR },
  },
  "coupon-network": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 60, delaySeconds: 30, longestDelaySeconds: HOUR },
  },
  // Links that do not work; one that does is never counted.
  "link-network": {
    windowSeconds: 15 * MINUTE,
    wait: { limit: 60, delaySeconds: 60, longestDelaySeconds: HOUR },
  },
} as const satisfies Record<string, ThrottlePolicy>;

/** The policy of a bucket, with all its members. */
export function policyOf(bucket: Bucket): ThrottlePolicy {
  return throttlePolicies[bucket.name];
}

/** The level of work that is due after so many attempts; null = work does not help. */
export function workLevelAt(policy: ThrottlePolicy, attempts: number): number | null {
  return policy.workFrom ? policy.workFrom.filter((from) => attempts >= from).length : null;
}

/** What everybody together does in one place; its pressure decides how hard the work is that a form begins with. */
export const pressures = {
  login: { name: "login-all", subject: "" },
  registration: { name: "registration-all", subject: "" },
  mail: { name: "mail-all", subject: "" },
} as const satisfies Record<string, Bucket>;

export type ThrottleName = keyof typeof throttlePolicies;

/** Something that is counted: a policy and what it is counted for ("" = everybody). */
export type Bucket = { readonly name: ThrottleName; readonly subject: string };
