import type { ActivationView } from "#features/activations/activations.contract.ts";
import {
  type ActivationState,
  activationStates,
  isFinal,
  moneyOf,
  openStates,
} from "#features/activations/activations.rules.ts";

/** What a list may be narrowed to beside the single states. */
export const stateGroups: Readonly<Record<"open" | "closed", readonly ActivationState[]>> = {
  open: openStates,
  closed: activationStates.filter(isFinal),
};

/** Words of the `state` filter. */
export const stateWords = [
  ...(Object.keys(stateGroups) as ("open" | "closed")[]),
  ...activationStates,
] as const;
export type StateWord = (typeof stateWords)[number];

/** The states that words of the filter stand for. */
export function statesOf(words: readonly StateWord[]): ActivationState[] {
  const named = words.flatMap((word) => (word === "open" || word === "closed" ? stateGroups[word] : [word]));
  return [...new Set(named)];
}

type Moment = Pick<ActivationView, "id" | "state" | "wantsMore"> & { readonly messages: readonly unknown[] };

/** Changes whenever the order's state, messages or request for one more code change. */
export function revisionOf({ id, state, wantsMore, messages }: Moment): string {
  return `${id}.${state}.${messages.length}${wantsMore ? ".more" : ""}`;
}

/** Whether somebody who has seen these revisions, or nothing yet (null), has something to learn from the order. */
export function isNews(order: Moment, seen: ReadonlySet<string> | null): boolean {
  if (seen) return !seen.has(revisionOf(order));
  const waitsForCode = moneyOf[order.state] === "held" || (order.state === "received" && order.wantsMore);
  return !waitsForCode;
}
