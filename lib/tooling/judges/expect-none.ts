import { expect } from "vitest";

/** Fails with the remedy and every offender, each on a line of its own. */
export function expectNone(offenders: readonly string[], remedy: string): void {
  expect(offenders, `${remedy}\n${offenders.join("\n")}\n`).toEqual([]);
}
