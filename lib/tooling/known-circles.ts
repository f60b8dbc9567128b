import type { KnownStep } from "#lib/tooling/topic-circles.ts";

/**
 * Steps between topics of a feature that close circles, each with the reason why it stays: `{ within, from, to, because }`. This list
 * only shrinks: a circle without a row here is refused, and so is a row that closes none any more.
 */
export const knownSteps: readonly KnownStep[] = [];
