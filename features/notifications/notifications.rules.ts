import type { KeyRights } from "#lib/api/actor.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Streams one user may have open; the oldest gives way to the fifty-first. */
export const streamsPerUser = 50;

/** How often the session or key behind an open stream is proven again. */
export const proveAgainEveryMs = 20_000;

/** What a stream tells beside `ready`. */
export const streamTypes = ["activation", "search", "rental", "balance"] as const;
type StreamType = (typeof streamTypes)[number];

/** Orders that one stream may be narrowed to. */
export const streamActivationsMax = 50;

/** What a stream shows: of which events, in which language, and of a key only what the key is for. */
export type LiveView = {
  /** The same for streams that show the same. */
  readonly name: string;
  readonly locale: Locale;
  readonly types: readonly StreamType[];
  /** Null: all. */
  readonly activationIds: readonly number[] | null;
  readonly serviceIds: readonly number[] | null;
  readonly countryIds: readonly number[] | null;
};

export type ViewInput = {
  readonly locale: Locale;
  readonly types?: readonly StreamType[] | undefined;
  readonly activationIds?: readonly number[] | undefined;
  readonly key?: KeyRights | undefined;
};

/** Most streams show the same: one view serves all of them. */
const VIEWS_KEPT = 500;
const views = new Map<string, LiveView>();

/** What a stream shows that was asked for. Who names orders and no types means those orders alone. */
export function viewOf({ locale, types, activationIds, key }: ViewInput): LiveView {
  const view = {
    locale,
    types: streamTypes.filter((type) =>
      types ? types.includes(type) : activationIds === undefined || type === "activation",
    ),
    activationIds: activationIds ? [...new Set(activationIds)].sort((a, b) => a - b) : null,
    serviceIds: key?.serviceIds ?? null,
    countryIds: key?.countryIds ?? null,
  };
  const name = JSON.stringify(view);
  const known = views.get(name);
  if (known) return known;
  if (views.size >= VIEWS_KEPT) views.clear();
  views.set(name, { name, ...view });
  return views.get(name) as LiveView;
}

/** What must be read again for a user, gathered from the user's events. */
export type Changes = {
  readonly activationIds: readonly number[];
  readonly searchIds: readonly number[];
  readonly rentalIds: readonly number[];
  readonly balance: boolean;
  /** Id of the newest event. */
  readonly lastId: number;
};

type EventFacts = { readonly id: number; readonly data: Readonly<Record<string, unknown>> };

/** The end of an order whose money is captured moves none; every other step does, and a capture what is held. */
const STATES_WITHOUT_BALANCE = new Set<unknown>(["completed"]);

/** What a user's events speak of that a view shows, each thing once. Events of unknown kinds may have moved money. */
export function changesOf(events: readonly EventFacts[], view: LiveView): Changes {
  const activationIds = new Set<number>();
  const searchIds = new Set<number>();
  const rentalIds = new Set<number>();
  let balance = false;
  let lastId = 0;
  for (const { id, data } of events) {
    lastId = Math.max(lastId, id);
    if (typeof data.activationId === "number") activationIds.add(data.activationId);
    if (typeof data.rentalId === "number") rentalIds.add(data.rentalId);
    // What a search buys or gives back is told by its orders.
    if (typeof data.searchId === "number") searchIds.add(data.searchId);
    else if (!STATES_WITHOUT_BALANCE.has(data.state)) balance = true;
  }
  const { types, activationIds: wanted } = view;
  return {
    activationIds: types.includes("activation")
      ? [...activationIds].filter((id) => wanted?.includes(id) ?? true)
      : [],
    searchIds: types.includes("search") ? [...searchIds] : [],
    rentalIds: types.includes("rental") ? [...rentalIds] : [],
    balance: balance && types.includes("balance"),
    lastId,
  };
}
