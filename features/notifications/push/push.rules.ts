import type { Locale } from "#lib/i18n/locales.ts";

/** The SMS that people wait for. */
export const smsTypes = ["activation.sms_received", "rental.sms_received"] as const;
/** Somebody asked to remove the second factor. */
export const RECOVERY_TYPE = "account.factor_recovery";
/** What may be told to a closed browser. */
type PushedType = (typeof smsTypes)[number] | typeof RECOVERY_TYPE;

export const pushLimits = {
  /** Browsers of one account that are told; the oldest gives way. */
  perUser: 10,
  /** After that a code is of no use any more: neither we nor the browser's service tell it. */
  tellWithinSeconds: 600,
  /** What is told about the account itself is of use for longer. */
  tellAccountWithinSeconds: 86_400,
  /** A worker that dies with one in hand loses it after so long. */
  leaseSeconds: 30,
  timeoutMs: 8_000,
  atOnce: 64,
  keptHours: 24,
} as const;

/** Seconds within which a push of a type is of use. */
export function tellWithin(type: PushedType): number {
  return type === RECOVERY_TYPE ? pushLimits.tellAccountWithinSeconds : pushLimits.tellWithinSeconds;
}

/** Seconds until the next try, doubling from two. */
export function pauseAfterTry(tries: number): number {
  return 2 ** Math.min(tries, 7);
}

/** What a browser hands over when it subscribes (`PushSubscription.toJSON()`). */
export type BrowserSubscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};

/**
 * Whether an address is one of the services that browsers use: we call what a browser names, so only names of the operator's
 * list are believed. An entry `*.example.com` stands for all hosts below it.
 */
export function isPushService(address: string, services: readonly string[]): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:" || url.username || url.password || url.port) return false;
  return services.some((service) =>
    service.startsWith("*.") ? url.hostname.endsWith(service.slice(1)) : url.hostname === service,
  );
}

/** What the service worker shows; a newer one of the same tag takes the older one's place. */
export type PushMessage = {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  /** The page that a press on it opens, with its language. */
  readonly path: string;
  /** BCP 47 tag of the texts. */
  readonly lang: string;
};

/** A push that this worker has taken. */
export type TakenPush = {
  readonly id: number;
  readonly subscriptionId: number;
  readonly userId: number;
  readonly sessionId: number;
  readonly locale: Locale;
  readonly type: PushedType;
  readonly subjectId: number;
  readonly objectId: number;
  readonly tries: number;
  readonly subscription: BrowserSubscription;
};
