/** Where each event leads from each state. What is not in it cannot happen. */
type Transitions<State extends string, Event extends string> = {
  readonly [From in State]: Partial<Readonly<Record<Event, State>>>;
};

/** What follows from a state table. `states` and `events` are in the order in which they are told. */
export function stateTable<State extends string, Event extends string>(
  states: readonly State[],
  transitions: Transitions<State, Event>,
) {
  /** Where an event leads from a state, or null when it is not allowed there. */
  const nextState = (state: State, event: Event): State | null => transitions[state][event] ?? null;
  /** The states an event may start from (and lead `to`): what the conditional UPDATE names. */
  const statesBefore = (event: Event, to?: State): State[] =>
    states.filter((state) => {
      const next = nextState(state, event);
      return next !== null && (to === undefined || next === to);
    });
  /** No event can follow. */
  const isFinal = (state: State): boolean => Object.keys(transitions[state]).length === 0;
  const openStates = states.filter((state) => !isFinal(state));
  return { nextState, statesBefore, isFinal, openStates };
}
