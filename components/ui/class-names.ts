import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. No two of them may set the same property: which one wins is the style sheet's order, not theirs. What a
 * component sets and its users may change is written `base:h-10`, which every other class beats; tests of islands refuse the rest
 * (lib/testing/strict-class-names.ts).
 */
export function cx(...classes: ClassValue[]): string {
  return clsx(classes);
}
