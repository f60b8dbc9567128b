/** Streams one user may have open; the oldest gives way to the fifty-first. */
export const streamsPerUser = 50;

/** How often the session or key behind an open stream is proven again. */
export const proveAgainEveryMs = 20_000;

/** What must be read again for a user, gathered from his events. */
export type Changes = {
  readonly activationIds: readonly number[];
  readonly rentalIds: readonly number[];
  readonly balance: boolean;
  /** Id of the newest event. */
  readonly lastId: number;
};

type EventFacts = { readonly id: number; readonly data: Readonly<Record<string, unknown>> };

/** The end of an order whose money is captured moves none; every other step does, and a capture what is held. */
const STATES_WITHOUT_BALANCE = new Set<unknown>(["completed"]);

/** What a user's events speak of, each thing once. Events of unknown kinds may have moved money. */
export function changesOf(events: readonly EventFacts[]): Changes {
  const activationIds = new Set<number>();
  const rentalIds = new Set<number>();
  let balance = false;
  let lastId = 0;
  for (const { id, data } of events) {
    lastId = Math.max(lastId, id);
    if (typeof data.activationId === "number") activationIds.add(data.activationId);
    if (typeof data.rentalId === "number") rentalIds.add(data.rentalId);
    if (!STATES_WITHOUT_BALANCE.has(data.state)) balance = true;
  }
  return { activationIds: [...activationIds], rentalIds: [...rentalIds], balance, lastId };
}
