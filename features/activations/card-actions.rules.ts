import type { ActivationView } from "#features/activations/activations.contract.ts";
import { newestCode, type StepName, stepNames, stepsOf } from "#features/activations/active-list.rules.ts";

/**
 * Everything that can be pressed on the card of a number. Each of its buttons carries one of these names as `data-action`;
 * the journey of presses tries them all.
 */
export const cardActions = ["copy-number", "copy-forms", "copy-code", "replace", ...stepNames] as const;
export type CardAction = (typeof cardActions)[number];

const isStep = (name: CardAction): name is StepName => stepNames.some((step) => step === name);

/** What can be pressed on the card of this number now, in the order of `cardActions`. */
export function actionsOf(number: ActivationView): CardAction[] {
  const steps = stepsOf(number);
  const isThere: Readonly<Record<Exclude<CardAction, StepName>, boolean>> = {
    "copy-number": Boolean(number.number),
    "copy-forms": Boolean(number.number),
    "copy-code": newestCode(number) !== null,
    replace: number.state === "waiting",
  };
  return cardActions.filter((name) => (isStep(name) ? steps.includes(name) : isThere[name]));
}
