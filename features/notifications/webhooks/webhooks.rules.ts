import { stateTable } from "#lib/state-table.ts";

/**
 * Everything that a webhook can be told, in the order in which it is shown: what it is about (the body has its id), a dot, what happened to
 * it. `cancelled` is spelled as the glossary does.
 */
export const webhookEvents = [
  "activation.issued",
  "activation.sms_received",
  "activation.completed",
  "activation.cancelled",
  "activation.expired",
  "activation.refunded",
  "search.found",
  "search.ended",
  "rental.issued",
  "rental.sms_received",
  "rental.extended",
  "rental.expiring",
  "rental.cancelled",
  "rental.expired",
  "accounts.delivered",
  "accounts.cancelled",
  "accounts.claim_decided",
  "balance.low",
  "payment.credited",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Former names, each with the one of today. Still accepted, and delivered to webhooks that name an event so (decision 0572). */
export const formerNames = {
  "number.issued": "activation.issued",
  "sms.received": "activation.sms_received",
  "rental.sms": "rental.sms_received",
  "rental.canceled": "rental.cancelled",
} as const satisfies Readonly<Record<string, WebhookEvent>>;
type FormerName = keyof typeof formerNames;
const formerList = Object.keys(formerNames) as FormerName[];

/** Every name that a webhook may choose an event by. */
export const eventNames = [...webhookEvents, ...formerList] as const;
export type EventName = WebhookEvent | FormerName;

const isFormer = (name: string): name is FormerName => Object.hasOwn(formerNames, name);

/** The event that a name means, by its name of today. */
export function currentName(name: EventName): WebhookEvent;
export function currentName(name: DeliveredType): EventType;
export function currentName(name: DeliveredType): EventType {
  return isFormer(name) ? formerNames[name] : name;
}

/** The name that an event had before, null if there is none. */
export function formerName(event: string): FormerName | null {
  return formerList.find((name) => formerNames[name] === event) ?? null;
}

/** What a webhook that chose these names is told, each event once: by its name of today if both were named. */
export function chosenNames(names: readonly EventName[]): EventName[] {
  return [...new Set(names)].filter((name) => {
    const current = currentName(name);
    return current === name || !names.includes(current);
  });
}

/** Those that tell what an SMS says. */
export const smsEvents: readonly WebhookEvent[] = ["activation.sms_received", "rental.sms_received"];

/** How a body is written: ours for every event, or the bots' protocol's, which has members for an SMS and nothing else. */
export const webhookFormats = ["standard", "classic"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** Whether a webhook of a format can be told all of these. */
export function fitsFormat(format: WebhookFormat, events: readonly EventName[]): boolean {
  return format === "standard" || events.every((event) => smsEvents.includes(currentName(event)));
}

/** What a test send is called; it needs no choice. */
export const testEvent = "webhook.test";
export type DeliveredType = EventName | typeof testEvent;
/** What a delivery is about, whatever name it is sent under. */
export type EventType = WebhookEvent | typeof testEvent;

export const webhookLimits = {
  perUser: 10,
  nameCharacters: 60,
  urlCharacters: 2_000,
  /** The whole call, with connecting and reading. */
  timeoutMs: 5_000,
  /** So much of an answer is read; the rest is cut off. */
  answerBytes: 4_096,
  /** So much of it is kept in the log. */
  answerCharacters: 500,
  /** Deliveries at once from one worker, to one host and for one user: a slow one leaves room for the others. */
  atOnce: 64,
  atOncePerHost: 4,
  atOncePerUser: 8,
  /** Whoever took a delivery and says nothing for so long has died: it is sent again, under the same id. */
  leaseSeconds: 60,
  /** Nothing but failures for so long turns a webhook off. */
  failingHours: 72,
  overlapHoursDefault: 24,
  overlapHoursMax: 72,
  /** What a receiver answered to an SMS, counted from the SMS: it may repeat it. */
  smsAnswerHours: 24,
  /** Deliveries are kept for so long, with what they said; of SMS see `bodies.rules.ts`. */
  keptDays: 14,
  testsPerHour: 60,
} as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export const deliveryStates = ["pending", "delivered", "failed"] as const;
type DeliveryState = (typeof deliveryStates)[number];

/** What can happen to a delivery. `take`: the receiver answered well; `give_up`: no attempt is left, or nobody to tell. */
export const deliveryEvents = ["take", "give_up", "resend"] as const;
type DeliveryEvent = (typeof deliveryEvents)[number];

/** The state table: an answer that comes after the end still counts, and whoever wants to sends anew. */
const table = stateTable<DeliveryState, DeliveryEvent>(deliveryStates, {
  pending: { take: "delivered", give_up: "failed", resend: "pending" },
  delivered: { take: "delivered", resend: "pending" },
  failed: { take: "delivered", resend: "pending" },
});
export const { nextState } = table;

/** Deliveries that are still to be made. */
export const waitingStates = table.statesBefore("give_up");

/** Seconds between attempts: at once, then growing, the last one after three days (72 hours in all). */
const PAUSES = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  8 * HOUR,
  12 * HOUR,
  20 * HOUR,
];
const SUM = PAUSES.reduce((sum, seconds) => sum + seconds, 0);
export const pausesSeconds: readonly number[] = [...PAUSES, webhookLimits.failingHours * HOUR - SUM];

/** Seconds until the next attempt after `tries` failed ones, null when there is none left. */
export function pauseAfter(tries: number): number | null {
  return pausesSeconds[tries - 1] ?? null;
}

export type AttemptResult =
  | { readonly status: number; readonly fault: null; readonly answer: string }
  | { readonly status: null; readonly fault: WebhookFault; readonly answer: string };

/** Why there was no answer. */
export const webhookFaults = ["timeout", "refused", "unreachable", "forbidden", "broken"] as const;
export type WebhookFault = (typeof webhookFaults)[number];

/** Only 2xx is taken: a redirect is a failure, since it may lead anywhere. */
export function isTaken({ status }: Pick<AttemptResult, "status">): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** "Gone" (410): the receiver wants nothing more, ever. */
export function isGone({ status }: Pick<AttemptResult, "status">): boolean {
  return status === 410;
}

type Candidate = { readonly id: number; readonly host: string; readonly userId: number };
type UnderWay = Iterable<{ readonly host: string; readonly userId: number }>;

/** Of those that are due, as many as there is room for: at once, to one host, for one user. */
export function chooseNext<Due extends Candidate>(due: readonly Due[], underWay: UnderWay): Due[] {
  const hosts = new Map<string, number>();
  const users = new Map<number, number>();
  let all = 0;
  const count = (host: string, userId: number) => {
    all += 1;
    hosts.set(host, (hosts.get(host) ?? 0) + 1);
    users.set(userId, (users.get(userId) ?? 0) + 1);
  };
  for (const { host, userId } of underWay) count(host, userId);
  return due.filter(({ host, userId }) => {
    const hasRoom =
      all < webhookLimits.atOnce &&
      (hosts.get(host) ?? 0) < webhookLimits.atOncePerHost &&
      (users.get(userId) ?? 0) < webhookLimits.atOncePerUser;
    if (hasRoom) count(host, userId);
    return hasRoom;
  });
}

/** Hosts and users that have no room left. */
export function fullOnes(underWay: UnderWay): { hosts: string[]; userIds: number[] } {
  const list = [...underWay];
  const full = <Key>(keys: Key[], limit: number) => [
    ...new Set(keys.filter((key) => keys.filter((other) => other === key).length >= limit)),
  ];
  return {
    hosts: full(
      list.map(({ host }) => host),
      webhookLimits.atOncePerHost,
    ),
    userIds: full(
      list.map(({ userId }) => userId),
      webhookLimits.atOncePerUser,
    ),
  };
}

type Underscored<Text extends string> = Text extends `${infer Start}.${infer End}` ? `${Start}_${End}` : Text;

/** The key of an event's words, the same for all its names: keys of messages have no dots. */
export function eventKey(type: DeliveredType): Underscored<EventType> {
  return currentName(type).replace(".", "_") as Underscored<EventType>;
}
