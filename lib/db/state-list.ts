/**
 * States of a state table as SQL literals, `'requested', 'unknown'`, for statements whose text is always the same: the planner
 * sees them, as it would not see a parameter. Throws RangeError on none, and on anything but plain words.
 */
export function stateList(states: readonly string[]): string {
  if (states.length === 0 || !states.every((state) => /^[a-z_]+$/.test(state)))
    throw new RangeError(`Not a list of states: ${states.join(", ")}`);
  return states.map((state) => `'${state}'`).join(", ");
}
