import { expect } from "vitest";

type Machine<State extends string, Event extends string> = {
  readonly states: readonly State[];
  readonly events: readonly Event[];
  nextState(state: State, event: Event): State | null;
};

/**
 * Holds every pair of a machine's state and event: those that are written down here, apart from the table that is tested, as
 * "state event next", and no other leads anywhere.
 */
export function expectPairs<State extends string, Event extends string>(
  { states, events, nextState }: Machine<State, Event>,
  allowed: readonly `${State} ${Event} ${State}`[],
): void {
  const told = states.flatMap((state) =>
    events.flatMap((event) => {
      const next = nextState(state, event);
      return next === null ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(told.toSorted()).toEqual(allowed.toSorted());
}
