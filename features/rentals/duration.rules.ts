import { type RentUnit, rentHours } from "#features/rentals/rentals.rules.ts";
import { formatUnit } from "#lib/i18n/formats.ts";

/** A time as the picker holds it: what was typed, and in which unit. */
export type TermInput = { readonly text: string; readonly unit: RentUnit };
/** Fewest and most hours that may be chosen. */
export type HourBounds = { readonly min: number; readonly max: number };

/** The bounds in the picker's unit: whole hours, or whole days that lie within. */
export function boundsIn(unit: RentUnit, { min, max }: HourBounds): HourBounds {
  return unit === "hours" ? { min, max } : { min: Math.ceil(min / 24), max: Math.floor(max / 24) };
}

/** The input as the API takes it, with its hours; null while it is no whole number within the bounds. */
export function termOf({ text, unit }: TermInput, bounds: HourBounds) {
  const count = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  const hours = unit === "days" ? count * 24 : count;
  return count > 0 && hours >= bounds.min && hours <= bounds.max ? { amount: count, unit, hours } : null;
}

/** Hours as the largest unit that says them in a whole number. */
export function wishOfHours(hours: number): TermInput {
  return hours % 24 === 0
    ? { text: String(hours / 24), unit: "days" }
    : { text: String(hours), unit: "hours" };
}

/** The same time in the other unit, as near as it gets within the bounds; what is no number becomes the least. */
export function inputIn(unit: RentUnit, input: TermInput, bounds: HourBounds): TermInput {
  const { min, max } = boundsIn(unit, bounds);
  const count = Number(input.text) || 0;
  const turned = input.unit === unit ? count : unit === "days" ? Math.ceil(count / 24) : count * 24;
  return { text: String(Math.min(Math.max(turned, min), Math.max(min, max))), unit };
}

/** One more or one less, kept within the bounds. */
export function stepped(input: TermInput, by: 1 | -1, bounds: HourBounds): TermInput {
  return inputIn(input.unit, { ...input, text: String((Number(input.text) || 0) + by) }, bounds);
}

const quickHours = [rentHours.min, 24, 72, 168, rentHours.max] as const;

/** Times that one tap chooses, within the bounds. */
export function quickTerms({ min, max }: HourBounds): number[] {
  return quickHours.filter((hours) => hours >= min && hours <= max);
}

/** "3 days", "1 day 6 hours", "14 minutes": seconds in words, by the two largest units; less than a minute is one. */
export function spanText(languageTag: string, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const days = Math.floor(minutes / 1_440);
  const hours = Math.floor((minutes % 1_440) / 60);
  const parts =
    days > 0
      ? ([
          [days, "day"],
          [hours, "hour"],
        ] as const)
      : ([
          [hours, "hour"],
          [minutes % 60, "minute"],
        ] as const);
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => formatUnit(languageTag, amount, unit))
    .join(" ");
}
