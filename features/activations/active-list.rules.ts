import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { type ActivationEvent, isFinal, nextState } from "#features/activations/activations.rules.ts";
import { mergedByEvents } from "#features/activations/live-lists.rules.ts";

/** A code in groups that the eye can hold: 123 456, 12 34, 1234 5678. Codes with letters stay whole. */
export function codeGroups(code: string): string[] {
  if (!/^\d{4,10}$/.test(code)) return [code];
  const size = code.length % 3 === 0 ? 3 : code.length === 4 ? 2 : code.length % 4 === 0 ? 4 : 3;
  const groups: string[] = [];
  for (let at = 0; at < code.length; at += size) groups.push(code.slice(at, at + size));
  // A lone last digit would be lost: 1234567 is 123 4567.
  const last = groups.at(-1)!;
  return last.length === 1 ? [...groups.slice(0, -2), groups.at(-2)! + last] : groups;
}

/** An order on the screen and when (monotonic clock of this page) it was received: its seconds count from there. */
export type ActiveNumber = ActivationView & { readonly receivedAtMs: number };

/**
 * What is left at `nowMs` of `seconds` that the server counted when the page received them; before the page's clock runs,
 * what it said. The clock beats once a second, so its last beat may be older than the answer: that is no time to add.
 */
export function countedDown(seconds: number, receivedAtMs: number, nowMs: number | null): number {
  const passedMs = nowMs === null ? 0 : Math.max(0, nowMs - receivedAtMs);
  return Math.max(0, Math.ceil(seconds - passedMs / 1_000));
}

/** Seconds until the order ends by itself. */
export function secondsLeftAt(number: ActiveNumber, nowMs: number | null): number {
  return countedDown(number.secondsLeft, number.receivedAtMs, nowMs);
}

/** Seconds until a cancel is taken; 0 when it is now, null when it is not at all. */
export function cancellableInAt(number: ActiveNumber, nowMs: number | null): number | null {
  if (number.cancellableInSeconds === null) return null;
  return countedDown(number.cancellableInSeconds, number.receivedAtMs, nowMs);
}

/** The steps of an order, in the order of their buttons. */
export const stepNames = ["cancel", "report", "more-codes", "finish"] as const;
export type StepName = (typeof stepNames)[number];

const eventOfStep: Readonly<Record<StepName, ActivationEvent>> = {
  cancel: "cancel",
  report: "report",
  "more-codes": "ask_more",
  finish: "finish",
};

/** What the buyer may do with an order now, in the order of the buttons. */
export function stepsOf(number: ActivationView): StepName[] {
  return stepNames.filter(
    (step) =>
      nextState(number.state, eventOfStep[step]) !== null && !(step === "more-codes" && number.wantsMore),
  );
}

/** The order's newest message with a code. */
export function newestCode(number: ActivationView): (MessageView & { code: string }) | null {
  const found = number.messages.find((message) => message.code !== null);
  return found ? { ...found, code: found.code! } : null;
}

/** The newest code of these numbers and its service's name; null while none came. */
export function newestCodeOf(numbers: readonly ActivationView[]): { service: string; code: string } | null {
  const codes = numbers.flatMap((number) => {
    const message = newestCode(number);
    return message ? [{ service: number.service.name, ...message }] : [];
  });
  const [newest] = codes.toSorted((left, right) => right.receivedAt.localeCompare(left.receivedAt));
  return newest ? { service: newest.service, code: newest.code } : null;
}

export function isOpen(number: ActivationView): boolean {
  return !isFinal(number.state);
}

function lastNews(number: ActivationView): string {
  return number.messages[0]?.receivedAt ?? number.requestedAt;
}

/** Open orders first; whoever has the newest code or was bought last stands on top. */
export function inOrder<T extends ActivationView>(numbers: readonly T[]): T[] {
  return numbers.toSorted(
    (left, right) =>
      Number(isOpen(right)) - Number(isOpen(left)) ||
      lastNews(right).localeCompare(lastNews(left)) ||
      right.id - left.id,
  );
}

/**
 * A list with an order's newer state put in. A state that was overtaken on the way changes nothing: final stays final,
 * and messages do not vanish.
 */
export function withNumber(list: readonly ActiveNumber[], next: ActiveNumber): ActiveNumber[] {
  const known = list.find((number) => number.id === next.id);
  if (!known) return [next, ...list];
  return isOvertaken(next, known) ? [...list] : list.map((number) => (number.id === next.id ? next : number));
}

function isOvertaken(next: ActivationView, known: ActivationView): boolean {
  return (!isOpen(known) && isOpen(next)) || known.messages.length > next.messages.length;
}

/** A list as it was read, corrected by what live events told since `readSinceMs`, when the reading began. */
export function mergedLists(
  read: readonly ActiveNumber[],
  known: readonly ActiveNumber[],
  readSinceMs: number,
): ActiveNumber[] {
  return mergedByEvents(read, known, readSinceMs, isOvertaken);
}

/** Messages that `seen` does not know. */
export function newMessages(
  numbers: readonly ActivationView[],
  seen: ReadonlySet<number>,
): { number: ActivationView; message: MessageView }[] {
  return numbers.flatMap((number) =>
    number.messages.filter((message) => !seen.has(message.id)).map((message) => ({ number, message })),
  );
}
